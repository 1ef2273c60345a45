/** A tenant with stock, made by rows, and the functions that a checkout will call. */
import pg from 'pg';
import { asRole, ROLES } from '#kernel/db/db.ts';
import { newId } from '#kernel/id.ts';
import { createReserving } from '../../server/modules/inventory/reservations/reserving.ts';
import { openStage as openEmpty } from '../deliveries/stage.ts';

export const TENANT = '00000000-0000-7000-8000-000000000001';
export const LOCATION = '00000000-0000-7000-8000-00000000000a';
export const ENOUGH = 1_000_000_000;

export type StockStage = Awaited<ReturnType<typeof openStage>>;

export async function openStage() {
  const stage = await openEmpty({});
  const owner = new pg.Client({ connectionString: stage.connectionString });
  await owner.connect();
  await owner.query("insert into tenants (id, name, slug, created_at) values ($1, 'Shop', 'shop', now())", [
    TENANT,
  ]);
  await owner.query(
    `insert into stock_locations (tenant_id, id, name, code, priority, active, property_ids, created_at, updated_at)
     values ($1, $2, 'Warehouse', 'W', 0, true, '{}', now(), now())`,
    [TENANT, LOCATION],
  );
  const { db, clock, secrets } = stage.kernel;
  const addressOf = (role: 'app' | 'batch') =>
    asRole({ connectionString: stage.connectionString }, ROLES[role], secrets.databasePassword(ROLES[role]));
  return {
    ...stage,
    owner,
    addressOf,
    reserve: createReserving(db, clock),
    /** Items with stock; returns the id of the first. */
    async addItems(skus: string[], units: number): Promise<string> {
      const ids = skus.map(() => newId());
      await owner.query('begin');
      await owner.query(
        `insert into inventory_items (tenant_id, id, sku, created_at, updated_at)
         select $1, i.id, i.sku, now(), now() from unnest($2::uuid[], $3::text[]) as i (id, sku)`,
        [TENANT, ids, skus],
      );
      await owner.query(
        `insert into stock_levels (tenant_id, item_id, location_id, on_hand, movements)
         select $1, id, $3, $4::bigint, case when $4 > 0 then 1 end from unnest($2::uuid[]) as i (id)`,
        [TENANT, ids, LOCATION, units],
      );
      if (units > 0) {
        await owner.query(
          `insert into stock_movements (tenant_id, item_id, location_id, seq, id, kind, change, before, after, by, at)
           select $1, id, $3, 1, gen_random_uuid(), 'received', $4, 0, $4, '{}', now() from unnest($2::uuid[]) as i (id)`,
          [TENANT, ids, LOCATION, units],
        );
      }
      await owner.query('commit');
      return ids[0]!;
    },
    /** The difference between counters and rows, over all levels. */
    async difference(): Promise<number> {
      const { rows } = await owner.query(
        `select (select sum(reserved) from stock_levels) - (select coalesce(sum(quantity), 0) from stock_reservations) as n`,
      );
      return Number(rows[0].n);
    },
    async clear(): Promise<void> {
      await owner.query('truncate stock_reservations');
      await owner.query('update stock_levels set reserved = 0');
      await owner.query('vacuum analyze stock_levels');
    },
    close: async () => {
      await owner.end();
      await stage.close();
    },
  };
}
