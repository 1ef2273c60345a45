/**
 * A database in its state before a migration, owned by a role that is no superuser, to test the effect of the migration on its
 * rows.
 */
import { after } from 'node:test';
import pg from 'pg';
import { connectAsOwner, listMigrations } from '#kernel/db/migrate.ts';
import { isOutside, stepsOf } from '#kernel/db/steps.ts';

export type OldDatabase = {
  owner: pg.Client;
  /** Inserts rows as the owner, with the policies suspended, which bind the owner otherwise. */
  fill(tables: string[], statements: [sql: string, values: unknown[]][]): Promise<void>;
  /** Up to and including this migration. */
  upgradeTo(name: string): Promise<void>;
  /** Reads the rows of all tenants. */
  read(sql: string): Promise<unknown[][]>;
};

const server = process.env.TEST_POSTGRES!;

/** `runStep` runs a step of a migration as a transaction. */
export async function useDatabaseBefore(
  migration: string,
  runStep = (owner: pg.Client, sql: string): Promise<unknown> => owner.query(sql),
): Promise<OldDatabase> {
  const superuser = await connectAsOwner({ connectionString: `${server}/postgres` });
  const name = `before_${crypto.randomUUID().replaceAll('-', '')}`;
  await superuser.query(`create role ${name} login createrole password 'owner'`);
  await superuser.query(`create database ${name} owner ${name}`);
  const address = new URL(`${server}/${name}`);
  address.username = name;
  address.password = 'owner';
  const owner = new pg.Client(address.toString());
  await owner.connect();
  after(async () => {
    await owner.end();
    await superuser.query(`drop database ${name} with (force)`);
    await superuser.query(`drop role ${name}`);
    await superuser.end();
  });
  const numberOf = (part: string) => listMigrations().find((each) => each.name.includes(part))!.number;
  await owner.query('create table schema_migrations ()');
  let reached = 0;
  const migrateTo = async (number: number) => {
    for (const migration of listMigrations().slice(reached, number))
      for (const step of stepsOf(migration))
        await (isOutside(step) ? owner.query(step) : runStep(owner, step));
    reached = number;
  };
  await migrateTo(numberOf(migration) - 1);
  return {
    owner,
    async fill(tables, statements) {
      for (const table of tables) await owner.query(`alter table ${table} no force row level security`);
      for (const [sql, values] of statements) await owner.query(sql, values);
      for (const table of tables) await owner.query(`alter table ${table} force row level security`);
    },
    upgradeTo: (part) => migrateTo(numberOf(part)),
    async read(sql) {
      const client = await connectAsOwner({ connectionString: `${server}/${name}` });
      return (await client.query({ text: sql, rowMode: 'array' }).finally(() => client.end())).rows;
    },
  };
}
