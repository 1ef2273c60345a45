import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { addPerson, COOKIE, refresh, setCookie, signIn, statusOf } from '../testing/people.ts';

const test = await useApp();
const tenant = await newTenant(test);
const ada = await addPerson(test, tenant, 'editor');

const signOut = (cookie: string, headers = {}) =>
  test.call('POST', '/v1/auth/sign-out', { headers: { cookie: `${COOKIE}=${cookie}`, ...headers } });
const DAY = 86_400_000;

describe('refreshing', () => {
  it('returns a new access token in the shape of a sign-in, and a new cookie', async () => {
    const first = await signIn(test, ada);
    test.advance(601_000);
    assert.equal(await statusOf(test, first.token), 401);
    const next = await refresh(test, first.cookie);
    assert.equal(next.answer.status, 200);
    assert.deepEqual(
      { ...next.answer.body.data, accessToken: '' },
      { ...first.answer.body.data, accessToken: '' },
    );
    assert.equal(await statusOf(test, next.token), 200);
    assert.notEqual(next.cookie, first.cookie);
    assert.match(setCookie(next.answer), /; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  });

  it('works for as long as it is used, and ends after two weeks without use', async () => {
    let { cookie } = await signIn(test, ada);
    for (let week = 0; week < 3; week++) {
      test.advance(13 * DAY);
      ({ cookie } = await refresh(test, cookie));
      assert.notEqual(cookie, '');
    }
    test.advance(14 * DAY);
    assert.equal((await refresh(test, cookie)).answer.status, 401);
  });

  it('shows the role as it is now', async () => {
    const person = await addPerson(test, tenant, 'admin');
    const { cookie } = await signIn(test, person);
    const owner = await tenant.staff('owner');
    await test.call('PATCH', `/v1/staff/${person.memberId}`, { token: owner, body: { role: 'viewer' } });
    assert.equal((await refresh(test, cookie)).answer.body.data.actor.role, 'viewer');
  });

  it('without a cookie, or with one that is not ours, gets 401', async () => {
    const { cookie } = await signIn(test, ada);
    const [id, family, secret] = cookie.split('.');
    const other = (await signIn(test, ada)).cookie.split('.');
    const wrong = [
      '',
      'x',
      id!,
      `${id}.${family}`,
      `${id}.${family}.`,
      `${id}.${other[1]}.${secret}`,
      `${id}.${other[1]}.${other[2]}`,
      `${other[0]}.${family}.${secret}`,
      `${id}.${family}.${secret}x`,
      `${id}.${family}.${secret!.slice(1)}é`,
      'x'.repeat(100_000),
    ];
    for (const value of wrong)
      assert.equal((await refresh(test, value)).answer.status, 401, value.slice(0, 99));
    const none = await test.call('POST', '/v1/auth/refresh');
    assert.equal(none.status, 401);
    assert.equal(none.body.error.code, 'unauthorized');
    assert.equal((await refresh(test, cookie)).answer.status, 200, 'none of these ended the sign-in');
  });
});

describe('a refresh token that was used already', () => {
  it('still works for ten seconds, for a second tab', async () => {
    const { cookie } = await signIn(test, ada);
    const winner = await refresh(test, cookie);
    test.advance(5_000);
    const late = await refresh(test, cookie);
    assert.equal(late.answer.status, 200);
    assert.equal(late.cookie, '', 'the cookie of the first tab stays');
    assert.equal(await statusOf(test, late.token), 200);
    assert.equal((await refresh(test, winner.cookie)).answer.status, 200);
  });

  it('lets two tabs that refresh at the same moment both go on', async () => {
    const { cookie } = await signIn(test, ada);
    const tabs = await Promise.all([refresh(test, cookie), refresh(test, cookie), refresh(test, cookie)]);
    assert.deepEqual(
      tabs.map((tab) => tab.answer.status),
      [200, 200, 200],
    );
    const [kept, ...rest] = tabs.map((tab) => tab.cookie).filter((value) => value !== '');
    assert.deepEqual(rest, []);
    for (const tab of tabs) assert.equal(await statusOf(test, tab.token), 200);
    assert.equal((await refresh(test, kept!)).answer.status, 200);
  });

  it('ends the whole sign-in when it is used again later: a copy was stolen', async () => {
    const { cookie } = await signIn(test, ada);
    const next = await refresh(test, cookie);
    const unconcerned = await signIn(test, ada);
    test.advance(11_000);
    assert.equal((await refresh(test, cookie)).answer.status, 401);
    assert.equal(await statusOf(test, next.token), 401);
    assert.equal((await refresh(test, next.cookie)).answer.status, 401);
    assert.equal(await statusOf(test, unconcerned.token), 200);
  });

  it('ends it also after the copy was exchanged several times', async () => {
    const { cookie } = await signIn(test, ada);
    let thief = await refresh(test, cookie);
    for (let round = 0; round < 3; round++) {
      test.advance(60_000);
      thief = await refresh(test, thief.cookie);
    }
    assert.equal((await refresh(test, cookie)).answer.status, 401);
    assert.equal(await statusOf(test, thief.token), 401);
    assert.equal((await refresh(test, thief.cookie)).answer.status, 401);
  });
});

describe('signing out', () => {
  it('ends the access token and the refresh token, and clears the cookie', async () => {
    const { token, cookie } = await signIn(test, ada);
    const answer = await signOut(cookie);
    assert.deepEqual([answer.status, answer.body.data], [200, { signedOut: true }]);
    assert.match(setCookie(answer), /^__Host-colonnade-refresh=; .*Expires=Thu, 01 Jan 1970/);
    assert.equal(await statusOf(test, token), 401);
    assert.equal((await refresh(test, cookie)).answer.status, 401);
  });

  it('leaves other sign-ins of the same person valid', async () => {
    const [one, other] = [await signIn(test, ada), await signIn(test, ada)];
    await signOut(one.cookie);
    assert.equal(await statusOf(test, other.token), 200);
  });

  it('works with a cookie that has just been replaced, and twice', async () => {
    const { cookie } = await signIn(test, ada);
    const { token } = await refresh(test, cookie);
    assert.equal((await signOut(cookie)).status, 200);
    assert.equal(await statusOf(test, token), 401);
    assert.equal((await signOut(cookie)).status, 200);
  });

  it('needs the secret: the id of a sign-in, which every access token contains, is not enough', async () => {
    const { token, cookie } = await signIn(test, ada);
    const [id, , secret] = cookie.split('.');
    await signOut(`${id}.${'x'.repeat(22)}.${secret}`);
    await signOut(`${id}.${'x'.repeat(22)}.${'x'.repeat(43)}`);
    assert.equal(await statusOf(test, token), 200);
  });
});

describe('a page of another site', () => {
  for (const site of ['cross-site', 'same-site']) {
    it(`cannot refresh or sign out (Sec-Fetch-Site: ${site})`, async () => {
      const { token, cookie } = await signIn(test, ada);
      const headers = { 'sec-fetch-site': site };
      const refused = await refresh(test, cookie, headers);
      assert.equal(refused.answer.status, 403);
      assert.equal(refused.answer.body.error.code, 'forbidden');
      assert.equal(refused.cookie, '');
      assert.equal((await signOut(cookie, headers)).status, 403);
      assert.equal(await statusOf(test, token), 200);
    });
  }

  it('is distinguished from our own pages and from programs', async () => {
    let { cookie } = await signIn(test, ada);
    for (const site of ['same-origin', 'none']) {
      const next = await refresh(test, cookie, { 'sec-fetch-site': site });
      assert.equal(next.answer.status, 200);
      cookie = next.cookie;
    }
  });
});
