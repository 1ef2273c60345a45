/** Stock of a tenant, and rows of work that is under way, for tests over all modules. */
import assert from 'node:assert/strict';
import type { TestApp, TestTenant } from '../../../testing.ts';

let made = 0;

/** A SKU with ten units at a location of its own. */
export async function addStock(test: TestApp, token: string) {
  const call = async (method: string, path: string, body: object) => {
    const answer = await test.call(method, `/v1/inventory${path}`, { token, body });
    assert.ok([200, 201].includes(answer.status), answer.text);
    return answer.body.data;
  };
  const sku = `STOCK-${++made}`;
  await call('POST', '/items', { sku, lowAt: 2 });
  const { id: locationId } = await call('POST', '/locations', { name: 'Shelf', code: sku });
  const { movements } = await call('POST', '/adjustments', {
    reason: 'Delivery',
    lines: [{ sku, locationId, change: 10 }],
  });
  return { sku, locationId: locationId as string, movementId: movements[0].id as string };
}

/** A reservation of the stock, by an order that is not there, as that of a checkout. */
export async function addReservation(
  test: TestApp,
  tenant: TestTenant,
  sku: string,
  locationId: string | null = null,
): Promise<string> {
  const orderId = crypto.randomUUID();
  await test.db.inTenant(tenant.id, (tx) =>
    tx.query(
      `with level as (
         update stock_levels l set reserved = reserved + 1 from inventory_items i
         where l.tenant_id = current_tenant() and i.tenant_id = l.tenant_id and i.id = l.item_id and i.sku = $1
           and ($3::uuid is null or l.location_id = $3)
         returning l.item_id, l.location_id)
       insert into stock_reservations (tenant_id, order_id, item_id, location_id, quantity)
       select current_tenant(), $2, item_id, location_id, 1 from level`,
      [sku, orderId, locationId],
    ),
  );
  return orderId;
}

/** An order that has not met the stock, an item that has not been judged, and settings. */
export async function addStockWork(test: TestApp, tenant: TestTenant): Promise<void> {
  await test.db.inTenant(tenant.id, async (tx) => {
    await tx.query(
      `insert into stock_orders_due (tenant_id, order_id, at, next_at)
       values (current_tenant(), gen_random_uuid(), now(), 'infinity')`,
    );
    await tx.query(
      `insert into stock_items_changed (tenant_id, item_id, at)
       select current_tenant(), id, now() from inventory_items where tenant_id = current_tenant()
       on conflict (tenant_id, item_id) do nothing`,
    );
    await tx.query(
      `insert into item_former_skus (tenant_id, sku, renamed_at, item_id)
       select current_tenant(), 'FORMER', now(), id from inventory_items where tenant_id = current_tenant()
       on conflict do nothing`,
    );
    await tx.query(
      `insert into inventory_settings (tenant_id, imports_take_stock, updated_at)
       values (current_tenant(), false, now()) on conflict do nothing`,
    );
  });
}
