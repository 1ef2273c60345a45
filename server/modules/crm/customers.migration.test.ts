/** Customers from before they had more than a name and an e-mail address, brought over by an owner who is no superuser. */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import pg from 'pg';
import { connectAsOwner, listMigrations } from '#kernel/db/migrate.ts';

const server = process.env.TEST_POSTGRES!;
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

const ours = listMigrations().find(({ name }) => name.includes('customers-in-full'))!;
const before = listMigrations().filter(({ number }) => number < ours.number);
const tenants = [crypto.randomUUID(), crypto.randomUUID()];

it('customers keep their e-mail address in its one spelling; of those who shared one, the oldest has it', async () => {
  await owner.query('create table schema_migrations ()');
  for (const { sql } of before) await owner.query(sql);
  for (const table of ['tenants', 'customers'])
    await owner.query(`alter table ${table} no force row level security`);
  for (const [index, id] of tenants.entries()) {
    await owner.query(`insert into tenants (id, name, slug, created_at) values ($1, 'T', $2, now())`, [
      id,
      `t${index}`,
    ]);
    await owner.query(
      `insert into customers (tenant_id, id, name, email, created_at, updated_at) values
         ($1, gen_random_uuid(), 'Younger', 'ADA@b.example', '2030-01-02', now()),
         ($1, gen_random_uuid(), 'José O''Older', 'Ada@B.example', '2030-01-01', now()),
         ($1, gen_random_uuid(), 'Silent', null, '2030-01-03', now())`,
      [id],
    );
  }
  await owner.query('alter table customers force row level security');
  await owner.query(ours.sql);

  const read = async (sql: string) => (await superuserOf(name, sql)).map((row) => Object.values(row));
  assert.deepEqual(
    await read(
      `select name, email, emails, notes from customers where tenant_id = '${tenants[0]}' order by created_at`,
    ),
    [
      ["José O'Older", 'ada@b.example', ['ada@b.example'], null],
      ['Younger', null, [], 'Shares its e-mail address with an older customer: ada@b.example'],
      ['Silent', null, [], null],
    ],
  );
  const held = 'select kind, value, name from customer_identities i join customers c on c.id = i.customer_id';
  assert.deepEqual(await read(held), Array(2).fill(['email', 'ada@b.example', "José O'Older"]));
  const words = await read(
    `select distinct term from customer_terms t join customers c on c.id = t.customer_id
     where name like 'José%' and term like any('{jose,o,o''older,older,ada@b.example,b}') order by 1`,
  );
  assert.deepEqual(words.flat(), ['ada@b.example', 'b', 'jose', 'o', "o'older", 'older']);
});

async function superuserOf(database: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = await connectAsOwner({ connectionString: `${server}/${database}` });
  return (await client.query(sql).finally(() => client.end())).rows;
}
