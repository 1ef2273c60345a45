import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';
import { gathering } from '#kernel/db/sharing.ts';

export type DiscountRow = {
  id: string;
  code: string;
  kind: 'percent' | 'amount' | 'free_shipping';
  /** Percent, or currency units. */
  value: string;
  currency: string | null;
  min_subtotal: string | null;
  product_ids: string[];
  category_ids: string[];
  starts_at: Date | null;
  ends_at: Date | null;
  max_uses: number | null;
  max_uses_per_customer: number | null;
  used: number;
  active: boolean;
  version: number;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `id, code, kind, value, currency, min_subtotal, product_ids, category_ids, starts_at, ends_at, max_uses,
  max_uses_per_customer, active, version, updated_at`;
const DISCOUNTS = `select ${COLUMNS}, used, created_at from discounts where tenant_id = current_tenant()`;

const valuesOf = (row: DiscountRow): unknown[] => [
  ...[
    row.id,
    row.code,
    row.kind,
    row.value,
    row.currency,
    row.min_subtotal,
    row.product_ids,
    row.category_ids,
  ],
  ...[
    row.starts_at,
    row.ends_at,
    row.max_uses,
    row.max_uses_per_customer,
    row.active,
    row.version,
    row.updated_at,
  ],
];

export async function insertDiscount(tx: Tx, row: DiscountRow): Promise<void> {
  await tx.query(
    `insert into discounts (tenant_id, ${COLUMNS}, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [...valuesOf(row), row.created_at],
  );
}

export async function updateDiscount(tx: Tx, row: DiscountRow): Promise<void> {
  await tx.query(
    `update discounts set code = $2, kind = $3, value = $4, currency = $5, min_subtotal = $6, product_ids = $7,
       category_ids = $8, starts_at = $9, ends_at = $10, max_uses = $11, max_uses_per_customer = $12, active = $13,
       version = $14, updated_at = $15
     where tenant_id = current_tenant() and id = $1`,
    valuesOf(row),
  );
}

export async function findDiscount(tx: Tx, id: string): Promise<DiscountRow | undefined> {
  const { rows } = await tx.query<DiscountRow>(`${DISCOUNTS} and id = $1`, [id]);
  return rows[0];
}

export async function findDiscountByCode(tx: Tx, code: string): Promise<DiscountRow | undefined> {
  const { rows } = await tx.query<DiscountRow>(`${DISCOUNTS} and code_key = upper($1)`, [code]);
  return rows[0];
}

/** In the order of the ids; deleted ones are missing. */
export const findDiscounts = gathering(async (tx, asked: string[][]): Promise<DiscountRow[][]> => {
  const all = [...new Set(asked.flat())];
  if (all.length === 0) return asked.map(() => []);
  const { rows } = await tx.query<DiscountRow>(
    { name: 'find_discounts', text: `${DISCOUNTS} and id = any ($1::uuid[])` },
    [all],
  );
  return asked.map((ids) => ids.flatMap((id) => rows.filter((row) => row.id === id)));
});

export async function lockDiscount(tx: Tx, id: string): Promise<DiscountRow | undefined> {
  const { rows } = await tx.query<DiscountRow>(`${DISCOUNTS} and id = $1 for no key update`, [id]);
  return rows[0];
}

/** Waits for the transactions that use a code without a limit, and lets none begin before the commit. */
export async function lockForLimit(tx: Tx, id: string): Promise<void> {
  await tx.query('select from discounts where tenant_id = current_tenant() and id = $1 for update', [id]);
}

export const listDiscounts = (tx: Tx, limit: number, after: Position | null) =>
  listNewestFirst<DiscountRow>(tx, DISCOUNTS, [], limit, after);

export async function deleteDiscount(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from discounts where tenant_id = current_tenant() and id = $1', [id]);
}
