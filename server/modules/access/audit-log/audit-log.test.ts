import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { addPerson, signIn } from '../testing/people.ts';

const test = await useApp();
const tenant = await newTenant(test);
const person = await addPerson(test, tenant, 'admin');
const { token } = await signIn(test, person);

type Entry = {
  id: string;
  at: string;
  actor: { type: string; id: string | null; name: string };
  action: string;
  subject: { type: string; id: string };
  details: Record<string, unknown>;
};

const log = (query = '', as = token) => test.call('GET', `/v1/audit-log${query}`, { token: as });
const entries = async (query = ''): Promise<Entry[]> => (await log(`?limit=100${query}`)).body.data;
const actions = async (query: string) => (await entries(query)).map((entry) => entry.action);
const call = (method: string, url: string, body?: object) => test.call(method, url, { token, body });

describe('every recorded change has exactly one row, which names its author:', () => {
  const made: Record<string, string> = {};
  const changes: [
    string,
    string,
    () => Promise<{ status: number; body: { data: { id: string } } }>,
    object,
  ][] = [
    [
      'api_key.created',
      'api_key',
      () => call('POST', '/v1/api-keys', { label: 'Shop', scopes: ['read:crm'] }),
      { label: 'Shop', scopes: ['read:crm'], expiresAt: null },
    ],
    ['api_key.revoked', 'api_key', () => call('DELETE', `/v1/api-keys/${made.api_key}`), { label: 'Shop' }],
    [
      'staff.invited',
      'staff',
      () => call('POST', '/v1/staff', { email: 'new@audit.example', role: 'viewer' }),
      { email: 'new@audit.example', role: 'viewer' },
    ],
    [
      'staff.role_changed',
      'staff',
      () => call('PATCH', `/v1/staff/${made.staff}`, { role: 'editor' }),
      { email: 'new@audit.example', from: 'viewer', to: 'editor' },
    ],
    [
      'staff.invited_again',
      'staff',
      () => call('POST', `/v1/staff/${made.staff}/invitation`),
      { email: 'new@audit.example', role: 'editor' },
    ],
    [
      'staff.invitation_withdrawn',
      'staff',
      () => call('DELETE', `/v1/staff/${made.staff}`),
      { email: 'new@audit.example', role: 'editor' },
    ],
    ['module.deactivated', 'module', () => call('POST', '/v1/modules/media/deactivate'), {}],
    ['module.activated', 'module', () => call('POST', '/v1/modules/media/activate'), {}],
    [
      'tenant.renamed',
      'tenant',
      () => call('PATCH', '/v1/tenant', { name: 'New name' }),
      { from: tenant.slug, to: 'New name' },
    ],
    [
      'webhook_subscription.created',
      'webhook_subscription',
      () =>
        call('POST', '/v1/webhooks/subscriptions', {
          name: 'Hook',
          url: 'https://example.com/hook',
          events: ['redirect.added'],
        }),
      { name: 'Hook', url: 'https://example.com/hook', events: ['redirect.added'] },
    ],
    [
      'webhook_subscription.updated',
      'webhook_subscription',
      () => call('PATCH', `/v1/webhooks/subscriptions/${made.webhook_subscription}`, { name: 'Renamed' }),
      { name: { from: 'Hook', to: 'Renamed' } },
    ],
    [
      'webhook_subscription.deleted',
      'webhook_subscription',
      () => call('DELETE', `/v1/webhooks/subscriptions/${made.webhook_subscription}`),
      { name: 'Renamed', url: 'https://example.com/hook', events: ['redirect.added'] },
    ],
  ];
  for (const [action, subjectType, change, details] of changes) {
    it(action, async () => {
      const before = await entries();
      const { status, body } = await change();
      assert.ok(status < 300, String(status));
      made[subjectType] = body.data.id;
      const [entry, ...rest] = await entries();
      assert.deepEqual(rest, before, 'exactly one row more');
      assert.equal(entry!.action, action);
      assert.deepEqual(entry!.actor, {
        type: 'staff',
        id: person.memberId,
        name: person.email.split('@')[0],
      });
      assert.equal(entry!.subject.type, subjectType);
      if (subjectType !== 'module') assert.equal(entry!.subject.id, body.data.id);
      const { keyId: _, ...told } = entry!.details;
      assert.deepEqual(told, details);
      assert.ok(Math.abs(Date.parse(entry!.at) - test.now().getTime()) < 60_000);
    });
  }

  it('a new tenant has one row for its creation and one for its owner, by the operator', async () => {
    const { data } = (await log('', await (await newTenant(test)).staff('owner'))).body as { data: Entry[] };
    assert.deepEqual(
      data.slice(-2).map((entry) => [entry.action, entry.actor.type, entry.actor.id]),
      [
        ['staff.added', 'operator', null],
        ['tenant.created', 'operator', null],
      ],
    );
  });
});

describe('a request that changes nothing, or fails, is not recorded:', () => {
  const nothings: [string, number, () => Promise<{ status: number }>][] = [
    ['the role they have', 200, () => call('PATCH', `/v1/staff/${person.memberId}`, { role: 'admin' })],
    ['a module that is on already', 200, () => call('POST', '/v1/modules/crm/activate')],
    ['the name it has', 200, () => call('PATCH', '/v1/tenant', { name: 'New name' })],
    ['a key that is not valid', 422, () => call('POST', '/v1/api-keys', { label: 'x', scopes: [] })],
    ['a person who is there', 409, () => call('POST', '/v1/staff', { email: person.email, role: 'viewer' })],
    ['a key that is not there', 404, () => call('DELETE', `/v1/api-keys/${crypto.randomUUID()}`)],
    ['a right one lacks', 403, () => call('PATCH', `/v1/staff/${person.memberId}`, { role: 'owner' })],
  ];
  for (const [what, expected, attempt] of nothings) {
    it(what, async () => {
      const before = await entries();
      assert.equal((await attempt()).status, expected);
      assert.deepEqual(await entries(), before);
    });
  }

  it('a repeated request with the same Idempotency-Key', async () => {
    const post = () =>
      test.call('POST', '/v1/api-keys', {
        token,
        body: { label: 'Once', scopes: ['read:crm'] },
        headers: { 'idempotency-key': 'once' },
      });
    await post();
    const before = await entries();
    assert.equal((await post()).status, 201);
    assert.deepEqual(await entries(), before);
  });
});

describe('GET /v1/audit-log', () => {
  it('lists rows newest first, page by page, without gaps or repeats', async () => {
    const all = await entries();
    assert.deepEqual(
      all.map((entry) => Number(entry.id)),
      all.map((_, index) => all.length - index),
    );
    const seen: Entry[] = [];
    let cursor = '';
    do {
      const { body } = await log(`?limit=4${cursor}`);
      seen.push(...body.data);
      cursor = body.pagination.nextCursor && `&cursor=${body.pagination.nextCursor}`;
    } while (cursor);
    assert.deepEqual(seen, all);
  });

  it('filters by action, actor, subject and time, and by several at once', async () => {
    const all = await entries();
    const created = all.find((entry) => entry.action === 'staff.role_changed')!;
    assert.deepEqual(await actions('&action=tenant.created'), ['tenant.created']);
    assert.deepEqual(await actions(`&subjectId=${created.subject.id}`), [
      'staff.invitation_withdrawn',
      'staff.invited_again',
      'staff.role_changed',
      'staff.invited',
    ]);
    const mine = all.filter((entry) => entry.actor.id === person.memberId);
    assert.deepEqual(await entries(`&actorId=${person.memberId}`), mine);
    assert.deepEqual(
      await entries('&subjectType=module'),
      all.filter((entry) => entry.subject.type === 'module'),
    );
    assert.deepEqual(await actions(`&action=staff.invited&subjectId=${created.subject.id}`), [
      'staff.invited',
    ]);
    const at = encodeURIComponent(created.at);
    const [since, until] = [await entries(`&since=${at}`), await entries(`&until=${at}`)];
    assert.ok(since.some((entry) => entry.id === created.id) && until.length > 0);
    assert.equal(since.length + until.length, all.length);
    assert.deepEqual(await entries('&action=no.such.thing'), []);
  });

  it('refuses a filter that is not well-formed, and a foreign cursor', async () => {
    const times = [
      'yesterday',
      '2030-02-30T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '2030-01-01T00:00:00%2B16:00',
    ];
    for (const time of times) assert.equal((await log(`?since=${time}`)).status, 422, time);
    assert.equal((await log('?actorId=me')).status, 422);
    assert.equal((await log('?limit=101')).status, 422);
    assert.equal((await log('?cursor=x')).status, 400);
  });

  it('shows a tenant its own rows only', async () => {
    const other = await newTenant(test);
    const { body } = await log('?limit=100', await other.staff('owner'));
    assert.ok(body.data.every((entry: Entry) => entry.actor.id !== person.memberId));
    assert.deepEqual(body.data.at(-1).subject, { type: 'tenant', id: other.id });
  });

  it('is for admins and owners: others get 403', async () => {
    assert.equal((await log('', await tenant.staff('owner'))).status, 200);
    for (const other of [tenant.key, await tenant.staff('viewer'), await tenant.staff('editor')])
      assert.equal((await log('', other)).status, 403);
  });
});
