/** The index that PostgreSQL uses for each list, as the app's role under row-level security. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../../../testing.ts';
import { findCustomer } from '../customers.sql.ts';
import { listCustomers } from './list.sql.ts';
import { readFilter } from './list.ts';
import { listByColumn } from './sorted.sql.ts';

const test = await useApp();
const [tenant, neighbour] = [await newTenant(test), await newTenant(test)];
const owner = await connectAsOwner(test.database);
for (const { id } of [tenant, neighbour]) {
  await owner.query(
    `with made as (
       insert into customers (tenant_id, id, name, created_at, updated_at)
       select $1, gen_random_uuid(), 'Customer ' || n, now() - n * interval '1 minute', now()
       from generate_series(1, 10000) n returning id, name),
     named as (
       insert into customer_identities (tenant_id, kind, value, customer_id)
       select $1, 'email', split_part(name, ' ', 2) || '@plans.example', id from made)
     insert into customer_terms (tenant_id, kind, term, customer_id)
     select $1, 'word', split_part(name, ' ', 2), id from made
     union all select $1, 'word', 'customer', id from made
     union all select $1, 'tag', 'rare', id from made where name like '%77'`,
    [id],
  );
}
await owner.query('analyze customers, customer_terms, customer_identities');
await owner.end();

/** The plan of the exact statement that the list sends. */
async function planOf(query: Record<string, string>): Promise<string> {
  const filter = readFilter({ archived: 'false', ...query });
  return test.db.inTenant(tenant.id, async (tx) => {
    const explaining: Tx = { ...tx, query: (sql, values) => tx.query(`explain ${sql}`, values) };
    const rows: unknown[] = await listCustomers(explaining, filter, 25, null);
    return rows.map((row) => (row as { 'QUERY PLAN': string })['QUERY PLAN']).join('\n');
  });
}

const CASES: Record<string, [Record<string, string>, RegExp]> = {
  'no filter': [{}, /customers_newest_first/],
  'a search for few': [{ q: '1234' }, /customer_terms_pkey.*\n.*Index Cond: .*term >= '1234'/],
  'a search for everyone': [{ q: 'cust' }, /customer_terms/],
  'a search for what may be a phone number': [
    { q: '12 34/56' },
    /customer_terms_pkey.*\n.*Index Cond: .*term >= '123456'/,
  ],
  'a tag': [{ tag: 'rare' }, /customer_terms_pkey/],
  'an e-mail address': [{ email: '77@plans.example' }, /identity_is_of_one_customer_in_a_tenant/],
  'a company': [{ companyId: crypto.randomUUID() }, /customers_of_company/],
};
/** The plan of a page in the middle of a sort. */
async function sortedPlanOf(by: 'name' | 'createdAt', descending: boolean): Promise<string> {
  const filter = readFilter({ archived: 'false' });
  const key = by === 'name' ? 'Customer 5' : String(Date.now() - 3_600_000);
  return test.db.inTenant(tenant.id, async (tx) => {
    const explaining: Tx = { ...tx, query: (sql, values) => tx.query(`explain ${sql}`, values) };
    const place = { key, id: crypto.randomUUID() };
    const rows: unknown[] = await listByColumn(explaining, filter, { by, descending }, 25, place);
    return rows.map((row) => (row as { 'QUERY PLAN': string })['QUERY PLAN']).join('\n');
  });
}

for (const [by, index] of [
  ['name', /customers_by_name.*\n.*Index Cond: .*ROW\(\(?name/],
  ['createdAt', /customers_newest_first.*\n.*Index Cond: .*ROW\(created_at/],
] as const) {
  it(`a page sorted by ${by} begins at its place in an index, in both directions`, async () => {
    for (const descending of [true, false]) {
      const plan = await sortedPlanOf(by, descending);
      assert.match(plan, index);
      assert.doesNotMatch(plan, /Sort/);
    }
  });
}

for (const [what, [query, index]] of Object.entries(CASES)) {
  it(`${what} is answered through an index`, async () => {
    const plan = await planOf(query);
    assert.match(plan, index);
    assert.doesNotMatch(plan, /Seq Scan/);
  });
}

it('a customer is found by id through the primary key, even if it was merged', async () => {
  const plan: unknown[] = [];
  await test.db.inTenant(tenant.id, async (tx) => {
    const explain: Tx['query'] = async (sql, values) => {
      const explained = await tx.query(`explain ${sql}`, values);
      plan.push(...explained.rows.map((row) => row['QUERY PLAN']));
      return explained as never;
    };
    await findCustomer({ ...tx, query: explain }, crypto.randomUUID());
  });
  assert.equal(plan.join('\n').match(/customers_pkey/g)?.length, 3);
  assert.doesNotMatch(plan.join('\n'), /Seq Scan/);
});
