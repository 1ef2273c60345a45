import type { Tx } from '#kernel/db/db.ts';

/** The names of customers by their ids. */
export async function findNames(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ id: string; name: string }>(
    'select id, name from customers where tenant_id = current_tenant() and id = any ($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
