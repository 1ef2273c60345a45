import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Db } from '#kernel/db/db.ts';
import type { App } from '#kernel/http/app.ts';
import { newId } from '#kernel/id.ts';
import { randomBase62, sha256 } from '#kernel/secrets.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { asOwner } from '../testing/owner.ts';
import { addPerson, COOKIE, refresh, signIn, withSecondApp } from '../testing/people.ts';

const WRONG = 20;
/** One more is allowed every three seconds, and two may be under way when the last is counted. */
const LEEWAY = 12;
const test = await useApp({ AUTH_FAILURES_PER_MINUTE: String(WRONG) });
const tenant = await newTenant(test);
const ada = await addPerson(test, tenant, 'editor');

const post = (app: App, url: string, address: string, cookie: string, body?: object) =>
  app.inject({
    method: 'POST',
    url,
    remoteAddress: address,
    headers: { cookie: `${COOKIE}=${cookie}` },
    ...(body && { payload: body }),
  });

const madeUp = () => `${newId()}.${randomBase62(22)}.${randomBase62(43)}`;

const ASKED: Record<string, (app: App, address: string) => ReturnType<typeof post>> = {
  'refresh tokens': (app, address) => post(app, '/v1/auth/refresh', address, madeUp()),
  'refresh tokens, to sign out': (app, address) => post(app, '/v1/auth/sign-out', address, madeUp()),
  'refresh tokens, to switch': (app, address) =>
    post(app, '/v1/auth/switch-tenant', address, madeUp(), { tenant: tenant.slug }),
  'links, to look up': (app, address) =>
    post(app, '/v1/auth/invitations/look-up', address, '', { token: randomBase62(43) }),
  'links, to join': (app, address) =>
    post(app, '/v1/auth/invitations/join', address, '', {
      token: randomBase62(43),
      password: 'never to be set',
    }),
  'links, to set a password': (app, address) =>
    post(app, '/v1/auth/set-password', address, '', {
      token: randomBase62(43),
      newPassword: 'never to be set',
    }),
};

/** Counts the queries to the database, and how many ran at once. */
function watch() {
  const seen = { asked: 0, most: 0 };
  let running = 0;
  const watched =
    <In extends unknown[]>(ask: (...input: In) => Promise<unknown>) =>
    (...input: In) => {
      seen.asked++;
      seen.most = Math.max(seen.most, ++running);
      return ask(...input).finally(() => running--);
    };
  const reached = (db: Db): Db => ({
    ...db,
    identity: watched(db.identity) as Db['identity'],
    identityQuery: watched(db.identityQuery) as Db['identityQuery'],
  });
  return { seen, reached };
}

describe('a network that makes up', () => {
  for (const [what, ask] of Object.entries(ASKED)) {
    it(`${what} is refused before the database is queried again, and no other network is`, async () => {
      const { seen, reached } = watch();
      await withSecondApp(
        test,
        async (app) => {
          const answers = await Promise.all(Array.from({ length: 80 }, () => ask(app, '192.0.2.1')));
          const late = answers.filter(({ statusCode }) => statusCode === 429);
          assert.ok(late.length >= 80 - WRONG - LEEWAY, `${late.length} were refused`);
          for (const { headers } of late) assert.ok(Number(headers['retry-after']) >= 1);
          // One look-up each, and one statement that counts a wrong link.
          assert.ok(seen.asked <= 2 * (WRONG + LEEWAY), `the database was asked ${seen.asked} times`);
          assert.ok(seen.most <= 2, `${seen.most} connections at once`);
          assert.notEqual((await ask(app, '192.0.2.2')).statusCode, 429);
        },
        reached,
      );
    });
  }

  it('refresh tokens does not keep its neighbours from refreshing theirs', async () => {
    const { cookie } = await signIn(test, ada);
    const from = (token: string) => post(test.app, '/v1/auth/refresh', '192.0.2.3', token);
    const answers = await Promise.all(Array.from({ length: 3 * WRONG }, () => from(madeUp())));
    assert.ok(answers.some(({ statusCode }) => statusCode === 429));
    assert.equal((await from(cookie)).statusCode, 200);
  });
});

it('a refresh token from before tokens were signed is valid', async () => {
  const { cookie } = await signIn(test, ada);
  const [id, family] = cookie.split('.');
  const unsigned = `${id}.${family}.${randomBase62(43)}`;
  await asOwner(test, (owner) =>
    owner.query('update sessions set refresh_hash = $2 where id = $1', [id, sha256(unsigned)]),
  );
  const next = await refresh(test, unsigned);
  assert.equal(next.answer.status, 200);
  assert.equal((await refresh(test, next.cookie)).answer.status, 200);
});
