import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { newTenant, useApp } from '../../../testing.ts';
import {
  addRedirect,
  addRedirects,
  allAre,
  deliveriesOf,
  openInbox,
  roundsOf,
  startWork,
  subscribe,
} from '../testing/receiver.ts';

const MINUTE = 60_000;
const test = await useApp();
const bystander = await newTenant(test);

describe('one delivery per event and matching subscription', () => {
  it('is made when two dispatchers share the work', async (t) => {
    const tenant = await newTenant(test);
    const inboxes = [await openInbox(t), await openInbox(t)];
    for (const inbox of inboxes) await subscribe(test, tenant, inbox);
    await subscribe(test, tenant, await openInbox(t), ['media.uploaded']);
    startWork(test, t);
    startWork(test, t);
    await addRedirects(test, tenant, 100);
    await allAre(test, tenant, 'delivered', 200);
    const rows = await deliveriesOf(test, tenant);
    assert.equal(new Set(rows.map((row) => `${row.event_id} ${row.subscription_id}`)).size, 200);
    assert.equal(new Set(rows.map((row) => row.event_id)).size, 100);
  });

  it('is made for events from while no worker was running', async (t) => {
    const tenant = await newTenant(test);
    const inbox = await openInbox(t);
    await subscribe(test, tenant, inbox);
    await addRedirects(test, tenant, 10);
    assert.deepEqual(await deliveriesOf(test, tenant), []);
    startWork(test, t);
    await allAre(test, tenant, 'delivered', 10);
    assert.equal(inbox.receipts.length, 10);
  });

  it('is not made for events from before the subscription', async (t) => {
    const tenant = await newTenant(test);
    const inbox = await openInbox(t);
    await addRedirect(test, tenant);
    test.advance(5);
    await subscribe(test, tenant, inbox);
    const later = await addRedirect(test, tenant);
    startWork(test, t);
    await allAre(test, tenant, 'delivered');
    assert.deepEqual(
      inbox.receipts.map(({ body }) => body.data.id),
      [later.id],
    );
  });

  it('is not made for a refused request', async (t) => {
    const tenant = await newTenant(test);
    const inbox = await openInbox(t);
    await subscribe(test, tenant, inbox);
    const aRoundPasses = await roundsOf(test, t, bystander);
    startWork(test, t);
    const { from } = await addRedirect(test, tenant);
    const again = await test.call('POST', '/v1/redirects', { token: tenant.key, body: { from, to: '/b' } });
    assert.equal(again.status, 409);
    await allAre(test, tenant, 'delivered');
    await aRoundPasses();
    assert.equal((await deliveriesOf(test, tenant)).length, 1);
  });
});

/** Blocks every fan-out just before its commit, until it is released. */
async function holdFanOut(t: TestContext) {
  const owner = await connectAsOwner(test.database);
  await owner.query(`
    create function stall() returns trigger language plpgsql
      as $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
    create trigger stall after insert on webhook_queue for each row execute function stall()`);
  await owner.query('select pg_advisory_lock(1)');
  t.after(async () => {
    await owner.query('drop function stall cascade');
    await owner.end();
  });
  const reached = () =>
    eventually('a fan-out is about to commit', async () => {
      const { rows } = await owner.query("select from pg_locks where locktype = 'advisory' and not granted");
      return rows.length > 0;
    });
  return { reached, letGo: () => owner.query('select pg_advisory_unlock(1)') };
}

describe('a delivery whose subscription changes during the fan-out', () => {
  async function changeMeanwhile(
    t: TestContext,
    before: { active: boolean },
    change: Record<string, unknown> | null,
  ) {
    const tenant = await newTenant(test);
    const inbox = await openInbox(t);
    const subscription = await subscribe(test, tenant, inbox);
    await subscription.change(before);
    const aRoundPasses = await roundsOf(test, t, bystander);
    const fanOut = await holdFanOut(t);
    startWork(test, t);
    await addRedirect(test, tenant);
    await fanOut.reached();
    const changed = change === null ? subscription.remove() : subscription.change(change);
    // A change may either wait for a fan-out or overtake it.
    await Promise.race([changed, new Promise((resolve) => setTimeout(resolve, 500))]);
    await fanOut.letGo();
    await changed;
    await aRoundPasses();
    test.advance(MINUTE);
    await aRoundPasses();
    return { tenant, inbox, subscription };
  }

  it('is held after a pause', async (t) => {
    const { tenant, inbox } = await changeMeanwhile(t, { active: true }, { active: false });
    await allAre(test, tenant, 'held');
    assert.equal(inbox.receipts.length, 0);
  });

  it('is sent after a resume', async (t) => {
    const { tenant } = await changeMeanwhile(t, { active: false }, { active: true });
    await allAre(test, tenant, 'delivered');
  });

  it('is cancelled after a deletion', async (t) => {
    const { tenant, inbox } = await changeMeanwhile(t, { active: true }, null);
    await allAre(test, tenant, 'cancelled');
    assert.equal(inbox.receipts.length, 0);
  });

  it('is cancelled after a deletion while paused', async (t) => {
    const { tenant, inbox } = await changeMeanwhile(t, { active: false }, null);
    await allAre(test, tenant, 'cancelled');
    assert.equal(inbox.receipts.length, 0);
  });
});
