import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import type { CustomerRow } from './customers.sql.ts';
import { termsOf } from './lists/terms.ts';

/** The ids of the customers, or of their survivors; erased ones are missing. */
export async function findLive(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ asked: string; id: string }>(FIND_LIVE, [ids]);
  return new Map(rows.map(({ asked, id }) => [asked, id]));
}

const FIND_LIVE = {
  name: 'find_live_customers',
  text: `
    select a.id as asked, s.id from customers a join customers s
      on s.tenant_id = current_tenant() and s.id = case when a.merged_into is null then a.id else a.merged_into end
    where a.tenant_id = current_tenant() and a.id = any ($1::uuid[]) and s.erased_at is null`,
};

/** Locks the customers that no other transaction holds, so that no merge or erasure comes before their orders. Returns their ids. */
export async function lockFree(tx: Tx, ids: (string | undefined)[]): Promise<Set<string>> {
  const asked = [...new Set(ids.filter((id) => id !== undefined))];
  if (asked.length === 0) return new Set();
  const { rows } = await tx.query<{ id: string }>(LOCK_FREE, [asked]);
  return new Set(rows.map(({ id }) => id));
}

const LOCK_FREE = {
  name: 'lock_free_customers',
  text: `
    select c.id from (select id from unnest($1::uuid[]) as a (id) order by id) asked
    cross join lateral (
      select c.id from customers c
      where c.tenant_id = current_tenant() and c.id = asked.id and c.merged_into is null and c.erased_at is null
      limit 1 for key share skip locked) c`,
};

/** People with one e-mail address each, in one statement. Returns false if another customer has one of the addresses. */
export async function insertPeople(tx: Tx, rows: CustomerRow[]): Promise<boolean> {
  const terms = rows.flatMap((row) => termsOf(row).map((term) => ({ id: row.id, ...term })));
  const { rows: claimed } = await tx.query<{ count: number }>(INSERT_PEOPLE, [
    list(rows, (row) => row.id),
    texts(rows, (row) => row.name),
    texts(rows, (row) => row.emails[0]!),
    rows[0]!.created_at,
    list(terms, ({ id }) => id),
    list(terms, ({ kind }) => kind),
    texts(terms, ({ term }) => term),
  ]);
  return claimed[0]!.count === rows.length;
}

const INSERT_PEOPLE = {
  name: 'insert_people',
  text: `
    with input as materialized (
      select * from unnest($1::uuid[], $2::text[], $3::text[]) as p (id, name, email)
    ),
    made as (
      insert into customers (tenant_id, id, type, name, emails, phones, addresses, tags, version, created_at, updated_at)
      select current_tenant(), id, 'person', name, array[email], '{}', '[]', '{}', 1, $4, $4 from input
    ),
    claimed as (
      insert into customer_identities (tenant_id, kind, value, customer_id)
      select current_tenant(), 'email', email, id from input order by email collate "C"
      on conflict on constraint identity_is_of_one_customer_in_a_tenant do nothing
      returning customer_id
    ),
    found_by as (
      insert into customer_terms (tenant_id, kind, term, customer_id)
      select current_tenant(), kind, term, id from unnest($5::uuid[], $6::text[], $7::text[]) as t (id, kind, term)
      on conflict do nothing
    )
    select count(*)::int as count from claimed`,
};
