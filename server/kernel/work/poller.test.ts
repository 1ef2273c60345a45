import assert from 'node:assert/strict';
import { after, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { publish } from '#kernel/events/publish.ts';
import { addRedirect, openInbox, startWork, subscribe } from '../../modules/webhooks/testing/receiver.ts';
import { newTenant, type TestTenant, useApp } from '../../testing.ts';
import { POLL_EVERY_MS } from './poller.ts';

const test = await useApp();
const owner = await connectAsOwner(test.database);
after(() => owner.end());
const tenant = await newTenant(test);

/** The promise is a second. A busy machine gets more, yet far less than a loop sleeps that nothing wakes. */
const BOUND_MS = 4_000;
const IDLE_STATEMENTS_PER_SECOND = 20;

/** As another process does whose notification is lost. */
const publishSilently = ({ id }: TestTenant) =>
  test.db.inTenant(id, (tx) => {
    const silent: Tx = { query: tx.query, wakeDispatcher: () => {} };
    return publish(silent, test.now(), {
      type: 'redirect.removed',
      data: { id: tenant.id, from: '/a', to: '/b' },
    });
  });

const waiting = async () =>
  (await owner.query<{ count: number }>('select count(*)::int as count from event_queue')).rows[0]!.count;

async function soon(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + BOUND_MS; !(await holds()); await sleep(5))
    assert.ok(performance.now() < end, `${what}: in vain`);
}

const dispatched = () => soon('the event is dispatched', async () => (await waiting()) === 0);

/** Transactions of this database, as PostgreSQL counts them: an idle connection reports its own after a second. */
async function transactions(): Promise<number> {
  const { rows } = await owner.query<{ count: string }>(
    'select xact_commit as count from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]!.count);
}

function countPolls(t: TestContext): () => number {
  const { acrossTenantsQuery } = test.db;
  let count = 0;
  test.db.acrossTenantsQuery = (statement, values) => {
    if (typeof statement !== 'string' && statement.name.startsWith('poll_for_work')) count++;
    return acrossTenantsQuery(statement, values);
  };
  t.after(() => {
    test.db.acrossTenantsQuery = acrossTenantsQuery;
  });
  return () => count;
}

it('an idle server sends fewer than twenty statements a second', async (t) => {
  startWork(test, t);
  await subscribe(test, tenant, await openInbox(t));
  // The first rounds of all loops come sooner or later on a busy machine, and a poll that is late makes all loops search.
  const seen: string[] = [];
  for (let second = 0; second < 15; second += 3) {
    const [before, began] = [await transactions(), performance.now()];
    await sleep(3_000);
    const perSecond = ((await transactions()) - before) / ((performance.now() - began) / 1_000);
    if (second > 0 && perSecond < IDLE_STATEMENTS_PER_SECOND) return;
    seen.push(perSecond.toFixed(1));
  }
  assert.fail(`${seen.join(', ')} a second`);
});

it('a delivery after idleness waits for no poll', async (t) => {
  const inbox = await openInbox(t);
  const own = await newTenant(test);
  await subscribe(test, own, inbox);
  startWork(test, t);
  const polls = countPolls(t);
  const between: number[] = [];
  for (let n = 1; n <= 8; n++) {
    await sleep(1.5 * POLL_EVERY_MS);
    const before = polls();
    await addRedirect(test, own, `/page-${n}`);
    await inbox.arrived(n);
    between.push(polls() - before);
  }
  // A poll may come by chance, and on a busy machine more than one.
  assert.ok(between.includes(0), `polls between event and delivery: ${between}`);
});

it('a lost notification is made good within a second', async (t) => {
  startWork(test, t);
  await sleep(2 * POLL_EVERY_MS);
  await publishSilently(tenant);
  await dispatched();
});

it('a poll that waits for a lock on one table holds up no work on others for more than a second', async (t) => {
  startWork(test, t);
  await sleep(2 * POLL_EVERY_MS);
  await owner.query('begin; lock table imports in access exclusive mode');
  try {
    await sleep(2 * POLL_EVERY_MS);
    await publishSilently(tenant);
    await dispatched();
  } finally {
    await owner.query('rollback');
  }
});

it('the loops are woken again within a second or two after their connections were lost', async (t) => {
  startWork(test, t);
  await sleep(2 * POLL_EVERY_MS);
  await owner.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and usename = 'colonnade_worker'`,
  );
  await publishSilently(tenant);
  await dispatched();
});

it('work whose time is known ahead begins at its time, between two polls', async (t) => {
  await owner.query("insert into row_changes (name, next_at) values ('polled for', 'infinity')");
  t.after(() => owner.query("delete from row_changes where name = 'polled for'"));
  const lateness: number[] = [];
  let polls = 0;
  const always = { due: 'select $1::timestamptz' };
  const timed = { due: "select next_at from row_changes where name = 'polled for'" };
  const ends = [
    test.kernel.poller.watch(always, () => polls++),
    test.kernel.poller.watch(timed, () => lateness.push(Date.now() - dueAt)),
  ];
  t.after(() => Promise.all(ends.map((end) => end())));
  let dueAt = 0;
  for (let n = 1; n <= 3; n++) {
    const before = polls;
    await soon('a poll', () => polls > before);
    // Soon after the next poll, so that the one after that would be late.
    dueAt = Date.now() + POLL_EVERY_MS + 30;
    await owner.query(
      "update row_changes set next_at = to_timestamp($1 / 1000.0) where name = 'polled for'",
      [dueAt],
    );
    await soon('the work', () => lateness.length >= n);
    await owner.query("update row_changes set next_at = 'infinity' where name = 'polled for'");
    await sleep(POLL_EVERY_MS);
    lateness.splice(n);
  }
  assert.ok(Math.min(...lateness) >= 0, `never early: ${lateness}`);
  assert.ok(Math.min(...lateness) < 100, `milliseconds late: ${lateness}`);
});
