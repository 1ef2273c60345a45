import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connect } from '#kernel/db/db.ts';
import { createLog } from '#kernel/log.ts';
import { createMetrics } from '#kernel/metrics.ts';
import { randomBase62 } from '#kernel/secrets.ts';
import { buildApp } from '../../app.ts';
import { newTenant, type TestApp, useApp } from '../../testing.ts';
import { asOwner, spellings } from './testing/owner.ts';
import { addPerson, COOKIE, refresh, signIn } from './testing/people.ts';
import { openShop } from './testing/shoppers.ts';

const test = await useApp();
const tenant = await newTenant(test);
const person = await addPerson(test, tenant, 'owner');

/** Runs the work on a server that logs everything, and returns its log. */
async function logOf(work: (loud: TestApp) => Promise<void>): Promise<string> {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => lines.push(line) });
  const db = connect({ address: test.database, secrets: test.kernel.secrets, connections: 4, log });
  const { app } = await buildApp({ ...test.kernel, db, log, metrics: createMetrics() });
  const call: TestApp['call'] = async (method, url, { token, body, headers } = {}) => {
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: answer.json() };
  };
  try {
    await work({ ...test, app, db, call });
  } finally {
    await app.close();
    await db.close();
  }
  return lines.join('');
}

function assertAbsent(log: string, secrets: string[]): void {
  for (const secret of secrets) {
    assert.ok(secret.length >= 10, `too short to look for: ${secret}`);
    for (const spelling of spellings(secret)) assert.ok(!log.includes(spelling), spelling);
  }
}

const count = (log: string, status: number) =>
  log.match(new RegExp(`"status":${status}\\b`, 'g'))?.length ?? 0;

describe('the log at its most verbose level', () => {
  it('never contains a key, a password, a token or a signing secret of successful requests', async () => {
    const secrets = [person.password, 'the next password'];
    const log = await logOf(async (loud) => {
      const { token, cookie } = await signIn(loud, person);
      const next = await refresh(loud, cookie);
      const key = (
        await loud.call('POST', '/v1/api-keys', { token, body: { label: 'Shop', scopes: ['read:crm'] } })
      ).body.data.key;
      await loud.call('GET', '/v1/me', { token: key });
      const added = await loud.call('POST', '/v1/staff', {
        token,
        body: { email: 'x@log.example', role: 'viewer' },
      });
      const subscribed = await loud.call('POST', '/v1/webhooks/subscriptions', {
        token,
        body: { name: 'Hook', url: 'https://example.com/', events: ['redirect.added'] },
      });
      await loud.call('POST', '/v1/auth/change-password', {
        token,
        body: { currentPassword: person.password, newPassword: 'the next password' },
      });
      person.password = 'the next password';
      await loud.call('POST', '/v1/auth/sign-out', { headers: { cookie: `${COOKIE}=${next.cookie}` } });
      const { signingSecret } = subscribed.body.data;
      secrets.push(
        token,
        next.token,
        cookie,
        next.cookie,
        key,
        key.split('_')[3],
        signingSecret,
        signingSecret.slice(6),
      );
      secrets.push(added.body.data.invitationLink.split('#')[1], added.body.data.invitationLink);
    });
    assert.equal(count(log, 200) + count(log, 201), 8, 'every request was logged');
    assertAbsent(log, secrets);
  });

  it('never contains a cart token, an order link or a customer session, of successful and of refused requests', async () => {
    const { bearers } = await openShop(test, tenant);
    const { publishable: _, server: __, ...secrets } = bearers;
    const log = await logOf(async (loud) => {
      for (const token of Object.values(secrets)) {
        await loud.call('GET', '/v1/storefront/shop', { token });
        await loud.call('GET', '/v1/me', { token });
        await loud.call('GET', `/v1/storefront/${token}`, { token });
        await loud.call('GET', `/v1/storefront/shop?token=${token}`, { token });
        await loud.call('GET', '/v1/storefront/shop', {
          token: tenant.key,
          headers: { 'x-shopper-token': token },
        });
      }
    });
    assert.ok(count(log, 200) >= 4 && count(log, 401) >= 3 && count(log, 422) >= 2, log);
    assertAbsent(log, Object.values(secrets));
    const { rows } = await asOwner(test, (client) =>
      client.query('select r::text as row from request_log r where tenant_id = $1', [tenant.id]),
    );
    assertAbsent(JSON.stringify(rows), [bearers.cart, bearers.order, bearers.customer]);
  });

  it('never contains one of refused requests, wherever in the request it stood', async () => {
    const secret = randomBase62(43);
    const key = `sk_live_${randomBase62(8)}_${secret}`;
    const password = `a wrong password ${randomBase62(9)}`;
    const log = await logOf(async (loud) => {
      const body = { email: person.email, password };
      await loud.call('POST', '/v1/auth/sign-in', { body });
      await loud.call('POST', '/v1/auth/sign-in', { body: JSON.stringify(body).slice(0, -1) });
      await loud.call('POST', '/v1/auth/sign-in', { body: { email: [key], password: { password } } });
      await refresh(loud, `${crypto.randomUUID()}.${randomBase62(22)}.${secret}`);
      await loud.call('GET', '/v1/me', { token: key });
      await loud.call('GET', `/v1/redirects?cursor=${key}`, { token: tenant.key });
      await loud.call('GET', `/v1/${key}`, { token: tenant.key });
      await loud.call('DELETE', `/v1/redirects/${key}`, { token: tenant.key });
      await loud.call('GET', '/v1/me', { token: tenant.key, headers: { 'x-api-key': key } });
    });
    assert.ok(count(log, 401) >= 3 && count(log, 422) >= 2 && count(log, 404) >= 1, log);
    assertAbsent(log, [secret, password, tenant.key, tenant.key.split('_')[3]!]);
  });

  it('never contains one when the database fails in the middle: the answer is one plain 500, the log has the cause', async () => {
    const secret = `sk_live_${randomBase62(8)}_${randomBase62(43)}`;
    const password = `a right password ${randomBase62(9)}`;
    let invitation = '';
    const log = await logOf(async (loud) => {
      const { token } = await signIn(loud, person);
      const invited = await loud.call('POST', '/v1/staff', {
        token,
        body: { email: 'y@log.example', role: 'viewer' },
      });
      invitation = invited.body.data.invitationLink.split('#')[1];
      await asOwner(test, (client) =>
        client.query(`
          create function fail() returns trigger language plpgsql as $$ begin
            raise exception 'could not store %', new using detail = 'the row was ' || new::text;
          end $$;
          create trigger fail before insert on redirects for each row execute function fail();
          create trigger fail before insert on people for each row execute function fail()`),
      );
      const answers = [
        await loud.call('POST', '/v1/redirects', {
          token: tenant.key,
          body: { from: '/x', to: `https://example.com/?key=${secret}` },
        }),
        await loud.call('POST', '/v1/auth/invitations/join', { body: { token: invitation, password } }),
      ];
      for (const { status, body } of answers) {
        const { requestId: _, ...error } = body.error;
        assert.deepEqual(
          { status, error },
          {
            status: 500,
            error: {
              code: 'internal_error',
              message: 'Something went wrong on our side. It has been recorded.',
            },
          },
        );
      }
    });
    assert.match(log, /"level":"error".*could not store/);
    assertAbsent(log, [secret, secret.split('_')[3]!, password, invitation, tenant.key]);
  });
});
