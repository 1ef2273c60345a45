import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cloneDatabase } from '#kernel/testing/database.ts';
import { findHoles } from './inspect.ts';
import { connectAsOwner } from './migrate.ts';
import { keepPartitions } from './partitions.ts';

const DAY = 86_400_000;
const NOW = new Date();
const later = (days: number) => new Date(NOW.getTime() + days * DAY);

it('old weeks are dropped whole, and not a day before their time', async (t) => {
  const database = await cloneDatabase();
  const owner = await connectAsOwner(database);
  t.after(() => owner.end().then(database.drop));
  const weeks = async () => {
    const { rows } = await owner.query<{ name: string }>(
      "select relname as name from pg_class where relname ~ '^events_\\d{8}$' order by relname",
    );
    return rows.map((row) => row.name);
  };
  const [oldest] = await weeks();
  assert.deepEqual((await keepPartitions(owner, NOW, 30)).dropped, []);
  // This week ends within seven days, so after 30 more it is at most 37 days old at its beginning.
  assert.deepEqual((await keepPartitions(owner, later(29), 30)).dropped, []);
  const { dropped } = await keepPartitions(owner, later(38), 30);
  assert.ok(dropped.includes(oldest!));
  assert.ok(!(await weeks()).includes(oldest!));
  assert.ok(
    dropped.every((name) => /^(events|event_feed|webhook_deliveries|webhook_attempts)_\d{8}$/.test(name)),
    String(dropped),
  );
});

it('weeks are made ahead, behind the same walls, and making them twice changes nothing', async (t) => {
  const database = await cloneDatabase();
  const owner = await connectAsOwner(database);
  t.after(() => owner.end().then(database.drop));
  const first = await keepPartitions(owner, later(60), 365);
  assert.ok(first.made.length > 0);
  assert.deepEqual((await keepPartitions(owner, later(60), 365)).made, []);
  assert.deepEqual(await findHoles(owner), []);
});
