import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { addRedirect, allAre, openInbox, subscribe } from '../testing/receiver.ts';

const PATH = '/v1/webhooks/subscriptions';
const test = await useApp();
const tenant = await newTenant(test);
const token = await tenant.staff('admin');
const wanted = { name: 'Shop', url: 'https://shop.example/hooks', events: ['redirect.added'] };

describe('the audit log', () => {
  it('has one row per change, with author, action, old and new values, and no secret', async () => {
    const me = (await test.call('GET', '/v1/me', { token })).body.data.actor;
    const created = (await test.call('POST', PATH, { token, body: wanted })).body.data;
    const path = `${PATH}/${created.id}`;
    await test.call('PATCH', path, { token, body: { name: 'Shop' } });
    await test.call('PATCH', path, { token, body: { name: 'Store', active: false } });
    await test.call('PATCH', path, { token, body: { active: true, backlog: 'discard' } });
    await test.call('PATCH', path, { token, body: { url: 'http://refused.example/' } });
    await test.call('DELETE', path, { token });
    await test.call('DELETE', path, { token });
    const log = await test.call('GET', `/v1/audit-log?subjectId=${created.id}`, { token });
    const rows = log.body.data.reverse();
    for (const { actor, subject } of rows) {
      assert.deepEqual(actor, { type: 'staff', id: me.id, name: me.name });
      assert.deepEqual(subject, { type: 'webhook_subscription', id: created.id });
    }
    assert.deepEqual(
      rows.map((row: { action: string; details: unknown }) => [row.action, row.details]),
      [
        ['webhook_subscription.created', wanted],
        [
          'webhook_subscription.updated',
          { name: { from: 'Shop', to: 'Store' }, active: { from: true, to: false } },
        ],
        ['webhook_subscription.updated', { active: { from: false, to: true }, backlog: 'discard' }],
        ['webhook_subscription.deleted', { ...wanted, name: 'Store' }],
      ],
    );
    assert.ok(!log.text.includes('whsec_'));
  });
});

describe('signing secrets', () => {
  it('are not in the database as plain text, not even in a stored answer', async () => {
    const headers = { 'idempotency-key': 'kept' };
    const { signingSecret } = (await test.call('POST', PATH, { token, body: wanted, headers })).body.data;
    const dump = await dumpOf(test.database);
    assert.ok(
      dump.includes(signingSecret.slice(0, 8)),
      'the dump has the preview, so it would have the rest',
    );
    const bytes = Buffer.from(signingSecret);
    for (const form of [signingSecret.slice(0, 9), bytes.toString('hex').slice(12), signingSecret.slice(6)]) {
      assert.ok(!dump.includes(form));
    }
  });

  it('can be unsealed only for their own tenant and row: a copied one signs nothing', async (t) => {
    const [own, stranger] = [await newTenant(test), await newTenant(test)];
    const [inbox, foreign] = [await openInbox(t), await openInbox(t)];
    const mine = await subscribe(test, own, inbox);
    const theirs = await subscribe(test, stranger, foreign);
    const owner = await connectAsOwner(test.database);
    await owner.query(
      `update webhook_subscriptions set secret_sealed = (select secret_sealed from webhook_subscriptions where id = $1)
       where id = $2`,
      [theirs.id, mine.id],
    );
    await owner.end();
    const work = test.startWork();
    t.after(() => work.stop());
    await addRedirect(test, own);
    await addRedirect(test, stranger);
    await foreign.arrived(1);
    await allAre(test, stranger, 'delivered');
    assert.equal(inbox.receipts.length, 0);
  });
});

/** Every row of every table as text, read as the owner. */
async function dumpOf(database: typeof test.database): Promise<string> {
  const owner = await connectAsOwner(database);
  try {
    const { rows: tables } = await owner.query("select tablename from pg_tables where schemaname = 'public'");
    const parts = [];
    for (const { tablename } of tables) {
      const { rows } = await owner.query(`select t::text as line from ${tablename} t`);
      parts.push(tablename, ...rows.map((row) => row.line));
    }
    return parts.join('\n');
  } finally {
    await owner.end();
  }
}
