import type { Tx } from '#kernel/db/db.ts';
import { PRODUCT_COLUMNS, readProduct } from '../products/products.sql.ts';
import type { Product } from '../products/record.ts';

/** Products in the order of their creation. */
export async function readProducts(tx: Tx, after: string | null, limit: number): Promise<Product[]> {
  const { rows } = await tx.query<Parameters<typeof readProduct>[0]>(
    `select ${PRODUCT_COLUMNS} from products p
     where p.tenant_id = current_tenant() and ($1::uuid is null or p.id > $1) order by p.id limit $2`,
    [after, limit],
  );
  return rows.map(readProduct);
}

/** The handles of categories, by id. */
export async function findCategoryHandles(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ id: string; handle: string }>(
    'select id, handle from categories where tenant_id = current_tenant() and id = any ($1)',
    [ids],
  );
  return new Map(rows.map(({ id, handle }) => [id, handle]));
}
