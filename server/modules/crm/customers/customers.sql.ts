import type { Tx } from '#kernel/db/db.ts';

export type CustomerRow = {
  id: string;
  type: 'person' | 'company';
  name: string;
  emails: string[];
  phones: string[];
  /** A JSON array. */
  addresses: string;
  tags: string[];
  notes: string | null;
  metadata: string | null;
  external_id: string | null;
  company_id: string | null;
  archived_at: Date | null;
  erased_at: Date | null;
  merged_into: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};

/** SQL expression: the id of a customer, or of its survivor after a merge. It uses CASE because COALESCE is not leakproof. */
export const survivorOf = (id: string): string => `(
  select case when c.merged_into is null then c.id else c.merged_into end
  from customers c where c.tenant_id = (select current_tenant()) and c.id = ${id})`;

/**
 * SQL expression: the number of unfinished merges ahead of the rows stored under a customer. Each will raise their version by
 * one.
 */
export const mergesAhead = (id: string): string => `(
  with recursive ahead (into_id) as (
    select w.into_id from customer_work w
    where w.tenant_id = (select current_tenant()) and w.kind = 'merge' and w.customer_id = ${id}
    union all
    select w.into_id from ahead join customer_work w
      on w.tenant_id = (select current_tenant()) and w.kind = 'merge' and w.customer_id = ahead.into_id)
  select count(*)::int from ahead)`;

/**
 * A person's company is the survivor of the stored company, even if a merge has not updated this row yet; the version includes
 * that.
 */
export const COLUMNS = `id, type, name, emails, phones, addresses, tags, notes, metadata, external_id,
  ${survivorOf('customers.company_id')} as company_id, archived_at, erased_at, merged_into,
  version + ${mergesAhead('customers.company_id')} as version, created_at, updated_at`;

export async function insertCustomer(tx: Tx, row: CustomerRow): Promise<void> {
  await tx.query(
    `insert into customers (tenant_id, id, type, name, emails, phones, addresses, tags, notes, metadata, external_id,
       company_id, version, created_at, updated_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      row.id,
      row.type,
      row.name,
      row.emails,
      row.phones,
      row.addresses,
      row.tags,
      row.notes,
      row.metadata,
      row.external_id,
      row.company_id,
      row.version,
      row.created_at,
      row.updated_at,
    ],
  );
}

/** The id of a merged customer finds its survivor. */
export async function findCustomer(tx: Tx, id: string): Promise<CustomerRow | undefined> {
  const { rows } = await tx.query<CustomerRow>(
    `select ${COLUMNS} from customers where tenant_id = current_tenant() and id = ${survivorOf('$1')}`,
    [id],
  );
  return rows[0];
}

/** The id of the customer, or of its survivor, which stays until commit; undefined if there is none, or it was erased. */
export async function holdCustomer(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from customers
     where tenant_id = current_tenant() and id = ${survivorOf('$1')} and erased_at is null for key share`,
    [id],
  );
  return rows[0]?.id;
}

/** Locks the customer until commit. Orders can still be placed, since they only need the customer to exist. */
export async function lockCustomer(tx: Tx, id: string): Promise<CustomerRow | undefined> {
  const { rows } = await tx.query<CustomerRow>(
    `select ${COLUMNS} from customers where tenant_id = current_tenant() and id = $1 for no key update`,
    [id],
  );
  return rows[0];
}

/** Locks the customer until commit, also against new orders. */
export async function lockAgainstOrders(tx: Tx, id: string): Promise<CustomerRow | undefined> {
  const { rows } = await tx.query<CustomerRow>(
    `select ${COLUMNS} from customers where tenant_id = current_tenant() and id = $1 for update`,
    [id],
  );
  return rows[0];
}

/**
 * Locks every customer that a merge writes or refers to, in the order of ids that all transactions use: both customers, the
 * people and the tombstones of the merged one, and the company that the survivor takes over. New orders wait too.
 */
export async function lockForMerge(
  tx: Tx,
  id: string,
  from: string,
  withPeople: boolean,
): Promise<CustomerRow[]> {
  const { rows } = await tx.query<CustomerRow>(
    `select ${COLUMNS} from customers
     where tenant_id = current_tenant() and id = any(array(
       select unnest(array[$1::uuid, $2::uuid])
       union select id from customers where tenant_id = current_tenant() and company_id = $2 and $3
       union select id from customers where tenant_id = current_tenant() and merged_into = $2
       union select other.company_id from customers own, customers other
         where own.tenant_id = current_tenant() and own.id = $1 and own.company_id is null
           and other.tenant_id = current_tenant() and other.id = $2))
     order by id for update`,
    [id, from, withPeople],
  );
  return rows.filter((row) => row.id === id || row.id === from);
}

/** Locks the company until commit, so that it is not merged or erased before a person has joined it. */
export async function lockCompany(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from customers
     where tenant_id = current_tenant() and id = $1 and type = 'company' and merged_into is null and erased_at is null
     for key share`,
    [id],
  );
  return rowCount > 0;
}

/** Updates a row that this transaction has locked. */
export async function updateCustomer(tx: Tx, row: CustomerRow): Promise<void> {
  await tx.query(
    `update customers set
       name = $2, emails = $3, phones = $4, addresses = $5, tags = $6, notes = $7, metadata = $8, external_id = $9,
       company_id = $10, archived_at = $11, erased_at = $12, merged_into = $13, version = $14, updated_at = $15
     where tenant_id = current_tenant() and id = $1`,
    [
      row.id,
      row.name,
      row.emails,
      row.phones,
      row.addresses,
      row.tags,
      row.notes,
      row.metadata,
      row.external_id,
      row.company_id,
      row.archived_at,
      row.erased_at,
      row.merged_into,
      row.version,
      row.updated_at,
    ],
  );
}
