import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const token = await tenant.staff('admin');

async function twice(url: string, body: unknown) {
  const headers = { 'idempotency-key': 'once' };
  const first = await test.call('POST', url, { token, body, headers });
  const replay = await test.call('POST', url, { token, body, headers });
  assert.deepEqual([first.status, replay.status], [201, 201]);
  assert.equal(replay.headers['idempotent-replayed'], 'true');
  assert.equal(replay.body.data.id, first.body.data.id);
  return { first: first.body.data, replay };
}

/** Every row of every table of this database, as text. */
async function everythingStored(): Promise<string> {
  const owner = await connectAsOwner(test.database);
  try {
    const { rows: tables } = await owner.query(
      `select format('select t::text as text from %I t', table_name) as sql from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const contents = [];
    for (const { sql } of tables) contents.push(...(await owner.query(sql)).rows);
    return JSON.stringify(contents);
  } finally {
    await owner.end();
  }
}

async function assertNotStored(secret: string): Promise<void> {
  const everything = await everythingStored();
  assert.ok(everything.includes(tenant.id), 'rows of this tenant were looked at');
  assert.equal(everything.includes(secret), false);
}

describe('a secret that is shown once:', () => {
  it('a replay of a new API key does not show the key, and it is not stored', async () => {
    const { first, replay } = await twice('/v1/api-keys', { label: 'shop', scopes: ['read:crm'] });
    assert.match(first.key, /^sk_live_/);
    assert.equal(replay.body.data.key, null);
    await assertNotStored(first.key.split('_').at(-1));
    assert.equal((await test.call('GET', '/v1/me', { token: first.key })).status, 200);
  });

  it('a replay of a new subscription shows the preview of the signing secret, and it is not stored', async () => {
    const body = { name: 'hook', url: 'http://localhost:9/hook', events: ['redirect.added'] };
    const { first, replay } = await twice('/v1/webhooks/subscriptions', body);
    assert.match(first.signingSecret, /^whsec_.{20,}/);
    assert.equal(replay.body.data.signingSecret, first.signingSecret.slice(0, 8));
    await assertNotStored(first.signingSecret.slice('whsec_'.length + 4));
  });

  it('a replay of an invitation does not show its link, and it is not stored', async () => {
    const { first, replay } = await twice('/v1/staff', { email: 'new@staff.example', role: 'viewer' });
    const [, secret] = first.invitationLink.split('#');
    assert.ok(secret.length >= 40);
    assert.equal(replay.body.data.invitationLink, null);
    await assertNotStored(secret);
  });
});
