/** Migrations that run while programs of the version before work on the same tables. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { cloneDatabase } from '#kernel/testing/database.ts';
import { examineStep } from '#kernel/testing/migration-rules.ts';
import { useDatabaseBefore } from '#kernel/testing/upgrade.ts';
import { connectAsOwner, listMigrations } from './migrate.ts';

/** The first migration that the rules bind; the databases of the earlier ones were small. */
const FIRST = 42;

it('every migration leaves the version before at work', async () => {
  const migrations = listMigrations().slice(FIRST - 1);
  const faults: string[] = [];
  let current = '';
  let sql = '';
  const old = await useDatabaseBefore(migrations[0]!.name, async (owner, step) => {
    await owner.query('begin');
    if (current === '') await owner.query(step);
    else faults.push(...(await examineStep(owner, step, sql)).map((fault) => `${current}: ${fault}`));
    return owner.query('commit');
  });
  for (const migration of migrations) {
    ({ name: current, sql } = migration);
    await old.upgradeTo(current);
  }
  assert.deepEqual(faults, []);
});

it('a migration that removes nothing works with every program that the one before works with', () => {
  for (const { number, name, sql, worksWith } of listMigrations().slice(FIRST - 1)) {
    if (/^-- Removes: /m.test(sql)) continue;
    const before = listMigrations()[number - 2]!;
    assert.ok(
      worksWith <= before.worksWith,
      `${name} shuts out programs for which ${before.name} is fine; say "-- Works with: ${before.worksWith}"`,
    );
  }
});

describe('a migration is refused that', async () => {
  const database = await cloneDatabase();
  const owner = await connectAsOwner(database);
  after(async () => {
    await owner.end();
    await database.drop();
  });
  const refused: [what: string, sql: string, fault: RegExp][] = [
    ['drops a table', 'drop table order_lines', /^It removes order_lines\./],
    ['renames a table', 'alter table order_lines rename to lines', /^It removes order_lines\./],
    ['drops a column', 'alter table tenants drop column name', /^It removes tenants\.name\./],
    ['renames a column', 'alter table tenants rename name to title', /^It removes tenants\.name\./],
    [
      'changes a type',
      'alter table tenants alter name type varchar(10)',
      /^It makes tenants\.name character/,
    ],
    [
      'requires a value of rows that it has not looked at',
      'alter table orders alter placed_by set not null',
      /^Writers of orders wait/,
    ],
    [
      'checks all rows behind a lock',
      'alter table orders add constraint a check (version > 0)',
      /^Writers of orders wait/,
    ],
    [
      'checks a foreign key behind a lock',
      'alter table orders add constraint a foreign key (tenant_id) references tenants (id)',
      /^Writers of orders wait/,
    ],
    ['builds an index behind a lock', 'create index a on orders (version)', /^Writers of orders wait/],
    [
      'gives each row another value',
      'alter table orders add column a uuid default gen_random_uuid()',
      /^Writers of orders wait/,
    ],
    ['changes rows', 'update orders set version = version + 1', /^It changes rows of orders\./],
    ['deletes rows', 'delete from orders where version = 0', /^It changes rows of orders\./],
    ['copies rows', 'insert into order_lines select * from order_lines', /^It changes rows of order_lines\./],
  ];
  for (const [what, sql, fault] of refused) {
    it(what, async () => {
      await owner.query('begin');
      const faults = await examineStep(owner, sql).finally(() => owner.query('rollback'));
      assert.ok(
        faults.some((each) => fault.test(each)),
        faults.join('\n') || 'accepted',
      );
    });
  }

  it('not: that adds, that validates by itself, or that says what it removes', async () => {
    for (const sql of [
      "alter table orders add column a text not null default ''",
      'alter table orders add constraint a check (version > 0) not valid',
      'alter table orders validate constraint a',
      'create table notes (tenant_id uuid references tenants (id)); create index on notes (tenant_id)',
      '-- Removes: order_lines.tenant_id, usage_changes\nalter table order_lines drop column tenant_id cascade; drop table usage_changes cascade',
    ]) {
      await owner.query('begin');
      assert.deepEqual(await examineStep(owner, sql), [], sql);
      await owner.query('commit');
    }
  });
});
