/** Checks how much a page of a product's orders reads, with statistics and without. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../../../testing.ts';
import { findSold } from './product-orders.sql.ts';

const ORDERS = 20_000;
const PRODUCT = '01920000-0000-7000-8000-00000000000a';

const test = await useApp();
const tenant = await newTenant(test);
const owner = await connectAsOwner(test.database);
after(() => owner.end());
await owner.query("set session_replication_role = 'replica'");
const id = "('01920000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid";
await owner.query(
  `insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, currency, subtotal, shipping_total,
     discount_total, tax_total, total, created_at)
   select $1, ${id}, n, 'placed', 'unpaid', $1, 'USD', 0, 0, 0, 0, 0, now() from generate_series(1, ${ORDERS}) n`,
  [tenant.id],
);
// Half of the lines name only the SKU, the others the product.
await owner.query(
  `insert into order_lines (tenant_id, order_id, line, sku, name, quantity, unit_price, amount, product_id)
   select $1, ${id}, 1, 'S-' || n % 2, 'Tea', 1, 0, 0, case n % 2 when 0 then $2::uuid end from generate_series(1, ${ORDERS}) n`,
  [tenant.id, PRODUCT],
);

async function read(): Promise<{ blocks: number; lines: number }> {
  return test.db.readInTenant(tenant.id, async (tx) => {
    let blocks = 0;
    const explaining: Tx = {
      ...tx,
      query: async (statement, values) => {
        const { text } = statement as { text: string };
        const { rows } = await tx.query<{ 'QUERY PLAN': string }>(
          `explain (analyze, buffers, format json) ${text}`,
          values,
        );
        const [{ Plan: whole }] = JSON.parse(rows[0]!['QUERY PLAN']);
        blocks = whole['Shared Hit Blocks'] + whole['Shared Read Blocks'];
        return tx.query(statement, values);
      },
    };
    const product = { productId: PRODUCT, variantIds: [], skus: ['S-1', 'S-0'] };
    const lines = await findSold(explaining, product, 25, null);
    return { blocks, lines: lines.length };
  });
}

describe('a page of the orders of a product with thousands', () => {
  const isCheap = async () => {
    const { blocks, lines } = await read();
    assert.equal(lines, 26);
    assert.ok(blocks < 600, `${blocks} blocks`);
  };
  it('reads few rows of tables that were never analysed', isCheap);
  it('reads few rows of analysed tables', async () => {
    await owner.query('analyze orders, order_lines');
    await isCheap();
  });
});
