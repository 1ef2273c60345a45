/** Discount codes: percent, amount or free shipping, with limits of time and uses. */

import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from 'typebox';
import { type Tx, violates } from '#kernel/db/db.ts';
import { conflict, invalid, type Problem } from '#kernel/errors.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import { Nullable, OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject, named } from '#kernel/http/named.ts';
import { newId } from '#kernel/id.ts';
import { currencyExponent, toMinor } from '#shared/money.ts';
import { decimalsMessage } from '#shared/order-totals.ts';
import { Currency, Money } from '../fields.ts';
import {
  type DiscountRow,
  deleteDiscount,
  insertDiscount,
  lockDiscount,
  lockForLimit,
  updateDiscount,
} from './discounts.sql.ts';
import { countUses } from './uses.sql.ts';

const KINDS = ['percent', 'amount', 'free_shipping'] as const;
const Limit = (description: string) =>
  Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description }));

const fields = {
  code: Text(100, 'Upper and lower case are the same.'),
  kind: OneOf(KINDS),
  value: Money('Percent, or currency units; not for free_shipping.'),
  currency: Nullable({ ...Currency(), description: 'An amount needs one; null: any.' }),
  minSubtotal: Nullable(Money('The code applies from this subtotal on. It needs a currency.')),
  productIds: Type.Array(Uuid(), {
    maxItems: 500,
    description: 'With categoryIds: the lines it covers. Both empty: all.',
  }),
  categoryIds: Type.Array(Uuid(), { maxItems: 500 }),
  startsAt: Nullable(Time()),
  endsAt: Nullable(Time()),
  maxUses: Limit('In all; null: any number.'),
  maxUsesPerCustomer: Limit('By one customer; null: any number.'),
  active: Type.Boolean(),
};
const { code, kind, ...others } = fields;
export const NewDiscount = NamedObject('NewDiscount', {
  code,
  kind,
  ...Type.Partial(Type.Object(others)).properties,
});
export type NewDiscount = Static<typeof NewDiscount>;
export const DiscountChange = named('DiscountChange', Type.Partial(NewDiscount));
export type DiscountChange = Static<typeof DiscountChange>;
export const Discount = NamedObject('Discount', {
  id: Type.String(),
  ...fields,
  used: Type.Integer({ description: 'Without a limit, it is counted some seconds later.' }),
  version: Type.Integer(),
  createdAt: Time(),
  updatedAt: Time(),
});

export async function createDiscount(tx: Tx, now: Date, input: NewDiscount) {
  const blank: DiscountRow = {
    ...{ id: newId(), code: '', kind: input.kind, value: '0', currency: null, min_subtotal: null },
    ...{ product_ids: [], category_ids: [], starts_at: null, ends_at: null, max_uses: null },
    ...{ max_uses_per_customer: null, used: 0, active: true, version: 1, created_at: now, updated_at: now },
  };
  const row = applyChange(blank, input);
  assertRight(row);
  await insertDiscount(tx, row).catch(refuseTaken);
  return presentDiscount(row);
}

export async function changeDiscount(
  tx: Tx,
  now: Date,
  id: string,
  change: DiscountChange,
  seen: number | null,
) {
  let before = rowAtVersion(await lockDiscount(tx, id), seen, 'discount');
  if (before.max_uses === null && change.maxUses != null) {
    // The limit counts the uses that no worker has added yet, and those of orders that are being placed.
    await lockForLimit(tx, id);
    while ((await countUses(tx, 1_000, before.id)) > 0);
    before = (await lockDiscount(tx, id))!;
  }
  const after = applyChange(before, change);
  if (isDeepStrictEqual(presentDiscount(before), presentDiscount(after))) return presentDiscount(before);
  assertRight(after);
  const saved = { ...after, version: before.version + 1, updated_at: now };
  await updateDiscount(tx, saved).catch(refuseTaken);
  return presentDiscount(saved);
}

export async function removeDiscount(tx: Tx, id: string, seen: number | null) {
  const row = rowAtVersion(await lockDiscount(tx, id), seen, 'discount');
  await deleteDiscount(tx, row.id);
  return { id: row.id, deleted: true as const };
}

const timeOf = (text: string | null | undefined, former: Date | null) =>
  text === undefined ? former : text === null ? null : new Date(text);
const lower = (ids: string[]) => [...new Set(ids.map((id) => id.toLowerCase()))];

const applyChange = (row: DiscountRow, change: DiscountChange): DiscountRow => ({
  ...row,
  code: change.code?.trim() ?? row.code,
  kind: change.kind ?? row.kind,
  value: change.value === undefined ? row.value : String(change.value),
  currency: change.currency === undefined ? row.currency : change.currency,
  min_subtotal:
    change.minSubtotal === undefined ? row.min_subtotal : (change.minSubtotal?.toString() ?? null),
  product_ids: change.productIds === undefined ? row.product_ids : lower(change.productIds),
  category_ids: change.categoryIds === undefined ? row.category_ids : lower(change.categoryIds),
  starts_at: timeOf(change.startsAt, row.starts_at),
  ends_at: timeOf(change.endsAt, row.ends_at),
  max_uses: change.maxUses === undefined ? row.max_uses : change.maxUses,
  max_uses_per_customer:
    change.maxUsesPerCustomer === undefined ? row.max_uses_per_customer : change.maxUsesPerCustomer,
  active: change.active ?? row.active,
});

function assertRight(row: DiscountRow): void {
  const problems: Problem[] = [];
  const report = (path: string, code: string, message: string) => problems.push({ path, code, message });
  const exponent = row.currency === null ? undefined : currencyExponent(row.currency);
  const value = Number(row.value);
  if (row.code === '') report('code', 'required', 'must not be blank');
  if (row.kind === 'percent' && (value <= 0 || value > 100))
    report('value', 'out_of_range', 'must be above 0 and up to 100');
  if (row.kind === 'percent' && toMinor(value, 4) === null)
    report('value', 'too_many_decimals', decimalsMessage(4));
  if (row.kind === 'amount' && value <= 0) report('value', 'too_small', 'must be above 0');
  if (row.kind === 'free_shipping' && value !== 0) report('value', 'not_allowed', 'is not for free_shipping');
  if (row.currency === null && (row.kind === 'amount' || row.min_subtotal !== null)) {
    report('currency', 'required', 'is needed for an amount and for minSubtotal');
  }
  if (exponent !== undefined) {
    if (row.kind === 'amount' && toMinor(value, exponent) === null) {
      report('value', 'too_many_decimals', decimalsMessage(exponent));
    }
    if (row.min_subtotal !== null && toMinor(Number(row.min_subtotal), exponent) === null) {
      report('minSubtotal', 'too_many_decimals', decimalsMessage(exponent));
    }
  }
  if (row.starts_at !== null && row.ends_at !== null && row.starts_at >= row.ends_at) {
    report('endsAt', 'too_early', 'must be after startsAt');
  }
  if (row.max_uses !== null && row.max_uses < row.used) {
    report('maxUses', 'too_small', `must not be below the ${row.used} uses so far`);
  }
  if (problems.length > 0) throw invalid(problems);
}

function refuseTaken(error: unknown): never {
  if (!violates(error, 'a_code_is_one_discount')) throw error;
  throw conflict('There is a discount with this code already.');
}

export const presentDiscount = (row: DiscountRow) => ({
  id: row.id,
  code: row.code,
  kind: row.kind,
  value: Number(row.value),
  currency: row.currency,
  minSubtotal: row.min_subtotal === null ? null : Number(row.min_subtotal),
  productIds: row.product_ids,
  categoryIds: row.category_ids,
  startsAt: row.starts_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
  maxUses: row.max_uses,
  maxUsesPerCustomer: row.max_uses_per_customer,
  used: row.used,
  active: row.active,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
