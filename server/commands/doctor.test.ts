import assert from 'node:assert/strict';
import { after, beforeEach, describe, it, type TestContext } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { cloneDatabase } from '#kernel/testing/database.ts';
import { useProgram } from './testing/program.ts';

const database = await cloneDatabase();
after(() => database.drop());
const { colonnade, json } = useProgram(database);
await colonnade('tenant create --name Acme --owner-email owner@acme.example');

const sql = async (text: string) => {
  const owner = await connectAsOwner(database);
  await owner.query(text).finally(() => owner.end());
};
/** Breaks something for one test. */
const breaking = async (t: TestContext, damage: string, repair: string) => {
  t.after(() => sql(repair));
  await sql(damage);
};
const ill = /^✗ .*$(\n {15}.*$)*/gm;

describe('doctor', () => {
  // The first event of the tenant waits, since no worker runs here; its age must not matter.
  beforeEach(() => sql('update event_queue set next_at = now()'));

  it('finds no problem in a healthy system', async () => {
    const { stdout, exitCode } = await colonnade('doctor');
    assert.equal(exitCode, 0);
    const checks = stdout.split('\n').map((line) => line.slice(0, 14).trimEnd());
    assert.deepEqual(checks, [
      '✓ database',
      '✓ clock',
      '✓ migrations',
      '✓ isolation',
      '✓ roles',
      '✓ owners',
      '✓ events',
      '✓ deliveries',
      '✓ merges',
      '✓ stock',
      '✓ inventory',
    ]);
    const { ok, findings } = await json('doctor');
    assert.equal(ok, true);
    assert.deepEqual(Object.keys(findings[0]), ['check', 'ok', 'warning', 'message']);
  });

  const cases: Record<string, { damage: string; repair: string; complaint: RegExp }> = {
    'a migration that is missing': {
      damage: `create table kept as select * from schema_migrations order by number desc limit 1;
        delete from schema_migrations where number in (select number from kept)`,
      repair: 'insert into schema_migrations select * from kept; drop table kept',
      complaint: /^✗ migrations {3}missing: \d{4}-[a-z-]+; run: npx colonnade migrate$/,
    },
    'a database of a newer version': {
      damage: `insert into schema_migrations (number, name, checksum) values (9999, '9999-later', '')`,
      repair: 'delete from schema_migrations where number = 9999',
      complaint:
        /^✗ migrations {3}The database was migrated by a newer version of Colonnade \(it has "9999-later"\)/,
    },
    'holes in the isolation, one line for each': {
      damage:
        'alter table orders no force row level security; alter table customers no force row level security',
      repair: 'alter table orders force row level security; alter table customers force row level security',
      complaint: /^✗ isolation {4}Table .*row-level security.*\n {15}Table .*row-level security.*$/,
    },
    'events that no worker processes': {
      damage: `update event_queue set next_at = now() - interval '3 hours'`,
      repair: `update event_queue set next_at = now()`,
      complaint: /^✗ events {7}1 waiting, for up to 3 h; is a worker running\?$/,
    },
    'a backlog although a worker runs': {
      damage: `insert into event_queue (tenant_id, id, at, type, next_at, last_error)
          select tenant_id, gen_random_uuid(), at, type, now() - interval '3 hours', 'one of many'
          from (select * from event_queue limit 1) q, generate_series(1, 1200);
        insert into webhook_lanes (tenant_id, subscription_id, holder, until)
          select id, gen_random_uuid(), gen_random_uuid(), now() + interval '1 hour' from tenants`,
      repair: `delete from event_queue where last_error = 'one of many'; delete from webhook_lanes`,
      complaint: /^✗ events {7}1,000 or more waiting, for up to 3 h; a worker is at it$/,
    },
    'parked events': {
      damage: `update event_queue set next_at = 'infinity'`,
      repair: `update event_queue set next_at = now()`,
      complaint:
        /^✗ events {7}none waiting; 1 given up after repeated errors, which the server's log names; to try again, run: npx colonnade retry$/,
    },
    'counters of the stock that are not what their rows add up to': {
      // Foreign keys would refuse it.
      damage: `set session_replication_role = replica;
        insert into stock_locations (tenant_id, id, name, code, priority, active, property_ids, created_at, updated_at)
          select id, id, 'Warehouse', 'W1', 0, true, '{}', now(), now() from tenants;
        insert into inventory_items (tenant_id, id, sku, created_at, updated_at)
          select id, id, 'TEA-1', now(), now() from tenants;
        insert into stock_levels (tenant_id, item_id, location_id, on_hand, movements, reserved)
          select id, id, id, 7, 1, 3 from tenants`,
      repair: `set session_replication_role = replica; delete from stock_levels; delete from inventory_items;
        delete from stock_locations`,
      complaint:
        /^✗ inventory {4}acme: reserved of "TEA-1" at W1 is 3, but its reservations add up to 0\n {15}acme: on_hand of "TEA-1" at W1 is 7, but its movements end at 0$/,
    },
  };
  for (const [what, { damage, repair, complaint }] of Object.entries(cases)) {
    it(`names ${what}, and nothing else`, async (t) => {
      await breaking(t, damage, repair);
      const { stdout, exitCode } = await colonnade('doctor');
      assert.equal(exitCode, 1);
      assert.match((stdout.match(ill) ?? []).join('\n'), complaint);
    });
  }

  it('accepts a database of a newer version that works with this one, and leaves the isolation check to that version', async () => {
    await sql(
      `insert into schema_migrations (number, name, checksum, works_with) values (9999, '9999-later', '', 39);
       create table unknown_here (tenant_id uuid); grant select on unknown_here to colonnade_app`,
    );
    const { stdout, exitCode } = await colonnade('doctor');
    await sql('delete from schema_migrations where number = 9999; drop table unknown_here');
    assert.equal(exitCode, 0, stdout);
    assert.match(
      stdout,
      /^✓ migrations {3}a newer version has migrated on, to 9999-later; this one works with it$/m,
    );
    assert.match(stdout, /^✓ isolation {4}not examined here: the newer version knows its tables$/m);
  });

  it('finds no problem again once the parked event is retried', async () => {
    await sql(`update event_queue set next_at = 'infinity', attempts = 8`);
    assert.match(
      (await colonnade('retry')).stdout,
      /^Tried again from now on: 1 event, 0 merges and erasures, 0 orders for stock\.$/,
    );
    assert.equal((await colonnade('doctor')).exitCode, 0);
    assert.deepEqual(await json('retry'), { events: 0, merges: 0, stock: 0 });
    await assert.rejects(colonnade('retry --tenant nobody'), { message: /^There is no tenant "nobody"/ });
  });

  it('names a secret that is not that of this database', async () => {
    const { stdout, exitCode } = await colonnade('doctor', { COLONNADE_SECRET: 'x'.repeat(32) });
    assert.equal(exitCode, 1);
    assert.match(stdout, /^✗ roles {8}This database was set up with another secret: set COLONNADE_SECRET/m);
  });

  it('names a database that cannot be reached', async () => {
    const { stdout, exitCode } = await colonnade('doctor', { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d' });
    assert.equal(exitCode, 1);
    assert.match(
      stdout,
      /^✗ database {5}The database cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1\.$/,
    );
  });
});
