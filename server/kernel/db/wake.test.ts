import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLog } from '#kernel/log.ts';
import { cloneDatabase } from '#kernel/testing/database.ts';
import { connectAsOwner } from './migrate.ts';
import { createAnnouncer, listenForEvents } from './wake.ts';

const log = createLog('silent');

it('a commit in one process wakes another, also after its connection was lost; many commits make one notification', async (t) => {
  const database = await cloneDatabase();
  const owner = await connectAsOwner(database);
  let waiting = Promise.withResolvers<void>();
  const ear = listenForEvents(database.connectionString, () => waiting.resolve(), log);
  t.after(async () => {
    await ear.stop();
    await owner.end();
    await database.drop();
  });
  const woken = async () => {
    await waiting.promise;
    waiting = Promise.withResolvers();
  };
  await woken();
  let told = 0;
  const announce = createAnnouncer((sql) => {
    told += 1;
    return owner.query(sql);
  }, log);
  for (let n = 0; n < 50; n++) announce();
  await woken();
  assert.equal(told, 1);
  await owner.query(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'colonnade listen' and datname = current_database()",
  );
  // The listener connects again by itself, and wakes when it does.
  await woken();
  announce();
  await woken();
});
