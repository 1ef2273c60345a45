/** Customers from the schema with only a name and an e-mail address, migrated by an owner who is no superuser. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDatabaseBefore } from '#kernel/testing/upgrade.ts';

const { fill, upgradeTo, read } = await useDatabaseBefore('customers-in-full');
const tenants = [crypto.randomUUID(), crypto.randomUUID()];

it('the migration normalizes e-mail addresses; of several customers with one address, the oldest keeps it', async () => {
  await fill(
    ['tenants', 'customers'],
    tenants.flatMap((id, index): [string, unknown[]][] => [
      [`insert into tenants (id, name, slug, created_at) values ($1, 'T', $2, now())`, [id, `t${index}`]],
      [
        `insert into customers (tenant_id, id, name, email, created_at, updated_at) values
           ($1, gen_random_uuid(), 'Younger', 'ADA@b.example', '2030-01-02', now()),
           ($1, gen_random_uuid(), 'José O''Older', 'Ada@B.example', '2030-01-01', now()),
           ($1, gen_random_uuid(), 'Silent', null, '2030-01-03', now())`,
        [id],
      ],
    ]),
  );
  await upgradeTo('customers-in-full');
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
