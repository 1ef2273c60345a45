import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import { gathering } from '#kernel/db/sharing.ts';

export type LineRow = {
  key: string;
  variant_id: string;
  quantity: number;
  /** JSON. */
  attributes: string | null;
};

export const findLines = gathering(async (tx, cartIds: string[]): Promise<LineRow[][]> => {
  const { rows } = await tx.query<LineRow & { cart_id: string }>(FIND_LINES, [cartIds]);
  const found = new Map(cartIds.map((id) => [id, [] as LineRow[]]));
  for (const { cart_id, ...row } of rows) found.get(cart_id)!.push(row);
  return cartIds.map((id) => found.get(id)!);
});

const FIND_LINES = {
  name: 'find_cart_lines',
  text: `
    select l.* from unnest($1::uuid[]) as asked (id) cross join lateral (
      select cart_id, key, variant_id, quantity, attributes from cart_lines
      where tenant_id = current_tenant() and cart_id = asked.id order by added_at, place, key) l`,
};

export type Added = { cartId: string; now: Date; lines: LineRow[] };

/** Adds quantities to lines that are there already. The cart is locked, and no line exceeds its limit. */
export const addLines = gathering(async (tx, added: Added[]) => {
  const lines = added.flatMap(({ cartId, now, lines }) =>
    lines.map((line, index) => ({ ...line, cartId, at: now.toISOString(), place: index + 1 })),
  );
  await tx.query(ADD_LINES, [
    list(lines, ({ cartId }) => cartId),
    texts(lines, ({ key }) => key),
    list(lines, ({ variant_id }) => variant_id),
    list(lines, ({ quantity }) => quantity),
    texts(lines, ({ attributes }) => attributes),
    list(lines, ({ at }) => at),
    list(lines, ({ place }) => place),
  ]);
  return added.map(() => undefined);
});

const ADD_LINES = {
  name: 'add_cart_lines',
  text: `
    insert into cart_lines as c (tenant_id, cart_id, key, variant_id, quantity, attributes, added_at, place)
    select current_tenant(), l.* from unnest(
      $1::uuid[], $2::text[], $3::uuid[], $4::int[], $5::json[], $6::timestamptz[], $7::int[]) as l
    on conflict (tenant_id, cart_id, key) do update set quantity = c.quantity + excluded.quantity`,
};

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
export const forgetAttributes = gathering(async (tx, cartIds: string[]) => {
  await tx.query(
    `update cart_lines set attributes = null
     where tenant_id = current_tenant() and cart_id = any ($1::uuid[]) and attributes is not null`,
    [cartIds],
  );
  return cartIds.map(() => undefined);
});
