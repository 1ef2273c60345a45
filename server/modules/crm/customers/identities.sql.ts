import type { Tx } from '#kernel/db/db.ts';

export type Identity = { kind: 'email' | 'phone' | 'external_id'; value: string };

/**
 * Releases some identities and claims others; returns those that another customer has. A concurrent claim of the same identity is
 * waited for; claiming in order prevents deadlocks.
 */
export async function claimIdentities(
  tx: Tx,
  customerId: string,
  { given, taken }: { given: Identity[]; taken: Identity[] },
): Promise<Identity[]> {
  if (given.length > 0) {
    await tx.query(
      `delete from customer_identities where tenant_id = current_tenant() and customer_id = $1
         and (kind, value) in (select * from unnest($2::text[], $3::text[]))`,
      [customerId, kinds(given), values(given)],
    );
  }
  if (taken.length === 0) return [];
  const { rowCount } = await tx.query(
    `insert into customer_identities (tenant_id, kind, value, customer_id)
     select current_tenant(), kind, value, $1 from unnest($2::text[], $3::text[]) as i (kind, value)
     order by kind, value collate "C"
     on conflict on constraint identity_is_of_one_customer_in_a_tenant do nothing`,
    [customerId, kinds(taken), values(taken)],
  );
  if (rowCount === taken.length) return [];
  const { rows } = await tx.query<Identity>(
    `select kind, value from customer_identities where tenant_id = current_tenant() and customer_id <> $1
       and (kind, value) in (select * from unnest($2::text[], $3::text[]))`,
    [customerId, kinds(taken), values(taken)],
  );
  return rows;
}

/** The external references that find a customer: its own, and those of customers merged into it. */
export async function findReferences(tx: Tx, customerId: string): Promise<string[]> {
  const { rows } = await tx.query<{ value: string }>(
    `select value from customer_identities
     where tenant_id = current_tenant() and customer_id = $1 and kind = 'external_id'`,
    [customerId],
  );
  return rows.map((row) => row.value);
}

export async function moveIdentities(tx: Tx, from: string, to: string): Promise<void> {
  await tx.query(
    'update customer_identities set customer_id = $2 where tenant_id = current_tenant() and customer_id = $1',
    [from, to],
  );
}

export async function deleteIdentities(tx: Tx, customerId: string): Promise<void> {
  await tx.query('delete from customer_identities where tenant_id = current_tenant() and customer_id = $1', [
    customerId,
  ]);
}

const kinds = (identities: Identity[]) => identities.map(({ kind }) => kind);
const values = (identities: Identity[]) => identities.map(({ value }) => value);
