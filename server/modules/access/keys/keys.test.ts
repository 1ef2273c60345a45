import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCOPES } from '#kernel/auth/actor.ts';
import { sha256 } from '#kernel/secrets.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { asOwner, dump, spellings } from '../testing/owner.ts';

const test = await useApp();
const tenant = await newTenant(test);
const admin = await tenant.staff('admin');

const create = (body: object, headers = {}) =>
  test.call('POST', '/v1/api-keys', { token: admin, body, headers });
const newKey = async (body: object = {}) =>
  (await create({ label: 'Warehouse', scopes: ['read:crm'], ...body })).body.data;
const list = (query = '') => test.call('GET', `/v1/api-keys${query}`, { token: admin });

describe('creating an API key', () => {
  it('answers 201 with the whole key in the documented format', async () => {
    const expiresAt = '2999-12-31T23:59:59.000Z';
    const { status, body } = await create({ label: 'Shop', scopes: ['write:crm', 'read:crm'], expiresAt });
    assert.equal(status, 201);
    const { id, key, createdAt, ...rest } = body.data;
    assert.match(key, /^sk_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}$/);
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.ok(Date.parse(createdAt) <= test.now().getTime());
    assert.deepEqual(rest, {
      keyId: key.split('_')[2],
      label: 'Shop',
      scopes: ['read:crm', 'write:crm'],
      contentTypes: null,
      expiresAt,
      createdBy: rest.createdBy,
      revokedAt: null,
      lastUsedAt: null,
      version: 1,
      replaces: null,
      replacedBy: null,
    });
  });

  it('makes a key that works at once, as an editor of its tenant with its scopes', async () => {
    const { key, id } = await newKey({ scopes: ['write:redirects', 'read:crm'] });
    const { status, body } = await test.call('GET', '/v1/me', { token: key });
    assert.equal(status, 200);
    assert.deepEqual(body.data, {
      actor: {
        type: 'api_key',
        id,
        name: 'Warehouse',
        role: 'editor',
        scopes: ['read:crm', 'write:redirects'],
        contentTypes: null,
        locale: null,
      },
      tenant: {
        id: tenant.id,
        name: tenant.slug,
        slug: tenant.slug,
        modules: ['catalog', 'checkout', 'content', 'crm', 'inventory', 'media', 'redirects'],
        timeZone: 'UTC',
        currency: 'USD',
        locale: null,
      },
    });
  });

  it('stores the SHA-256 hash of the secret, and neither key nor secret anywhere', async () => {
    const created = await create(
      { label: 'Kept', scopes: ['read:crm'] },
      { 'idempotency-key': 'the answer is stored too' },
    );
    const { id, key } = created.body.data;
    await test.call('GET', '/v1/me', { token: key });
    const secret = key.split('_')[3];
    const everything = await dump(test);
    for (const spelling of [...spellings(key), ...spellings(secret)])
      assert.ok(!everything.includes(spelling), spelling);
    const { rows } = await asOwner(test, (client) =>
      client.query('select secret_hash from api_keys where id = $1', [id]),
    );
    assert.deepEqual(rows, [{ secret_hash: sha256(secret) }]);
    assert.ok(everything.includes(sha256(secret).toString('hex')), 'the dump shows what is stored');
  });

  it('shows the key exactly once, also when the request is repeated', async () => {
    const body = { label: 'Once', scopes: ['read:crm'] };
    const headers = { 'idempotency-key': 'shown once' };
    const [first, again] = [await create(body, headers), await create(body, headers)];
    assert.equal(again.status, 201);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(again.body.data.id, first.body.data.id);
    assert.equal(again.body.data.key, null);
    const listed = (await list('?limit=100')).text;
    assert.ok(listed.includes(first.body.data.id));
    assert.ok(!listed.includes(first.body.data.key.split('_')[3]));
  });

  const wrong: [string, object, string, string][] = [
    ['no scopes', { label: 'x' }, 'scopes', 'required'],
    ['an empty list of scopes', { label: 'x', scopes: [] }, 'scopes', 'too_few'],
    ['an unknown scope', { label: 'x', scopes: ['read:crm', 'read:all'] }, 'scopes[1]', 'not_allowed'],
    ['the same scope twice', { label: 'x', scopes: ['read:crm', 'read:crm'] }, 'scopes', 'not_unique'],
    ['no label', { scopes: ['read:crm'] }, 'label', 'required'],
    ['an empty label', { label: '', scopes: ['read:crm'] }, 'label', 'too_short'],
    ['a long label', { label: 'x'.repeat(101), scopes: ['read:crm'] }, 'label', 'too_long'],
    [
      'an expiry that is no time',
      { label: 'x', scopes: ['read:crm'], expiresAt: 'soon' },
      'expiresAt',
      'wrong_format',
    ],
    [
      'an expiry in the past',
      { label: 'x', scopes: ['read:crm'], expiresAt: '2020-01-01T00:00:00Z' },
      'expiresAt',
      'too_small',
    ],
  ];
  for (const [what, body, path, code] of wrong) {
    it(`refuses ${what} with 422 and makes no key`, async () => {
      const before = (await list('?limit=100')).body.data.length;
      const answer = await create(body);
      assert.equal(answer.status, 422);
      assert.equal(answer.body.error.code, 'validation_error');
      assert.deepEqual(
        answer.body.error.details.map((problem: { path: string; code: string }) => [
          problem.path,
          problem.code,
        ]),
        [[path, code]],
      );
      assert.equal((await list('?limit=100')).body.data.length, before);
    });
  }
});

describe('listing API keys', () => {
  it('shows the public parts only, newest first, page by page', async () => {
    const made = [];
    for (let count = 0; count < 3; count++) {
      test.advance(1000);
      made.unshift((await newKey()).id);
    }
    const first = await list('?limit=2');
    assert.deepEqual(
      first.body.data.map((key: { id: string }) => key.id),
      made.slice(0, 2),
    );
    assert.equal(first.body.pagination.hasMore, true);
    const second = await list(`?limit=2&cursor=${first.body.pagination.nextCursor}`);
    assert.equal(second.body.data[0].id, made[2]);
    assert.deepEqual(Object.keys(first.body.data[0]).sort(), [
      'contentTypes',
      'createdAt',
      'createdBy',
      'expiresAt',
      'id',
      'keyId',
      'label',
      'lastUsedAt',
      'replacedBy',
      'replaces',
      'revokedAt',
      'scopes',
      'version',
    ]);
  });

  it('is filtered by state and scope', async () => {
    const soon = new Date(test.now().getTime() + 60_000).toISOString();
    const scopes = ['write:properties'];
    const [active, expired, revoked] = [
      await newKey({ scopes }),
      await newKey({ scopes, expiresAt: soon }),
      await newKey({ scopes, expiresAt: soon }),
    ];
    await test.call('DELETE', `/v1/api-keys/${revoked.id}`, { token: admin });
    const made = [active.id, expired.id, revoked.id];
    // The tenant has other keys, some of which have every scope.
    const found = async (query: string) =>
      (await list(`?limit=100&scope=write:properties${query}`)).body.data
        .map(({ id }: { id: string }) => id)
        .filter((id: string) => made.includes(id));
    assert.deepEqual(await found('&state=active'), [expired.id, active.id]);
    test.advance(120_000);
    assert.deepEqual(await found('&state=active'), [active.id]);
    assert.deepEqual(await found('&state=expired'), [expired.id]);
    assert.deepEqual(await found('&state=revoked'), [revoked.id]);
    assert.deepEqual(await found(''), [revoked.id, expired.id, active.id]);
    const other = await list('?limit=100&scope=write:content');
    assert.ok(!made.some((id) => other.text.includes(id)));
    assert.equal((await list('?state=lost')).status, 422);
  });
});

describe('revoking an API key', () => {
  it('changes its version: a rename of the key as it was before gets 412', async () => {
    const { id, version } = await newKey();
    await test.call('DELETE', `/v1/api-keys/${id}`, { token: admin });
    const rename = { token: admin, body: { label: 'Shop' }, headers: { 'if-match': `"${version}"` } };
    assert.equal((await test.call('PATCH', `/v1/api-keys/${id}`, rename)).status, 412);
  });
});

describe('what an API key may not do, whatever its scopes', () => {
  const id = '01920000-0000-7000-8000-000000000000';
  for (const [method, url] of [
    ['POST', '/v1/api-keys'],
    ['GET', '/v1/api-keys'],
    ['DELETE', `/v1/api-keys/${id}`],
    ['GET', '/v1/staff'],
    ['POST', '/v1/staff'],
    ['PATCH', `/v1/staff/${id}`],
    ['DELETE', `/v1/staff/${id}`],
    ['POST', '/v1/modules/crm/deactivate'],
    ['PATCH', '/v1/tenant'],
    ['GET', '/v1/audit-log'],
    ['POST', '/v1/webhooks/subscriptions'],
    ['DELETE', `/v1/webhooks/subscriptions/${id}`],
  ] as const) {
    it(`${method} ${url.replace(id, ':id')} answers 403 naming the role it lacks`, async () => {
      const token = await tenant.keyWith(...SCOPES);
      const { status, body } = await test.call(method, url, { token });
      assert.equal(status, 403);
      assert.equal(body.error.code, 'forbidden');
      assert.deepEqual(body.error.details, { role: 'admin' });
    });
  }

  it('changing a password answers 403, before the body is validated', async () => {
    const answer = await test.call('POST', '/v1/auth/change-password', { token: tenant.key, body: '{' });
    assert.equal(answer.status, 403);
    assert.equal(answer.body.error.code, 'forbidden');
  });
});

describe('changing the label of a key', () => {
  const rename = (id: string, label: string, headers = {}) =>
    test.call('PATCH', `/v1/api-keys/${id}`, { token: admin, body: { label }, headers });

  it('shows in the list, in the audit log and to the key itself from its next request on', async () => {
    const { id, key } = await newKey();
    assert.equal((await test.call('GET', '/v1/me', { token: key })).body.data.actor.name, 'Warehouse');
    const { status, body, headers } = await rename(id, 'Stock sync');
    assert.deepEqual(
      [status, body.data.label, body.data.version, headers.etag],
      [200, 'Stock sync', 2, '"2"'],
    );
    assert.equal((await test.call('GET', '/v1/me', { token: key })).body.data.actor.name, 'Stock sync');
    const log = await test.call('GET', `/v1/audit-log?action=api_key.renamed&subjectId=${id}`, {
      token: admin,
    });
    assert.deepEqual(log.body.data[0].details, { from: 'Warehouse', to: 'Stock sync' });
  });

  it('is refused if someone else changed the key since', async () => {
    const { id } = await newKey();
    const seen = (await test.call('GET', `/v1/api-keys/${id}`, { token: admin })).headers.etag as string;
    assert.equal((await rename(id, 'Theirs', { 'if-match': seen })).status, 200);
    const late = await rename(id, 'Mine', { 'if-match': seen });
    assert.deepEqual([late.status, late.body.error.details], [412, { version: 2 }]);
    const { body } = await test.call('GET', `/v1/api-keys/${id}`, { token: admin });
    assert.equal(body.data.label, 'Theirs');
  });
});

describe('rotating a key', () => {
  const statusOf = async (token: string) => (await test.call('GET', '/v1/me', { token })).status;

  it('makes a key with the same label, scopes and lifetime; the former one works until the overlap is over', async () => {
    const DAY = 86_400_000;
    const expiresAt = new Date(test.now().getTime() + 30 * DAY).toISOString();
    const former = await newKey({ scopes: ['read:crm', 'write:media'], expiresAt });
    test.advance(DAY);
    const token = await tenant.staff('admin');
    const { status, body } = await test.call('POST', `/v1/api-keys/${former.id}/rotate`, {
      token,
      body: { overlapHours: 1 },
    });
    assert.equal(status, 201, JSON.stringify(body));
    const { data } = body;
    assert.deepEqual(
      [data.label, data.scopes, data.replaces, data.former.replacedBy],
      [former.label, former.scopes, former.id, data.id],
    );
    const lifetime = Date.parse(data.expiresAt) - Date.parse(data.createdAt);
    assert.ok(Math.abs(lifetime - 30 * DAY) < 5_000);
    assert.deepEqual([await statusOf(former.key), await statusOf(data.key)], [200, 200]);
    test.advance(3_600_001);
    assert.deepEqual([await statusOf(former.key), await statusOf(data.key)], [401, 200]);
  });

  it('ends the former key at once without an overlap, in every process', async () => {
    const admin = await tenant.staff('admin');
    const make = (url: string, body: object) => test.call('POST', url, { token: admin, body });
    const { body } = await make('/v1/api-keys', { label: 'Now', scopes: ['read:crm'] });
    assert.equal(await statusOf(body.data.key), 200);
    const rotated = (await make(`/v1/api-keys/${body.data.id}/rotate`, { overlapHours: 0 })).body.data;
    assert.notEqual(rotated.former.revokedAt, null);
    assert.deepEqual([await statusOf(body.data.key), await statusOf(rotated.key)], [401, 200]);
    const again = await make(`/v1/api-keys/${body.data.id}/rotate`, {});
    assert.equal(again.status, 409);
  });

  it('happens once, also if two people do it at the same time', async () => {
    const token = await tenant.staff('admin');
    const made = await test.call('POST', '/v1/api-keys', {
      token,
      body: { label: 'Twice', scopes: ['read:crm'] },
    });
    const answers = await Promise.all(
      [1, 2].map(() =>
        test.call('POST', `/v1/api-keys/${made.body.data.id}/rotate`, { token, body: { overlapHours: 24 } }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    assert.match(refused.body.error.message, /being replaced already/);
  });
});
