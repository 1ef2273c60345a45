import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { addPerson, COOKIE, refresh, setCookie, signIn, statusOf } from '../testing/people.ts';

const test = await useApp();
const first = await newTenant(test);
const second = await newTenant(test);
const foreign = await newTenant(test);

/** An account that is an editor in the first tenant, a viewer in the second, and unknown in the third. */
async function withTwoTenants() {
  const person = await addPerson(test, first, 'editor');
  test.advance(1000);
  await addPerson(test, second, 'viewer', person.email);
  return person;
}

const tenantsOf = (token: string) => test.call('GET', '/v1/auth/tenants', { token });
const switchTo = (tenant: string, cookie: string, headers = {}) =>
  test.call('POST', '/v1/auth/switch-tenant', {
    body: { tenant },
    headers: { cookie: `${COOKIE}=${cookie}`, ...headers },
  });
const cookieIn = (header: string) => /^[^=]+=([^;]*)/.exec(header)![1]!;

describe('GET /v1/auth/tenants', () => {
  it('lists the tenants of the account, with the role in each, and no other', async () => {
    const { token } = await signIn(test, await withTwoTenants());
    const { status, body } = await tenantsOf(token);
    assert.equal(status, 200);
    assert.deepEqual(body.data, [
      { id: first.id, name: first.slug, slug: first.slug, role: 'editor', current: true },
      { id: second.id, name: second.slug, slug: second.slug, role: 'viewer', current: false },
    ]);
  });

  it('refuses API keys, which belong to one tenant', async () => {
    assert.equal((await tenantsOf(first.key)).status, 403);
  });
});

describe('POST /v1/auth/switch-tenant', () => {
  it('answers as a sign-in to that tenant would, with the role in it', async () => {
    const { cookie } = await signIn(test, await withTwoTenants());
    const { status, body, ...answer } = await switchTo(second.slug, cookie);
    assert.equal(status, 200);
    assert.equal(body.data.tenant.id, second.id);
    assert.equal(body.data.actor.role, 'viewer');
    const me = await test.call('GET', '/v1/me', { token: body.data.accessToken });
    assert.equal(me.body.data.tenant.id, second.id);
    const renewed = await refresh(test, cookieIn(setCookie({ status, body, ...answer })));
    assert.equal(renewed.answer.body.data.tenant.id, second.id);
  });

  it('ends the previous sign-in, so that a tab that still shows the other tenant writes nothing more there', async () => {
    const { token, cookie } = await signIn(test, await withTwoTenants());
    await switchTo(second.slug, cookie);
    assert.equal(await statusOf(test, token), 401);
    assert.equal((await refresh(test, cookie)).answer.status, 401);
  });

  it('gives a foreign tenant the answer for one that never existed, and leaves the sign-in as it is', async () => {
    const { token, cookie } = await signIn(test, await withTwoTenants());
    const [theirs, nobodys] = [await switchTo(foreign.slug, cookie), await switchTo('never-was', cookie)];
    assert.equal(theirs.status, 404);
    const { requestId: _, ...error } = theirs.body.error;
    const { requestId: __, ...same } = nobodys.body.error;
    assert.deepEqual(error, same);
    assert.equal(await statusOf(test, token), 200);
    assert.equal((await refresh(test, cookie)).answer.status, 200);
  });

  it('needs the current refresh cookie; an access token alone does not make a longer sign-in', async () => {
    const { token, cookie } = await signIn(test, await withTwoTenants());
    const withToken = await test.call('POST', '/v1/auth/switch-tenant', {
      token,
      body: { tenant: second.slug },
    });
    assert.equal(withToken.status, 401);
    await refresh(test, cookie);
    assert.equal((await switchTo(second.slug, cookie)).status, 401, 'an outdated one');
  });

  it('refuses an account that was removed from that tenant', async () => {
    const person = await addPerson(test, first, 'viewer');
    const { cookie } = await signIn(test, person);
    const { memberId } = await addPerson(test, second, 'viewer', person.email);
    await test.call('DELETE', `/v1/staff/${memberId}`, { token: await second.staff('owner') });
    assert.equal((await switchTo(second.slug, cookie)).status, 404);
  });

  it('continues the same sign-in when the tenant is the current one', async () => {
    const { token, cookie } = await signIn(test, await withTwoTenants());
    const answer = await switchTo(first.slug, cookie);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.data.tenant.slug, first.slug);
    assert.equal(await statusOf(test, token), 200, 'nothing ended');
    const { body } = await test.call('GET', '/v1/auth/sessions', { token });
    assert.equal(body.data.length, 1);
  });

  it('begins one sign-in for two concurrent switches', async () => {
    const { cookie } = await signIn(test, await withTwoTenants());
    const answers = await Promise.all([switchTo(second.slug, cookie), switchTo(second.slug, cookie)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
  });
});

describe('the endpoints that live on the cookie refuse pages of other sites:', () => {
  const OTHERS: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost:80' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  for (const path of ['refresh', 'switch-tenant', 'sign-out']) {
    it(`POST /v1/auth/${path}`, async () => {
      const { token, cookie } = await signIn(test, await withTwoTenants());
      for (const headers of OTHERS) {
        const answer = await test.call('POST', `/v1/auth/${path}`, {
          headers: { cookie: `${COOKIE}=${cookie}`, host: 'localhost', ...headers },
          ...(path === 'switch-tenant' && { body: { tenant: second.slug } }),
        });
        assert.equal(answer.status, 403, JSON.stringify(headers));
      }
      assert.equal(await statusOf(test, token), 200, 'and nothing happened');
    });
  }

  it('POST /v1/auth/sign-in, which leaves a cookie', async () => {
    const { email, password } = await withTwoTenants();
    for (const headers of OTHERS) {
      const answer = await test.call('POST', '/v1/auth/sign-in', {
        headers: { host: 'localhost', ...headers },
        body: { email, password },
      });
      assert.equal(answer.status, 403, JSON.stringify(headers));
      assert.equal(answer.headers['set-cookie'], undefined);
    }
  });

  it('and accept our own', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' },
      { host: 'localhost:8080', origin: 'http://localhost:8080' },
      {},
    ]) {
      const { cookie } = await signIn(test, await withTwoTenants());
      assert.equal((await refresh(test, cookie, headers)).answer.status, 200);
    }
  });
});
