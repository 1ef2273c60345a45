import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Db } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../testing.ts';
import { addPerson, COOKIE, refresh, signIn, statusOf, withSecondApp } from './testing/people.ts';

const test = await useApp();
const tenant = await newTenant(test);
const ada = await addPerson(test, tenant, 'editor');

const signOut = (cookie: string) =>
  test.call('POST', '/v1/auth/sign-out', { headers: { cookie: `${COOKIE}=${cookie}` } });

describe('the caller of a request', () => {
  it('is identified while every connection for sign-ins and refreshes is taken', async () => {
    const [held, other] = [await signIn(test, ada), await signIn(test, ada)];
    const owner = await connectAsOwner(test.database);
    try {
      await owner.query('begin');
      await owner.query('select from sessions where id = $1 for update', [held.cookie.split('.')[0]]);
      let answered = 0;
      const refreshes = Promise.all(
        Array.from({ length: 12 }, () => refresh(test, held.cookie).then(() => answered++)),
      );
      for (let n = 0; n < 3; n++) {
        assert.deepEqual([await statusOf(test, tenant.key), await statusOf(test, other.token)], [200, 200]);
      }
      assert.equal(answered, 0, 'refreshes were over before a caller was found');
      await owner.query('rollback');
      await refreshes;
    } finally {
      await owner.end();
    }
  });

  it('is looked up in one statement with all sign-ins that arrive together, one statement at a time', async () => {
    const tokens = [(await signIn(test, ada)).token, (await signIn(test, ada)).token];
    let [running, most] = [0, 0];
    const counting = (query: Db['identityQuery']): Db['identityQuery'] =>
      async function counted(statement, values) {
        most = Math.max(most, ++running);
        return query<never>(statement, values).finally(() => running--);
      };
    const counted = (db: Db): Db => ({
      ...db,
      identityQuery: counting(db.identityQuery),
      callersQuery: counting(db.callersQuery),
    });
    await withSecondApp(
      test,
      async (app) => {
        const me = (n: number) =>
          app.inject({ url: '/v1/me', headers: { authorization: `Bearer ${tokens[n % 2]}` } });
        const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => me(n)));
        for (const answer of answers) assert.equal(answer.statusCode, 200, answer.body);
      },
      counted,
    );
    assert.equal(most, 1);
  });

  it('is distinguished from others that arrive together: of two sign-ins, the one that ended is refused', async () => {
    const [ended, live] = [await signIn(test, ada), await signIn(test, ada)];
    assert.equal((await signOut(ended.cookie)).status, 200);
    const asked = Array.from({ length: 20 }, (_, n) => statusOf(test, (n % 2 ? live : ended).token));
    const expected = Array.from({ length: 20 }, (_, n) => (n % 2 ? 200 : 401));
    assert.deepEqual(await Promise.all(asked), expected);
  });

  it('is unknown when the token has a space, a tab or padding in it', async () => {
    const { token } = await signIn(test, ada);
    const [head, tail] = [token.slice(0, -10), token.slice(-10)];
    for (const text of [`${head} ${tail}`, `${head}\t${tail}`, `${token}==`, `${token}=`, `\t${token}`])
      assert.equal(await statusOf(test, text), 401, JSON.stringify(text));
    assert.equal(await statusOf(test, token), 200);
  });
});
