import { type Bind, binding } from '#kernel/db/binding.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/db/newest-first.ts';
import { COLUMNS, type CustomerRow, survivorOf } from '../customers.sql.ts';
import type { Identity } from '../identities.sql.ts';
import { storedUnder } from '../life/work.sql.ts';
import type { Search } from './terms.ts';

export type CustomerFilter = {
  type?: string;
  tag?: string;
  identities: Identity[];
  companyId?: string;
  archived: 'false' | 'true' | 'all';
  createdFrom?: Date;
  createdTo?: Date;
  search?: Search;
};

/** Sorts after every text that begins with the same letters. */
const PAST_ANY = '\u{10ffff}';

/** The statement contains only the requested conditions, so that each combination gets its own plan and index. */
export async function listCustomers(
  tx: Tx,
  filter: CustomerFilter,
  limit: number,
  after: Position | null,
): Promise<CustomerRow[]> {
  const { bind: $, values } = binding();
  const conditions = ['tenant_id = current_tenant()', 'merged_into is null', ...conditionsOf(filter, $)];
  if (after !== null)
    conditions.push(`(created_at, id) < (${$(after.at)}::timestamptz, ${$(after.id)}::uuid)`);
  const { rows } = await tx.query<CustomerRow>(
    `select ${COLUMNS} from customers where ${conditions.join(' and ')}
     order by created_at desc, id desc limit ${$(limit + 1)}`,
    values,
  );
  return rows;
}

export function conditionsOf(filter: CustomerFilter, $: Bind): string[] {
  const { type, tag, identities, companyId, archived, createdFrom, createdTo, search } = filter;
  const conditions: string[] = [];
  if (type !== undefined) conditions.push(`type = ${$(type)}`);
  if (companyId !== undefined)
    conditions.push(`company_id = any (array${storedUnder(survivorOf($(companyId)))})`);
  if (archived !== 'all') conditions.push(`archived_at is ${archived === 'true' ? 'not null' : 'null'}`);
  if (createdFrom !== undefined) conditions.push(`created_at >= ${$(createdFrom)}`);
  if (createdTo !== undefined) conditions.push(`created_at < ${$(createdTo)}`);
  for (const { kind, value } of identities) {
    conditions.push(`id = (
      select customer_id from customer_identities
      where tenant_id = current_tenant() and kind = ${$(kind)} and value = ${$(value)})`);
  }
  if (tag !== undefined) conditions.push(`id in (${having('tag', `term = ${$(tag)}`)})`);
  if (search !== undefined) conditions.push(...searchedFor(search, $));
  return conditions;
}

function searchedFor({ words, digits }: Search, $: Bind): string[] {
  if (words.length === 0) return ['false'];
  const begun = (word: string) => having('word', `term >= ${$(word)} and term < ${$(word + PAST_ANY)}`);
  if (digits === undefined) return words.map((word) => `id in (${begun(word)})`);
  return [`id in (${begun(digits)} union (${words.map(begun).join(' intersect ')}))`];
}

/** The ids of customers with such words in their names, e-mail addresses and numbers. */
export async function findSearched(tx: Tx, search: Search, most: number): Promise<string[]> {
  const { bind: $, values } = binding();
  const { rows } = await tx.query<{ id: string }>(
    `select id from customers where tenant_id = current_tenant() and merged_into is null
       and ${searchedFor(search, $).join(' and ')} limit ${$(most)}`,
    values,
  );
  return rows.map(({ id }) => id);
}

const having = (kind: string, condition: string) =>
  `select customer_id from customer_terms where tenant_id = current_tenant() and kind = '${kind}' and ${condition}`;
