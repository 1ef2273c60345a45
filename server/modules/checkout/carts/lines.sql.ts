import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';

export type LineRow = {
  key: string;
  variant_id: string;
  quantity: number;
  /** JSON. */
  attributes: string | null;
};

export async function findLines(tx: Tx, cartId: string): Promise<LineRow[]> {
  const { rows } = await tx.query<LineRow>(
    {
      name: 'find_cart_lines',
      text: `
        select key, variant_id, quantity, attributes from cart_lines
        where tenant_id = current_tenant() and cart_id = $1 order by added_at, place, key`,
    },
    [cartId],
  );
  return rows;
}

/** Adds quantities to lines that are there already. The cart is locked, and no line exceeds its limit. */
export async function addLines(tx: Tx, cartId: string, now: Date, lines: LineRow[]): Promise<void> {
  await tx.query(
    {
      name: 'add_cart_lines',
      text: `
        insert into cart_lines as c (tenant_id, cart_id, key, variant_id, quantity, attributes, added_at, place)
        select current_tenant(), $1, l.key, l.variant_id, l.quantity, l.attributes, $6, l.place
        from unnest($2::text[], $3::uuid[], $4::int[], $5::json[]) with ordinality
          as l (key, variant_id, quantity, attributes, place)
        on conflict (tenant_id, cart_id, key) do update set quantity = c.quantity + excluded.quantity`,
    },
    [
      cartId,
      texts(lines, ({ key }) => key),
      list(lines, ({ variant_id }) => variant_id),
      list(lines, ({ quantity }) => quantity),
      texts(lines, ({ attributes }) => attributes),
      now,
    ],
  );
}

/** Returns false when there is no such line. */
export async function setQuantity(tx: Tx, cartId: string, key: string, quantity: number): Promise<boolean> {
  const { rowCount } =
    quantity === 0
      ? await tx.query(
          'delete from cart_lines where tenant_id = current_tenant() and cart_id = $1 and key = $2',
          [cartId, key],
        )
      : await tx.query(
          'update cart_lines set quantity = $3 where tenant_id = current_tenant() and cart_id = $1 and key = $2',
          [cartId, key, quantity],
        );
  return rowCount > 0;
}

/** Removes the texts of the lines, which may name people. */
export async function forgetAttributes(tx: Tx, cartId: string): Promise<void> {
  await tx.query(
    `update cart_lines set attributes = null
     where tenant_id = current_tenant() and cart_id = $1 and attributes is not null`,
    [cartId],
  );
}
