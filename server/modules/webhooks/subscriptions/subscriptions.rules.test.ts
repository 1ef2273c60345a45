import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ROLE_ORDER, SCOPES } from '#kernel/auth/actor.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { spellings } from '../testing/spellings.ts';

const PATH = '/v1/webhooks/subscriptions';
const SUBSCRIBABLE = [
  'content.entry.created',
  'content.entry.updated',
  'content.entry.published',
  'content.entry.scheduled',
  'content.entry.unpublished',
  'content.entry.deleted',
  'media.uploaded',
  'media.processed',
  'redirect.added',
  'redirect.removed',
];
const wanted = { name: 'Shop', url: 'https://shop.example/hooks', events: ['redirect.added'] };

const development = await useApp();
const production = await useApp({ MODE: 'production' });

async function adminOf(test: typeof development) {
  const tenant = await newTenant(test);
  const token = await tenant.staff('admin');
  const create = (body: unknown) => test.call('POST', PATH, { token, body });
  return { tenant, token, create };
}
const dev = await adminOf(development);
const prod = await adminOf(production);

type Problem = { path: string; code: string; message: string };
const problemsOf = (answer: { status: number; body: { error: { code: string; details: Problem[] } } }) => {
  assert.equal(answer.status, 422);
  assert.equal(answer.body.error.code, 'validation_error');
  return answer.body.error.details;
};

describe('access to subscriptions', () => {
  it('needs the role admin to write and viewer to read', async () => {
    const { id } = (await dev.create(wanted)).body.data;
    for (const role of ROLE_ORDER) {
      const token = await dev.tenant.staff(role);
      const mayWrite = role === 'admin' || role === 'owner';
      const call = async (method: string, path: string, body?: unknown) =>
        (await development.call(method, path, { token, body })).status;
      assert.equal(await call('GET', PATH), 200, role);
      assert.equal(await call('GET', `${PATH}/${id}`), 200, role);
      assert.equal(await call('POST', PATH, wanted), mayWrite ? 201 : 403, role);
      assert.equal(await call('PATCH', `${PATH}/${id}`, { name: role }), mayWrite ? 200 : 403, role);
      if (!mayWrite) assert.equal(await call('DELETE', `${PATH}/${id}`), 403, role);
    }
  });

  it('lets a key with any scope list, and no key write', async () => {
    const { id } = (await dev.create(wanted)).body.data;
    for (const scope of SCOPES) {
      const token = await dev.tenant.keyWith(scope);
      assert.equal((await development.call('GET', PATH, { token })).status, 200, scope);
    }
    const token = await dev.tenant.keyWith(...SCOPES);
    for (const [method, path] of [
      ['POST', PATH],
      ['PATCH', `${PATH}/${id}`],
      ['DELETE', `${PATH}/${id}`],
    ] as const) {
      // A caller without the right does not learn whether the body was good.
      const { status, body } = await development.call(method, path, {
        token,
        body: { events: ['nonsense'] },
      });
      assert.equal(status, 403);
      assert.equal(body.error.code, 'forbidden');
      assert.deepEqual(body.error.details, { role: 'admin' });
    }
  });
});

describe('the events of a subscription', () => {
  it('may be all ten of the document, alone or together', async () => {
    const { status, body } = await dev.create({ ...wanted, events: SUBSCRIBABLE });
    assert.equal(status, 201);
    assert.deepEqual(body.data.events, SUBSCRIBABLE);
  });

  it('are refused by name and path if they are internal or unknown', async () => {
    const events = ['redirect.added', 'order.placed', 'order.exploded', 'Redirect.Added', '__proto__'];
    const problems = problemsOf(await dev.create({ ...wanted, events }));
    assert.deepEqual(
      problems.map(({ path, code }) => [path, code]),
      [
        ['events[1]', 'not_subscribable'],
        ['events[2]', 'unknown_event_type'],
        ['events[3]', 'unknown_event_type'],
        ['events[4]', 'unknown_event_type'],
      ],
    );
    for (const [index, { message }] of problems.entries()) assert.ok(message.includes(events[index + 1]!));
  });

  it('must be a list that is not empty and has no duplicates', async () => {
    for (const events of [
      [],
      ['redirect.added', 'redirect.added'],
      'redirect.added',
      { 0: 'redirect.added' },
      null,
    ]) {
      assert.deepEqual(
        problemsOf(await dev.create({ ...wanted, events })).map((one) => one.path),
        ['events'],
      );
    }
    assert.equal(problemsOf(await dev.create({ ...wanted, events: [7] }))[0]!.path, 'events[0]');
  });
});

describe('an invalid subscription', () => {
  it('gets the problems of the schema and of the rules in one answer, on create and on change', async () => {
    const bad = { name: '', url: 'http://shop.example/', events: ['redirect.added', 'order.placed', 3] };
    const expected = ['events[1]', 'events[2]', 'name', 'url'];
    const paths = (problems: Problem[]) => problems.map((one) => one.path).sort();
    assert.deepEqual(paths(problemsOf(await dev.create(bad))), expected);
    const { id } = (await dev.create(wanted)).body.data;
    const change = { ...bad, active: 'no', backlog: 'burn' };
    const answer = await development.call('PATCH', `${PATH}/${id}`, { token: dev.token, body: change });
    assert.deepEqual(paths(problemsOf(answer)), [...expected, 'active', 'backlog'].sort());
  });

  it('gets one problem per field', async () => {
    const answer = await dev.create({
      name: 'x'.repeat(201),
      url: `https://a.example/${'x'.repeat(3000)}`,
      events: ['x'.repeat(101)],
    });
    assert.deepEqual(
      problemsOf(answer)
        .map((one) => one.path)
        .sort(),
      ['events[0]', 'name', 'url'],
    );
    assert.deepEqual(
      problemsOf(await dev.create({}))
        .map((one) => one.path)
        .sort(),
      ['events', 'name', 'url'],
    );
  });

  it('is not stored', async () => {
    const { tenant, create, token } = await adminOf(development);
    await create({ ...wanted, events: ['order.placed'] });
    assert.deepEqual((await development.call('GET', PATH, { token })).body.data, []);
    const audit = await development.call('GET', '/v1/audit-log?subjectType=webhook_subscription', { token });
    assert.deepEqual(audit.body.data, [], tenant.slug);
  });
});

const refusedEverywhere: [string, string][] = [
  ['http://shop.example/hooks', 'https_required'],
  ['ftp://shop.example/', 'https_required'],
  ['shop.example/hooks', 'invalid_url'],
  ['https://', 'invalid_url'],
  [' https://shop.example/', 'invalid_url'],
  ['https://user:pass@shop.example/', 'credentials_not_allowed'],
  ['https://shop.example/#part', 'fragment_not_allowed'],
  ['https://10.1.2.3/', 'address_not_allowed'],
  ['https://192.168.1.1/', 'address_not_allowed'],
  ['https://172.16.0.1/', 'address_not_allowed'],
  ['https://100.64.0.1/', 'address_not_allowed'],
  ['https://169.254.169.254/latest/meta-data', 'address_not_allowed'],
  ['https://168.63.129.16/', 'address_not_allowed'],
  ['https://0.0.0.0/', 'address_not_allowed'],
  ['https://[fe80::1]/', 'address_not_allowed'],
  ['https://[fd00:ec2::254]/', 'address_not_allowed'],
  ...spellings(0xa9fea9fe).map((host): [string, string] => [`https://${host}/`, 'address_not_allowed']),
];
const refusedInProduction: [string, string][] = [
  ['http://localhost:9000/', 'https_required'],
  ['http://127.0.0.1:9000/', 'https_required'],
  ['https://localhost/', 'address_not_allowed'],
  ['https://hooks.localhost/', 'address_not_allowed'],
  ['https://[::1]/', 'address_not_allowed'],
  ...spellings(0x7f000001).map((host): [string, string] => [`https://${host}/`, 'address_not_allowed']),
];

describe('the URL of a subscription', () => {
  for (const [mode, { create }, refused] of [
    ['development', dev, refusedEverywhere],
    ['production', prod, [...refusedEverywhere, ...refusedInProduction]],
  ] as const) {
    it(`in ${mode} is refused with a readable reason unless it is a public https address`, async () => {
      for (const [url, code] of refused) {
        const [problem, ...others] = problemsOf(await create({ ...wanted, url }));
        assert.deepEqual([problem?.path, problem?.code, others], ['url', code, []], url);
        assert.match(problem!.message, /^[A-Z].{20,}\.$/);
      }
    });
  }

  it('is accepted in both modes if it is a public https address, and stored as written', async () => {
    for (const url of ['https://shop.example', 'https://shop.example:8443/a%20b?c=d&e', 'https://8.8.8.8/']) {
      for (const { create } of [dev, prod])
        assert.equal((await create({ ...wanted, url })).body.data?.url, url);
    }
  });

  it('may be http://localhost in development only', async () => {
    for (const url of ['http://localhost:9000/hook', 'http://127.0.0.1:9000/', 'http://[::1]:9000/']) {
      assert.equal((await dev.create({ ...wanted, url })).status, 201, url);
      assert.equal((await prod.create({ ...wanted, url })).status, 422, url);
    }
  });

  it('follows the same rules on a change as on creation', async () => {
    const { id } = (await prod.create(wanted)).body.data;
    const body = { url: 'https://127.0.0.1/' };
    problemsOf(await production.call('PATCH', `${PATH}/${id}`, { token: prod.token, body }));
    const after = await production.call('GET', `${PATH}/${id}`, { token: prod.token });
    assert.equal(after.body.data.url, wanted.url);
  });
});
