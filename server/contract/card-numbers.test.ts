/** The number of a payment card in a body of the storefront is refused, and is written nowhere. */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { connect } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newId } from '#kernel/id.ts';
import { createLog } from '#kernel/log.ts';
import { createMetrics } from '#kernel/metrics.ts';
import { buildApp } from '../app.ts';
import { openShop } from '../modules/access/testing/shoppers.ts';
import { newTenant, useApp } from '../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const shop = await openShop(test, tenant);
const owner = await connectAsOwner(test.database);
after(() => owner.end());

const CARD = '4242424242424242';
const SPELLED = '4242 4242-4242 4242';

const lines: string[] = [];
const log = createLog('trace', { write: (line) => lines.push(line) });
const db = connect({ address: test.database, secrets: test.kernel.secrets, connections: 4, log });
const { app } = await buildApp({ ...test.kernel, db, log, metrics: createMetrics() });
after(async () => {
  await app.close();
  await db.close();
});

const send = (url: string, payload: string | undefined, token: string, requestId = newId()) =>
  app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${token}`,
      'x-request-id': requestId,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    payload,
  });

it('gets 422 on every storefront route that takes a body', async () => {
  const writes = test.app.routeList.filter(
    ({ method, needs }) => needs.storefront && ['POST', 'PUT', 'PATCH'].includes(method),
  );
  assert.ok(writes.length > 0);
  for (const { method, url, needs } of writes) {
    const kind = needs.bearers?.[0] ?? (needs.storefront === 'customer' ? 'customer' : 'cart');
    const answer = await test.call(method, url.replaceAll(/:\w+/g, newId()), {
      token: shop.bearers[kind],
      body: { note: SPELLED },
    });
    assert.equal(answer.status, 422, `${method} ${url}: ${answer.text}`);
    assert.equal(answer.body.error.details[0].code, 'card_number', `${method} ${url}`);
    assert.ok(!answer.text.includes('4242'), answer.text);
  }
});

it('gets 422 in a note in any spelling, and in an attribute that is called sku', async () => {
  const notes = ['.', '/', '\n', '\u00a0', '\u2013', '   '].map((gap) => Array(4).fill('4242').join(gap));
  const wide = CARD.replaceAll('4', '\uff14').replaceAll('2', '\uff12');
  const bodies = [...notes, wide, `+${CARD}`].map((note): object => ({ note }));
  for (const body of [...bodies, { attributes: { sku: SPELLED } }]) {
    const answer = await test.call('PATCH', '/v1/storefront/carts/current', {
      token: shop.bearers.cart,
      body,
    });
    assert.equal(answer.status, 422, `${JSON.stringify(body)}: ${answer.text}`);
    assert.equal(answer.body.error.details[0].code, 'card_number');
  }
});

it('is in no log, no row of the request log and no other table', async () => {
  const url = '/v1/storefront/sessions';
  const requestId = newId();
  const bodies = [
    JSON.stringify({ customerId: shop.customerId, number: CARD }),
    JSON.stringify({ customerId: shop.customerId, note: SPELLED }),
    `{"customerId":"${CARD}"`,
    JSON.stringify({ [CARD]: true }),
  ];
  for (const body of bodies) {
    const { statusCode } = await send(url, body, tenant.key);
    assert.ok([400, 422].includes(statusCode), body);
  }
  await send(`${url}?number=${CARD}`, undefined, tenant.key);
  await send(`${url}/${CARD}?x=${CARD}`, JSON.stringify({ note: CARD }), shop.bearers.customer);
  await send(`${url}?${CARD}=1`, undefined, tenant.key, requestId);
  for (let looks = 0; ; looks++) {
    const { rowCount } = await owner.query('select from request_log where request_id = $1', [requestId]);
    if (rowCount) break;
    assert.ok(looks < 200, 'the last request was logged');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { rows } = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'r' and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`,
  );
  for (const { name } of rows) {
    const found = await owner.query(`select t::text as row from ${name} t where t::text ~ '4242.?4242'`);
    assert.deepEqual(found.rows, [], name);
  }
  assert.ok(
    lines.some((line) => line.includes(requestId)),
    'the requests were logged',
  );
  assert.deepEqual(
    lines.filter((line) => /4242.?4242/.test(line)),
    [],
  );
});

it('is refused by no other route: an order may have any metadata', async () => {
  const body = { customerId: shop.customerId, items: [{ sku: CARD, name: CARD }] };
  assert.equal((await test.call('POST', '/v1/crm/orders', { token: tenant.key, body })).status, 201);
});
