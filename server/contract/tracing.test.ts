/** Traces of a whole app, as a collector receives them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTracing } from '#kernel/tracing.ts';
import { addRedirect, openInbox, startWork, subscribe } from '../modules/webhooks/testing/receiver.ts';
import { newTenant, useApp } from '../testing.ts';

type Received = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, string> }[];
  links: { traceId: string; spanId: string }[];
  status: { code?: number };
};
type Export = { resourceSpans: { scopeSpans: { spans: Received[] }[] }[] };

const spans: Received[] = [];
let isAway = false;
const collector = createServer(async (request, response) => {
  const chunks = await request.toArray();
  if (isAway) return void response.writeHead(503).end();
  assert.deepEqual([request.url, request.headers['x-team']], ['/v1/traces', 'a b']);
  const body: Export = JSON.parse(Buffer.concat(chunks).toString());
  spans.push(...body.resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)));
  response.end('{}');
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
const settings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-team=a%20b',
};
const test = await useApp(settings);
const tenant = await newTenant(test);
after(() => void collector.close());

async function until(found: () => Received | undefined): Promise<Received> {
  for (;;) {
    const span = found();
    if (span !== undefined) return span;
    await sleep(20);
  }
}
const attribute = (span: Received, name: string) =>
  Object.values(span.attributes.find(({ key }) => key === name)?.value ?? {})[0];
const childrenOf = (parent: Received) => spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);

describe('while a collector is set,', () => {
  let stop: () => Promise<void>;
  before(() => {
    stop = startTracing(test.kernel.config.tracing!, test.kernel.log);
  });
  after(() => stop());

  it("a request is a span of its client's trace, and its statements are parts of it", async () => {
    const traceId = 'ab'.repeat(16);
    const headers = { traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` };
    await test.call('GET', '/v1/crm/customers?limit=1', { token: tenant.key, headers });
    const span = await until(() => spans.find((each) => each.traceId === traceId && each.kind === 2));
    assert.equal(span.name, 'GET /v1/crm/customers');
    assert.equal(span.parentSpanId, 'cd'.repeat(8));
    assert.equal(attribute(span, 'http.response.status_code'), '200');
    assert.equal(attribute(span, 'colonnade.tenant'), tenant.id);
    const statements = childrenOf(span);
    assert.ok(statements.some((each) => /from customers/.test(String(attribute(each, 'db.query.text')))));
    for (const each of statements) {
      assert.equal(each.traceId, traceId);
      assert.ok(BigInt(each.startTimeUnixNano) >= BigInt(span.startTimeUnixNano));
      assert.ok(BigInt(each.endTimeUnixNano) <= BigInt(span.endTimeUnixNano));
    }
  });

  it('a request that names an invalid trace or span, all zeros, begins a trace of its own', async () => {
    for (const invalid of [
      `00-${'0'.repeat(32)}-${'cd'.repeat(8)}-01`,
      `00-${'ab'.repeat(16)}-${'0'.repeat(16)}-01`,
    ]) {
      const { headers } = await test.call('GET', '/v1/me', {
        token: tenant.key,
        headers: { traceparent: invalid },
      });
      const span = await until(() =>
        spans.find((each) => attribute(each, 'colonnade.request') === headers['x-request-id']),
      );
      assert.doesNotMatch(span.traceId, /^(0{32}|(ab){16})$/);
      assert.equal(span.parentSpanId, undefined);
    }
  });

  it('an order is linked to the batch that placed it', async () => {
    const customer = await test.call('POST', '/v1/crm/customers', {
      token: tenant.key,
      body: { name: 'Ada' },
    });
    const item = { sku: 'A', name: 'Tea', quantity: 1, unitPrice: 1 };
    const body = { customerId: customer.body.data.id, items: [item] };
    const answer = await test.call('POST', '/v1/crm/orders', { token: tenant.key, body });
    assert.equal(answer.status, 201, answer.text);
    const order = await until(() => spans.find(({ name }) => name === 'POST /v1/crm/orders'));
    const linked = order.links.map(({ spanId }) => spans.find((span) => span.spanId === spanId)!);
    assert.ok(linked.flatMap(childrenOf).some(({ name }) => /order/.test(name)));
  });

  it('the dispatch of an event and its deliveries are one trace, in every process', async (t) => {
    const inbox = await openInbox(t);
    await subscribe(test, tenant, inbox);
    startWork(test, t);
    await addRedirect(test, tenant);
    await inbox.arrived(1);
    const delivered = await until(() =>
      spans.find(
        (each) => each.name === 'deliver redirect.added' && attribute(each, 'colonnade.tenant') === tenant.id,
      ),
    );
    const dispatched = await until(() =>
      spans.find(({ name, traceId }) => name === 'dispatch redirect.added' && traceId === delivered.traceId),
    );
    const { rows } = await test.db.inTenant(tenant.id, (tx) =>
      tx.query<{ id: string }>("select id from events where type = 'redirect.added'"),
    );
    assert.equal(dispatched.traceId, rows[0]!.id.replaceAll('-', ''));
    assert.equal(attribute(delivered, 'http.response.status_code'), '200');
    const { traceparent } = inbox.receipts[0]!.headers;
    assert.equal(traceparent, `00-${delivered.traceId}-${delivered.spanId}-01`);
  });

  it('no key, token or value of a tenant is in a trace', () => {
    const text = JSON.stringify(spans);
    for (const secret of [tenant.key, tenant.key.slice(-43), 'Ada', 'Bearer'])
      assert.ok(!text.includes(secret));
  });

  it('a collector that is away delays no request', async () => {
    isAway = true;
    const began = performance.now();
    for (let n = 0; n < 20; n++) await test.call('GET', '/v1/me', { token: tenant.key });
    assert.ok(performance.now() - began < 10_000);
    isAway = false;
  });
});
