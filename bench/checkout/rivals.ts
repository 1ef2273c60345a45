/** The rivals: a transaction for each piece of work, with the rows that it needs at least. */
import { asRole, ROLES } from '#kernel/db/db.ts';
import { findPgbench } from '../orders/ceiling.ts';
import { runPgbench } from '../pgbench.ts';
import type { CheckoutStage } from './stage.ts';

const CLIENTS = 32;
const MOST = 9_000_000_000_000_000_000n;
const uuid = (high: string, low: string) =>
  `(lpad(to_hex(:${high}::bigint), 16, '0') || lpad(to_hex(:${low}::bigint), 16, '0'))::uuid`;

/** Null: this machine has no pgbench. */
export type Rivals = { hold(seconds: number): Promise<number>; line(seconds: number): Promise<number> };

export function openRivals({ kernel, connectionString, tenantId, owner }: CheckoutStage): Rivals | null {
  const pgbench = findPgbench();
  if (pgbench === null) return null;
  const address = asRole({ connectionString }, ROLES.app, kernel.secrets.databasePassword(ROLES.app));
  const inTenant = `select set_config('app.tenant_id', '${tenantId}', true)`;
  const run = (seconds: number, random: Record<string, bigint>, steps: string[]) =>
    runPgbench(pgbench, { address, clients: CLIENTS, seconds, random, steps: [inTenant, ...steps] });
  return {
    /** A unit of the hot SKU: a conditional update and the row of the hold. */
    async hold(seconds) {
      const { rows } = await owner.query(
        `select l.item_id, l.location_id from stock_levels l join inventory_items i on i.tenant_id = l.tenant_id and i.id = l.item_id
         where i.sku = 'HOT'`,
      );
      const { item_id: item, location_id: location } = rows[0];
      return run(seconds, { a: MOST, b: MOST }, [
        `update stock_levels set reserved = reserved + 1
         where tenant_id = '${tenantId}' and item_id = '${item}' and location_id = '${location}' and available >= 1`,
        `insert into stock_reservations (tenant_id, order_id, item_id, location_id, quantity, expires_at)
         values ('${tenantId}', ${uuid('a', 'b')}, '${item}', '${location}', 1, now() + interval '15 minutes')`,
      ]);
    },
    /** A line of one of the tenant's carts: the line, the cart's version, the event and its place in the queue. */
    async line(seconds) {
      const { rows } = await owner.query(
        `select array_agg(id) as carts from (select id from carts where tenant_id = $1 limit 1000) c`,
        [tenantId],
      );
      const carts: string[] = rows[0].carts;
      const cart = `('{${carts.join(',')}}'::uuid[])[:x + 1]`;
      const variant = (await owner.query(`select id from variants where sku = 'SKU-2'`)).rows[0].id;
      return run(seconds, { x: BigInt(carts.length), a: MOST, b: MOST }, [
        `insert into cart_lines as c (tenant_id, cart_id, key, variant_id, quantity, added_at, place)
         values ('${tenantId}', ${cart}, '${variant}', '${variant}', 1, now(), 1)
         on conflict (tenant_id, cart_id, key) do update set quantity = least(9000, c.quantity + 1)`,
        `update carts set version = version + 1, updated_at = now(), idle_at = now() + interval '1 hour'
         where tenant_id = '${tenantId}' and id = ${cart}`,
        `insert into events (tenant_id, id, type, data, created_at) values ('${tenantId}', ${uuid('a', 'b')}, 'cart.updated',
           '{"currency": "EUR","lineCount": 2,"quantity": 2,"subtotal": 19.98,"customerId": null,"version": 2}', now())`,
        `insert into event_queue (tenant_id, id, at, type, next_at)
         values ('${tenantId}', ${uuid('a', 'b')}, now(), 'cart.updated', now())`,
      ]);
    },
  };
}
