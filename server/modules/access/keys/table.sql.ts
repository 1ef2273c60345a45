/** Statements that API keys and storefront keys share. */
import type { Db, Tx } from '#kernel/db/db.ts';

export type KeyUse = { id: string; tenantId: string; at: Date };

export function keyTable<Row extends object>(table: 'api_keys' | 'storefront_keys', columns: string) {
  const ONE = `${table} where tenant_id = current_tenant() and id = $1`;
  const one = async (tx: Tx, text: string, values: unknown[]): Promise<Row | undefined> =>
    (await tx.query<Row>(text, values)).rows[0];
  return {
    find: (tx: Tx, id: string) => one(tx, `select ${columns} from ${ONE}`, [id]),

    /** Locks the key until the end of the transaction. */
    lock: (tx: Tx, id: string) => one(tx, `select ${columns} from ${ONE} for update`, [id]),

    async relabel(tx: Tx, id: string, label: string): Promise<Row> {
      const row = await one(
        tx,
        `update ${table} set label = $2, version = version + 1
         where tenant_id = current_tenant() and id = $1 returning ${columns}`,
        [id, label],
      );
      return row!;
    },

    /** Null when there is no such key; `changed` is false when it was revoked before. */
    async revoke(tx: Tx, id: string, now: Date): Promise<{ changed: boolean; label: string } | null> {
      const { rows } = await tx.query<{ changed: boolean; label: string }>(
        `with revoked as (
           update ${table} set revoked_at = $2, version = version + 1
           where tenant_id = current_tenant() and id = $1 and revoked_at is null returning id)
         select exists (select from revoked) as changed, label from ${ONE}`,
        [id, now],
      );
      return rows[0] ?? null;
    },

    /** The labels of the tenant's keys among these. */
    async labels(tx: Tx, ids: string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map();
      const { rows } = await tx.query<{ id: string; label: string }>(
        `select id, label from ${table} where tenant_id = current_tenant() and id = any($1)`,
        [ids],
      );
      return new Map(rows.map(({ id, label }) => [id, label]));
    },

    /** Skips a key that is being written at this moment: two processes with the same keys must not wait for each other. */
    async markUsed(db: Db, uses: KeyUse[]): Promise<void> {
      await db.identityQuery(
        `update ${table} k set last_used_at = due.at
         from (
           select k.tenant_id, k.id, u.at
           from ${table} k
           join unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as u (tenant_id, id, at)
             on k.tenant_id = u.tenant_id and k.id = u.id
           where k.last_used_at is null or k.last_used_at < u.at
           for update of k skip locked) due
         where k.tenant_id = due.tenant_id and k.id = due.id`,
        [uses.map((use) => use.tenantId), uses.map((use) => use.id), uses.map((use) => use.at)],
      );
    },
  };
}
