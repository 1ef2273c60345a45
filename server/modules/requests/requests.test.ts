import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, type TestApp, useApp } from '../../testing.ts';
import { listRequests } from './requests.sql.ts';

const test = await useApp();
const tenant = await newTenant(test);
const admin = await tenant.staff('admin');
const DAY = 86_400_000;

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body
type Logged = any;
const call = (method: string, url: string, options: object = {}) =>
  test.call(method, url, { token: tenant.key, ...options });
const ask = (path: string, token = admin) => test.call('GET', path, { token });
const list = async (query = '', token = admin): Promise<Logged[]> => {
  const { status, body, text } = await ask(`/v1/requests?${query}`, token);
  assert.equal(status, 200, text);
  return body.data;
};

/** The request with this X-Request-Id, once it is stored. */
async function logged(requestId: string, app: TestApp = test, token = admin): Promise<Logged> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const { body } = await app.call('GET', `/v1/requests?requestId=${requestId}`, { token });
    if (body.data.length > 0) return body.data[0];
    assert.ok(performance.now() < deadline, 'in vain: the request is logged');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
/** Counts and levels are added up every two seconds. */
async function counted(app: TestApp, token: string, keyId: string, requests: number): Promise<Logged> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const { body } = await app.call('GET', `/v1/api-keys/${keyId}/usage?hours=72`, { token });
    if (body.data.requests === requests) return body.data;
    assert.ok(performance.now() < deadline, `in vain: ${requests} requests are counted`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const as = (requestId: string) => ({ headers: { 'x-request-id': requestId } });

const secret = 'a-very-secret-thing';
const sent = {
  name: 7,
  password: secret,
  nested: [{ apiKey: secret, accessToken: { any: secret } }],
  notes: `used ${tenant.key}`,
  email: 'ada@example.com',
};
const refused = await call('POST', `/v1/crm/customers?token=${secret}&dryRun=true`, {
  ...as('failing'),
  body: sent,
});
await call('POST', '/v1/crm/customers?dryRun=true', { ...as('well'), body: { name: 'Ada' } });

describe('the request log', () => {
  it('has each request with a key: what was asked, with which key, the status, the duration and the id', async () => {
    const before = test.now().getTime();
    await call('GET', '/v1/me', as('first'));
    await call('GET', `/v1/crm/orders/${crypto.randomUUID()}?expand=nothing`, as('second'));
    await call('GET', '/v1/crm/ordrs', as('third'));
    await call('DELETE', '/v1/me', as('fourth'));
    await test.call('GET', '/v1/me', { token: admin, ...as('of-staff') });
    const { body } = await ask('/v1/api-keys');
    await logged('fourth');
    const rows = await list(`since=${new Date(before).toISOString()}`);
    assert.deepEqual(
      rows.map(({ requestId, method, route, status }) => [requestId, method, route, status]),
      [
        ['fourth', 'DELETE', '/v1/me', 405],
        ['third', 'GET', null, 404],
        ['second', 'GET', '/v1/crm/orders/:id', 422],
        ['first', 'GET', '/v1/me', 200],
      ],
    );
    const [, third, second, first] = rows;
    assert.match(second.path, /^\/v1\/crm\/orders\/[0-9a-f-]{36}$/);
    assert.deepEqual([third.path, third.errorCode], ['/v1/crm/ordrs', 'not_found']);
    assert.equal(first.errorCode, null);
    assert.ok(first.durationMs > 0 && Date.parse(first.at) >= before - 1);
    const key = body.data.find(({ id }: { id: string }) => id === first.keyId);
    assert.equal(first.keyLabel, key.label);
  });

  it('is not disturbed by a request id that looks like no value', async () => {
    const other = await newTenant(test);
    await test.call('GET', '/v1/me', { token: other.key, ...as('NULL') });
    await call('GET', '/v1/me', as('beside-null'));
    assert.equal((await logged('beside-null')).requestId, 'beside-null');
    assert.equal((await logged('NULL', test, await other.staff('admin'))).requestId, 'NULL');
  });

  it('has of a failure what was sent and answered, without secrets, and where the operation is documented', async () => {
    assert.equal(refused.status, 422);
    const { id } = await logged('failing');
    const { body, text } = await ask(`/v1/requests/${id}`);
    assert.deepEqual(JSON.parse(body.data.body), {
      name: 7,
      password: '[removed]',
      nested: [{ apiKey: '[removed]', accessToken: '[removed]' }],
      notes: `used ${tenant.key.slice(0, 16)}…`,
      email: 'ada@example.com',
    });
    assert.deepEqual(JSON.parse(body.data.answer), refused.body);
    assert.equal(body.data.query, 'token=[removed]&dryRun=true');
    assert.equal(body.data.errorCode, 'validation_error');
    const [page, operation] = body.data.docsUrl.split('#');
    assert.equal(operation, 'createCustomer');
    assert.ok(!text.includes(secret) && !text.includes(tenant.key.slice(17)));
    const docs = await test.call('GET', page, { headers: { accept: 'text/html' } });
    assert.ok(docs.text.includes('id="createCustomer"'), 'the link has a target');
  });

  it('has no body and no query of a success', async () => {
    const { id } = await logged('well');
    const { data } = (await ask(`/v1/requests/${id}`)).body;
    assert.deepEqual([data.status, data.query, data.body, data.answer], [201, null, null, null]);
  });

  it('filters by key, method, path, status and time, and pages without gaps or duplicates', async () => {
    const other = await tenant.keyWith('read:crm');
    const since = test.now().toISOString();
    for (const token of [tenant.key, other, tenant.key]) {
      await test.call('GET', '/v1/crm/customers?limit=1', { token });
      await test.call('POST', '/v1/redirects', { token, body: {} });
    }
    await call('GET', '/v1/me', as('last-of-these'));
    const { keyId } = await logged('last-of-these');
    const period = `since=${since}`;
    const count = async (query: string) => (await list(`${period}&${query}`)).length;
    assert.equal(await count('limit=100'), 7);
    assert.equal(await count(`keyId=${keyId}`), 5);
    assert.equal(await count('method=POST'), 3);
    assert.equal(await count('path=/v1/crm/'), 3);
    assert.equal(await count('path=/v1/crm/&status=2xx'), 3);
    assert.equal(await count(`status=4xx&keyId=${keyId}`), 2);
    assert.equal(await count('status=failed'), 3);
    assert.equal(await count('status=5xx'), 0);
    assert.equal((await list(`until=${since}&requestId=last-of-these`)).length, 0);
    const found: string[] = [];
    for (let query = `${period}&limit=3`; query !== ''; ) {
      const { body } = await ask(`/v1/requests?${query}`);
      found.push(...body.data.map(({ id }: Logged) => id));
      const { nextCursor } = body.pagination;
      query = nextCursor === null ? '' : `${period}&limit=3&cursor=${nextCursor}`;
    }
    assert.deepEqual(
      found,
      (await list(`${period}&limit=100`)).map(({ id }) => id),
    );
  });

  it('reads a bounded number of rows for a page, and goes on from there with the next', async () => {
    const read = (before: string | null) =>
      test.db.readInTenant(tenant.id, (tx) => listRequests(tx, { requestId: 'first' }, 25, before, 2));
    let { rows, next } = await read(null);
    let pages = 1;
    for (; rows.length === 0; pages++) {
      assert.ok(next !== null, 'there is more');
      ({ rows, next } = await read(next));
    }
    assert.equal(rows[0]!.request_id, 'first');
    assert.ok(pages > 2);
  });

  it('finds a request id that the server gave by the time in it, however many requests came since', async () => {
    const { headers } = await call('GET', '/v1/me');
    const { requestId, at } = await logged(String(headers['x-request-id']));
    assert.equal(requestId, headers['x-request-id']);
    const { body } = await ask(`/v1/requests?requestId=${requestId}&limit=1`);
    assert.deepEqual([body.data.length, body.pagination.hasMore], [1, false]);
    const time = Number.parseInt(String(requestId).replace('-', '').slice(0, 12), 16);
    assert.ok(Math.abs(time - Date.parse(at)) < 60_000);
  });

  it("shows a tenant its own requests alone; another's id is answered as one that never existed", async () => {
    const other = await newTenant(test);
    const token = await other.staff('owner');
    const [mine] = await list();
    assert.deepEqual(await list('', token), []);
    assert.equal((await ask(`/v1/requests/${mine.id}`, token)).status, 404);
    assert.equal((await ask(`/v1/requests/${mine.id}`)).status, 200);
    for (const role of [tenant.key, await tenant.staff('editor')]) {
      assert.equal((await ask('/v1/requests', role)).status, 403);
    }
  });

  it('does not delay a request while it cannot be written', async () => {
    const owner = await connectAsOwner(test.database);
    await owner.query('begin; lock table request_log in access exclusive mode');
    await call('GET', '/v1/me', as('meanwhile'));
    // Several flushes try in vain in this time.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const begun = performance.now();
    for (let n = 0; n < 20; n++) assert.equal((await call('GET', '/v1/me')).status, 200);
    assert.ok(performance.now() - begun < 1_000);
    await owner.query('rollback');
    await owner.end();
    await logged('meanwhile');
  });

  it('is stored when the server closes', async () => {
    const closing = await useApp();
    const shop = await newTenant(closing);
    await closing.call('GET', '/v1/me', { token: shop.key, ...as('parting') });
    await closing.app.close();
    const { rows } = await closing.db.readInTenant(shop.id, (tx) => listRequests(tx, {}, 10, null));
    assert.deepEqual(
      rows.map((row) => row.request_id),
      ['parting'],
    );
  });

  it('takes no more successes once a tenant has used four fifths of its quota, and no more at all after the rest, but counts all', async () => {
    const full = await useApp({ REQUEST_LOG_MIB: '1' });
    const shop = await newTenant(full);
    const token = await shop.staff('admin');
    const send = (url: string, id: string) => full.call('GET', url, { token: shop.key, ...as(id) });
    const raise = (bytes: number) =>
      full.db.acrossTenantsQuery(
        `insert into request_log_levels (tenant_id, bytes, at) values ($1, $2, now())
         on conflict (tenant_id) do update set bytes = excluded.bytes, at = excluded.at`,
        [shop.id, bytes],
      );
    await raise(900_000);
    await send('/v1/me', 'learns-the-level');
    const { keyId } = await logged('learns-the-level', full, token);
    await counted(full, token, keyId, 1);
    await send('/v1/me', 'success');
    await send('/v1/me?nonsense=1', 'failure');
    await logged('failure', full, token);
    await raise(1_100_000);
    await send('/v1/me?nonsense=2', 'learns-again');
    await logged('learns-again', full, token);
    await counted(full, token, keyId, 4);
    await send('/v1/me?nonsense=3', 'too-much');
    full.advance(2 * DAY);
    const later = await shop.staff('admin');
    await send('/v1/me', 'next-day');
    await logged('next-day', full, later);
    const { body } = await full.call('GET', '/v1/requests', { token: later });
    assert.deepEqual(
      body.data.map(({ requestId }: Logged) => requestId),
      ['next-day', 'learns-again', 'failure', 'learns-the-level'],
    );
    await counted(full, later, keyId, 6);
  });
});

describe('GET /v1/api-keys/:id/usage', () => {
  it('counts requests and failures by hour, also of hours without any', async () => {
    const token = await tenant.keyWith('read:crm');
    await test.call('GET', '/v1/me', { token });
    await test.call('GET', '/v1/redirects', { token, ...as('refused') });
    const { keyId } = await logged('refused');
    test.advance(3_600_000);
    const later = await tenant.staff('admin');
    await test.call('GET', '/v1/me', { token, ...as('an-hour-later') });
    await logged('an-hour-later', test, later);
    await counted(test, later, keyId, 3);
    const { body } = await ask(`/v1/api-keys/${keyId}/usage?hours=3`, later);
    assert.deepEqual(
      body.data.hours.map(({ requests, failures }: Logged) => [requests, failures]),
      [
        [0, 0],
        [2, 1],
        [1, 0],
      ],
    );
    assert.deepEqual([body.data.requests, body.data.failures], [3, 1]);
    const ofAll = (await ask('/v1/api-keys/usage?hours=1', later)).body.data as Logged[];
    assert.deepEqual(
      ofAll.find((each) => each.keyId === keyId),
      { keyId, requests: 1, failures: 0 },
      'the last hour alone',
    );
    assert.equal((await ask(`/v1/api-keys/${crypto.randomUUID()}/usage`, later)).status, 404);
  });
});

describe('a request that is older than the log is kept', () => {
  it('is not shown any more', async () => {
    test.advance(8 * DAY);
    const later = await tenant.staff('admin');
    await call('GET', '/v1/me', as('much-later'));
    await logged('much-later', test, later);
    const rows = await list('', later);
    assert.deepEqual(
      rows.map(({ requestId }) => requestId),
      ['much-later'],
    );
  });
});
