/** Every route × every kind of caller, generated from the routes themselves: a new route needs no new line here. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  MODULES,
  ROLE_ORDER,
  type Role,
  reaches,
  SCOPES,
  type Scope,
  scopesThatGrant,
} from '#kernel/auth/actor.ts';
import { STOREFRONT_SCOPE } from '#kernel/auth/shopper.ts';
import { bearersOf } from '#kernel/http/guard.ts';
import { createServer } from '#kernel/http/server.ts';
import { type Answer, newTenant, type TestTenant, useApp } from '../testing.ts';

const test = await useApp({ AUTH_FAILURES_PER_MINUTE: '100000' });
const tenant = await newTenant(test);
/** A server calls for the default property. */
const addProperty = (of: TestTenant) =>
  test.call('POST', '/v1/properties', { token: of.key, body: { name: 'Shop' } });
await addProperty(tenant);
const document = (await test.call('GET', '/v1/openapi.json')).body;

const routes = test.app.routeList.flatMap(({ method, url, needs }) => {
  const operation = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  // Only an API key, among the callers here, may call a storefront route: contract/storefront.test.ts has the others.
  const forServers = needs.storefront && bearersOf(needs).includes('server');
  const access = { public: needs.public, storefront: needs.storefront, forServers };
  const route = { method, url, ...access, role: needs.role, scope: needs.scope };
  const found = { ...route, module: operation?.['x-module'] as string | undefined };
  return method === 'GET' ? [found, { ...found, method: 'HEAD' }] : [found];
});
type Route = (typeof routes)[number];

type Caller = { name: string; token?: string; role?: Role; scopes: readonly string[] | null };

async function staffOf(of: TestTenant): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const role of ROLE_ORDER) {
    callers.push({ name: `the ${role}`, token: await of.staff(role), role, scopes: null });
  }
  return callers;
}

const lastLetter = tenant.key.at(-1) === 'x' ? 'y' : 'x';
const strangers: Caller[] = [
  { name: 'nobody', scopes: null },
  { name: 'garbage', token: 'garbage', scopes: null },
  { name: 'a key with one letter changed', token: tenant.key.slice(0, -1) + lastLetter, scopes: null },
];
const fullKey: Caller = { name: 'a key with every scope', token: tenant.key, role: 'editor', scopes: SCOPES };
const callers = [...strangers, ...(await staffOf(tenant)), fullKey];

/** A key with every scope but the one that the route needs. */
async function keyWithout(of: TestTenant, missing: Scope): Promise<Caller> {
  const granting: string[] = scopesThatGrant(missing);
  const scopes = SCOPES.filter((scope) => !granting.includes(scope));
  return { name: `a key without ${missing}`, token: await of.keyWith(...scopes), role: 'editor', scopes };
}

/** Routes that keys may not call although their role suffices, because they are of no use to a program. */
const isForPeople = ({ method, url }: Route) =>
  url.startsWith('/v1/auth/') ||
  (url === '/v1/me' && method === 'PATCH') ||
  (url.startsWith('/v1/views') && !['GET', 'HEAD'].includes(method));

/** Unknown ids and names: permitted callers get a 404 or a 422, and nothing is changed for the next one. */
const urlOf = (route: Route) =>
  route.url.replace(/:(\w+)/g, (_, name) => (/id$/i.test(name) ? crypto.randomUUID() : 'no-such-thing'));
const takesBody = (route: Route) => ['POST', 'PUT', 'PATCH'].includes(route.method);

const ask = (route: Route, { token }: Caller) =>
  test.call(route.method, urlOf(route), { token, ...(takesBody(route) && { body: {} }) });

/** A caller without the right must not learn the other problems of the request either. */
const askBadly = (route: Route, { token }: Caller) =>
  test.call(route.method, `${urlOf(route)}?limit=none`, {
    token,
    ...(takesBody(route) && { body: 'no JSON', headers: { 'content-type': 'text/plain' } }),
  });

function assertRefused(answer: Answer, status: number, code: string, who: string, details?: object): void {
  assert.equal(answer.status, status, `${who} got ${answer.status}: ${answer.text}`);
  if (answer.body === undefined) return;
  assert.equal(answer.body.error.code, code, who);
  assert.deepEqual(answer.body.error.details, details, who);
}

function assertLetIn(answer: Answer, who: string): void {
  const { status } = answer;
  assert.ok(status !== 401 && status !== 403 && status < 500, `${who} got ${status}: ${answer.text}`);
}

async function check(route: Route, caller: Caller): Promise<void> {
  const { name } = caller;
  const isKey = caller.role !== undefined && caller.scopes !== null;
  if (route.storefront !== undefined && isKey) {
    const isServer = caller.scopes?.includes(STOREFRONT_SCOPE);
    if (isServer && route.forServers) assertLetIn(await ask(route, caller), name);
    else assert.equal((await askBadly(route, caller)).status, 403, name);
  } else if (caller.role === undefined || route.storefront !== undefined) {
    assertRefused(await askBadly(route, caller), 401, 'unauthorized', name);
  } else if (!reaches(caller.role, route.role!)) {
    assertRefused(await askBadly(route, caller), 403, 'forbidden', name, { role: route.role });
  } else if (route.scope && caller.scopes?.includes(route.scope) === false) {
    assertRefused(await askBadly(route, caller), 403, 'forbidden', name, { scope: route.scope });
  } else if (isForPeople(route) && caller.scopes !== null) {
    assertRefused(await askBadly(route, caller), 403, 'forbidden', name);
  } else {
    assertLetIn(await ask(route, caller), name);
  }
}

describe('who may call', () => {
  for (const route of routes.filter((entry) => !entry.public)) {
    const needs = [route.storefront, route.role, route.scope].filter(Boolean).join(' with ');
    it(`${route.method} ${route.url}: ${needs}`, async () => {
      const scope = route.storefront ? STOREFRONT_SCOPE : route.scope;
      const narrow = scope ? [await keyWithout(tenant, scope)] : [];
      for (const caller of [...callers, ...narrow]) await check(route, caller);
    });
  }
});

describe('all callers get the same answer from the public route', () => {
  for (const route of routes.filter((entry) => entry.public)) {
    it(`${route.method} ${route.url}`, async () => {
      const first = await ask(route, strangers[0]!);
      assert.ok(first.status !== 403 && first.status < 500, `${first.status}: ${first.text}`);
      for (const caller of callers)
        assert.equal((await ask(route, caller)).status, first.status, caller.name);
    });
  }
});

describe('with every module switched off', async () => {
  const off = await newTenant(test);
  await addProperty(off);
  const staff = await staffOf(off);
  const owner = staff.at(-1)!;
  for (const name of MODULES) {
    await test.call('POST', `/v1/modules/${name}/deactivate`, { token: owner.token });
  }
  const key: Caller = { name: 'a key with every scope', token: off.key, role: 'editor', scopes: SCOPES };

  for (const route of routes.filter((entry) => entry.module && !entry.storefront)) {
    it(`${route.method} ${route.url} answers module_disabled to permitted callers, and forbidden to the others`, async () => {
      for (const caller of [...staff, key]) {
        const answer = await askBadly(route, caller);
        if (reaches(caller.role!, route.role!)) {
          assertRefused(answer, 403, 'module_disabled', caller.name, { module: route.module });
        } else {
          assertRefused(answer, 403, 'forbidden', caller.name, { role: route.role });
        }
      }
      const caller = await keyWithout(off, route.scope!);
      // The role is checked first, and a key has at most the role of an editor.
      const lacking = reaches(caller.role!, route.role!) ? { scope: route.scope } : { role: route.role };
      assertRefused(await askBadly(route, caller), 403, 'forbidden', caller.name, lacking);
    });
  }

  for (const route of routes.filter((entry) => entry.module && entry.forServers)) {
    it(`${route.method} ${route.url} answers module_disabled to servers`, async () => {
      assertRefused(await askBadly(route, key), 403, 'module_disabled', key.name, { module: route.module });
    });
  }

  it('all other routes work as before', async () => {
    for (const route of routes.filter((entry) => !entry.module && entry.role)) {
      assertLetIn(await ask(route, owner), `${route.method} ${route.url}`);
    }
  });

  it('a route that needs a scope of a module belongs to that module', () => {
    const scoped = routes.filter((route) => route.scope);
    assert.ok(scoped.length > 10);
    for (const { method, url, scope, module } of scoped) {
      const widest = scopesThatGrant(scope!).at(-1)!;
      const named = MODULES.find((name) => widest.split(':')[1]!.startsWith(name));
      assert.equal(module, named, `${method} ${url} needs ${scope}: give its module the gate '${named}'`);
    }
  });
});

it('the server does not start with a route that does not declare who may call it', async () => {
  const app = await createServer({ ...test.kernel, identify: async () => null });
  assert.throws(
    () => app.get('/v1/secrets', async () => 'all of them'),
    /GET \/v1\/secrets does not say who may call it: give it a role, or mark it public/,
  );
});
