import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { newTenant, useApp } from '../../../testing.ts';
import { withSecondApp } from '../testing/people.ts';
import { openShop } from '../testing/shoppers.ts';
import { deleteExpiredCustomerSessions } from './customer-sessions.sql.ts';

const test = await useApp();
const tenant = await newTenant(test);
const shop = await openShop(test, tenant);
const { customerId } = shop;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const signIn = (id = customerId, token = tenant.key, headers = {}) =>
  test.call('POST', '/v1/storefront/sessions', { token, body: { customerId: id }, headers });
const newSession = async (id = customerId): Promise<string> => (await signIn(id)).body.data.token;
const statusOf = async (token: string) => (await test.call('GET', '/v1/storefront/shop', { token })).status;
const renew = (token: string) => test.call('POST', '/v1/storefront/sessions/current/renew', { token });
const signOut = (token: string) => test.call('DELETE', '/v1/storefront/sessions/current', { token });
const rows = async () =>
  (await test.db.inTenant(tenant.id, (tx) => tx.query('select from customer_sessions'))).rowCount;

describe('signing a customer in', () => {
  it('returns an EdDSA token for the storefront, for 60 minutes', async () => {
    const { status, body } = await signIn();
    assert.equal(status, 201, JSON.stringify(body));
    const { token, expiresAt, ...rest } = body.data;
    assert.deepEqual(rest, { customerId, propertyId: shop.propertyId });
    assert.equal(Math.round((Date.parse(expiresAt) - test.now().getTime()) / MINUTE), 60);
    assert.equal(decodeProtectedHeader(token).alg, 'EdDSA');
    const { aud, exp, iat } = decodeJwt(token);
    assert.deepEqual([aud, exp! - iat!], ['storefront', 3600]);
    assert.equal(await statusOf(token), 200);
  });

  it('is for servers: another bearer, or a key without the scope, gets 403', async () => {
    const { server: _, ...weaker } = shop.bearers;
    for (const token of [...Object.values(weaker), await tenant.keyWith('write:crm')]) {
      assert.equal((await signIn(customerId, token)).status, 403);
    }
  });

  it('finds customers of its own tenant alone, and the survivor of a merged one', async () => {
    const other = await newTenant(test);
    for (const id of [await other.customer(), crypto.randomUUID()]) {
      const { status, body } = await signIn(id);
      assert.deepEqual([status, body.error.message], [404, 'Customer not found.']);
    }
    const [survivor, duplicate] = [await tenant.customer(), await tenant.customer()];
    const merge = `/v1/crm/customers/${survivor}/merge`;
    await test.call('POST', merge, { token: await tenant.staff('admin'), body: { from: duplicate } });
    assert.equal((await signIn(duplicate)).body.data.customerId, survivor);
  });

  it('takes no Idempotency-Key, because no token is stored', async () => {
    assert.equal((await signIn(customerId, tenant.key, { 'idempotency-key': 'x' })).status, 422);
  });
});

describe('a customer session', () => {
  it('ends with its sign-out, at the next request of any process', async () => {
    const token = await newSession();
    await withSecondApp(test, async (other) => {
      const elsewhere = async () => {
        const headers = { authorization: `Bearer ${token}` };
        return (await other.inject({ url: '/v1/storefront/shop', headers })).statusCode;
      };
      assert.deepEqual([await statusOf(token), await elsewhere()], [200, 200]);
      assert.equal((await signOut(token)).status, 200);
      assert.deepEqual([await elsewhere(), await statusOf(token)], [401, 401]);
    });
    assert.equal((await renew(token)).status, 401);
  });

  it('is renewed by a new token, for 30 days in all', async () => {
    let token = await newSession();
    const first = token;
    const begun = test.now().getTime();
    test.advance(59 * MINUTE);
    token = (await renew(token)).body.data.token;
    test.advance(2 * MINUTE);
    assert.deepEqual([await statusOf(first), await statusOf(token)], [401, 200]);
    let renewals = 0;
    while (test.now().getTime() < begun + 30 * DAY) {
      const { status, body } = await renew(token);
      assert.equal(status, 200);
      assert.ok(Date.parse(body.data.expiresAt) <= begun + 30 * DAY + 1000);
      token = body.data.token;
      renewals++;
      test.advance(59 * MINUTE);
    }
    assert.ok(renewals > 700);
    assert.equal((await renew(token)).status, 401);
  });

  it('ends when the customer is erased or merged into another', async () => {
    const [erased, merged, survivor] = [
      await tenant.customer(),
      await tenant.customer(),
      await tenant.customer(),
    ];
    const tokens = [await newSession(erased), await newSession(merged), await newSession(survivor)];
    const token = await tenant.staff('owner');
    const erase = await test.call('POST', `/v1/crm/customers/${erased}/erase`, { token, body: {} });
    const merge = await test.call('POST', `/v1/crm/customers/${survivor}/merge`, {
      token,
      body: { from: merged },
    });
    assert.ok(erase.status < 300 && merge.status < 300, erase.text + merge.text);
    const work = test.startWork();
    const statuses = async () => Promise.all(tokens.map(statusOf));
    for (let looks = 0; (await statuses()).join() !== '401,401,200'; looks++) {
      assert.ok(looks < 300, (await statuses()).join());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await work.stop();
  });

  it('is deleted some time after it expired', async () => {
    await newSession();
    assert.notEqual(await rows(), 0);
    test.advance(61 * MINUTE);
    await deleteExpiredCustomerSessions(test.db, test.now());
    assert.equal(await rows(), 0);
  });
});
