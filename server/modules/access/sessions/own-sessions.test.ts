import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { addPerson, refresh, signIn, statusOf } from '../testing/people.ts';

const test = await useApp();
const tenant = await newTenant(test);
const elsewhere = await newTenant(test);

const list = async (token: string) => (await test.call('GET', '/v1/auth/sessions', { token })).body.data;

describe('one’s own sign-ins', () => {
  it('are listed with address, browser and tenant, without those that have ended', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    await addPerson(test, elsewhere, 'viewer', person.email);
    const stranger = await signIn(test, await addPerson(test, tenant, 'owner'));
    const there = await signIn(test, person, elsewhere.slug);
    const over = await signIn(test, person, tenant.slug);
    const here = await signIn(test, person, tenant.slug);
    await test.call('POST', '/v1/auth/sign-out', {
      headers: { cookie: `__Host-colonnade-refresh=${over.cookie}` },
    });
    test.advance(60_000);
    await refresh(test, there.cookie);
    const sessions = await list(here.token);
    assert.deepEqual(
      sessions.map((session: Record<string, unknown>) => [
        (session.tenant as { slug: string }).slug,
        session.current,
        session.address,
      ]),
      [
        [elsewhere.slug, false, '127.0.0.1'],
        [tenant.slug, true, '127.0.0.1'],
      ],
    );
    assert.match(sessions[0].userAgent, /lightMyRequest/);
    assert.ok(sessions[0].lastUsedAt > sessions[0].createdAt);
    assert.equal((await list(stranger.token)).length, 1);
  });

  it('can be ended one by one, from the next request on, and by their own account only', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const [here, there] = [await signIn(test, person), await signIn(test, person)];
    const stranger = await signIn(test, await addPerson(test, tenant, 'owner'));
    const other = (await list(here.token)).find((session: { current: boolean }) => !session.current);
    const end = (token: string) => test.call('DELETE', `/v1/auth/sessions/${other.id}`, { token });
    assert.equal((await end(stranger.token)).status, 404);
    assert.equal(await statusOf(test, there.token), 200);
    assert.equal((await end(here.token)).status, 200);
    assert.equal(await statusOf(test, there.token), 401);
    assert.equal((await refresh(test, there.cookie)).answer.status, 401);
    assert.equal((await end(here.token)).status, 404);
  });

  it('can be ended all at once, except the calling one', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const here = await signIn(test, person);
    const others = [await signIn(test, person), await signIn(test, person)];
    const { body } = await test.call('POST', '/v1/auth/sessions/end-others', { token: here.token });
    assert.deepEqual(body.data, { ended: 2 });
    for (const { token } of others) assert.equal(await statusOf(test, token), 401);
    assert.equal(await statusOf(test, here.token), 200);
  });
});
