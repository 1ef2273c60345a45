import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { checkWebhook } from '../../../sdk/webhook.ts';
import { openStage } from '../../modules/webhooks/testing/stage.ts';
import { useApp } from '../../testing.ts';
import { type Running, runProgram } from '../testing/process.ts';

const test = await useApp();
await test.app.listen({ port: 0, host: '127.0.0.1' });
const url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
const stage = await openStage(test);
const work = test.startWork();
after(() => work.stop());

/** The program of a developer. */
const received: { headers: IncomingHttpHeaders; body: string; path: string }[] = [];
let answer = 200;
const program = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  received.push({ headers: request.headers, body, path: request.url! });
  response.writeHead(answer).end('seen');
});
await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
after(() => program.close());
const target = `127.0.0.1:${(program.address() as AddressInfo).port}/hook`;

const listen = (key: string, ...words: string[]) =>
  runProgram(['listen', '--forward-to', target, ...words], { COLONNADE_URL: url, COLONNADE_KEY: key });
const addRedirect = (from: string) =>
  test.call('POST', '/v1/redirects', { token: stage.tenant.key, body: { from, to: '/new' } });
const subscriptions = async (): Promise<{ name: string; id: string }[]> =>
  (await stage.ask('GET', '/v1/webhooks/subscriptions', 200)).body.data;
const next = async (count: number) => {
  await eventually(`${count} requests reach the program`, () => received.length >= count);
  return received[count - 1]!;
};
async function stop(running: Running): Promise<void> {
  running.child.kill('SIGINT');
  assert.equal((await running.ended()).code, 0, running.stderr());
}

describe('listen --forward-to as an admin', () => {
  it('subscribes by itself, forwards deliveries as they came, and removes the subscription at Ctrl-C', async () => {
    const listening = listen(stage.token, '--events', 'redirect.*');
    const [, secret] = await listening.says(/Signing secret: (whsec_\S+)\n/);
    assert.equal((await subscriptions()).length, 1);
    await addRedirect('/one');
    const { headers, body, path } = await next(1);
    assert.equal(path, '/hook');
    const verdict = await checkWebhook({ headers, body, secret: secret! });
    assert.ok(verdict.ok && verdict.delivery.type === 'redirect.added', JSON.stringify(verdict));
    assert.equal(headers['x-service-delivery'], verdict.delivery.id);
    await listening.says(new RegExp(`200 +\\d+ ms  redirect\\.added  ${verdict.delivery.id}\n`));
    await stop(listening);
    assert.deepEqual(await subscriptions(), []);
  });

  it('passes a failure of the program on to the server, which will try again', async () => {
    answer = 500;
    const listening = listen(stage.token, '--json');
    await listening.says(/"via":"subscription"/);
    await addRedirect('/two');
    const [line] = await listening.says(/\{.*"status":500.*\}/);
    const { delivery } = JSON.parse(line!);
    await eventually('the attempt is recorded', async () => {
      const { data } = (await stage.ask('GET', `/v1/webhooks/deliveries/${delivery}`, 200)).body;
      return data.attempts[0]?.statusCode === 500 && data.status === 'pending';
    });
    answer = 200;
    await stop(listening);
  });

  it('removes the subscription that a killed listen left, and not that of one that runs', async () => {
    const killed = listen(stage.token);
    await killed.says(/Signing secret/);
    killed.child.kill('SIGKILL');
    await killed.ended();
    const [left] = await subscriptions();
    const running = listen(stage.token);
    await running.says(/Removed the subscription of an earlier listen/);
    await running.says(/Signing secret/);
    const [own, ...others] = await subscriptions();
    assert.deepEqual([own!.id === left!.id, others], [false, []]);
    const beside = listen(stage.token);
    await beside.says(/Signing secret/);
    assert.equal((await subscriptions()).length, 2);
    await stop(running);
    await stop(beside);
    assert.deepEqual(await subscriptions(), []);
  });
});

describe('listen --forward-to with an API key, which cannot subscribe', () => {
  it('reads the feed, and signs what it forwards like a delivery', async () => {
    const before = received.length;
    const listening = listen(await stage.tenant.keyWith('read:webhooks'), '--events', 'redirect.*');
    const [, secret] = await listening.says(/Signing secret: (whsec_\S+)\n/);
    assert.deepEqual(await subscriptions(), []);
    const { body: added } = await addRedirect('/three');
    const { headers, body } = await next(before + 1);
    const verdict = await checkWebhook({ headers, body, secret: secret! });
    assert.ok(verdict.ok, JSON.stringify(verdict));
    const { id, type, data, tenant_id } = verdict.delivery;
    assert.deepEqual([type, data.id, tenant_id], ['redirect.added', added.data.id, stage.tenant.id]);
    assert.deepEqual(
      [headers['x-service-delivery'], headers['x-service-event'], headers['webhook-id']],
      [id, 'redirect.added', id],
    );
    const event = (await stage.ask('GET', `/v1/events/${headers['x-service-event-id']}`, 200)).body.data;
    assert.equal(headers['x-service-event-time'], event.createdAt);
    await stop(listening);
  });

  it('refuses event types that do not exist', async () => {
    const wrong = listen(stage.tenant.key, '--events', 'moon.*');
    assert.equal((await wrong.ended()).code, 2);
    assert.match(wrong.stderr(), /^colonnade: No event type that webhooks carry is moon\.\*\./);
  });
});
