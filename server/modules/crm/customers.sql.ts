import type { Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/http/envelope.ts';

export type CustomerRow = {
  id: string;
  name: string;
  email: string | null;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = 'id, name, email, created_at, updated_at';

export async function insertCustomer(
  tx: Tx,
  customer: { id: string; name: string; email: string | null; now: Date },
): Promise<CustomerRow> {
  const { rows } = await tx.query<CustomerRow>(
    `insert into customers (tenant_id, id, name, email, created_at, updated_at)
     values (current_tenant(), $1, $2, $3, $4, $4) returning ${COLUMNS}`,
    [customer.id, customer.name, customer.email, customer.now],
  );
  return rows[0]!;
}

export async function findCustomer(tx: Tx, id: string): Promise<CustomerRow | undefined> {
  const { rows } = await tx.query<CustomerRow>(
    `select ${COLUMNS} from customers where tenant_id = current_tenant() and id = $1`,
    [id],
  );
  return rows[0];
}

export async function listCustomers(tx: Tx, limit: number, after: Position | null): Promise<CustomerRow[]> {
  const { rows } = await tx.query<CustomerRow>(
    `select ${COLUMNS} from customers
     where tenant_id = current_tenant() and ($1::timestamptz is null or (created_at, id) < ($1, $2::uuid))
     order by created_at desc, id desc limit $3`,
    [after?.at ?? null, after?.id ?? null, limit + 1],
  );
  return rows;
}

/** A field that is undefined stays as it is; an e-mail of null is taken away. */
export async function updateCustomer(
  tx: Tx,
  id: string,
  change: { name?: string; email?: string | null },
  now: Date,
): Promise<CustomerRow | undefined> {
  const { rows } = await tx.query<CustomerRow>(
    `update customers set
       name = coalesce($2, name),
       email = case when $3 then $4 else email end,
       updated_at = $5
     where tenant_id = current_tenant() and id = $1 returning ${COLUMNS}`,
    [id, change.name ?? null, change.email !== undefined, change.email ?? null, now],
  );
  return rows[0];
}
