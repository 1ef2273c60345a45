/** Price lists: other prices for some customers, sites, times and quantities. */
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#kernel/db/db.ts';
import { assertBelowLimit } from '#kernel/db/row-limit.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import { newId } from '#kernel/id.ts';
import { DECIMALS, isAmount } from '../products/checks.ts';
import { holdProperties, type Others } from '../products/references.ts';
import {
  deletePriceList,
  type Entry,
  type EntryRow,
  holdVariants,
  insertPriceList,
  lockPriceList,
  type PriceListRow,
  storeEntries,
  updatePriceList,
} from './price-lists.sql.ts';

/** Each line of a cart may try all lists. */
export const MAX_PRICE_LISTS = 200;
const LIMIT = { table: 'price_lists', most: MAX_PRICE_LISTS, plural: 'price lists' };

export type PriceListInput = {
  name: string;
  currency: string;
  startsAt?: string | null;
  endsAt?: string | null;
  priority?: number;
  customerTags?: string[];
  propertyIds?: string[];
  status?: PriceListRow['status'];
};

export async function createPriceList(tx: Tx, now: Date, others: Others, input: PriceListInput) {
  const blank: PriceListRow = {
    ...{ id: newId(), name: input.name, currency: input.currency, starts_at: null, ends_at: null },
    ...{ priority: 0, customer_tags: [], property_ids: [], status: 'active', version: 1 },
    ...{ created_at: now, updated_at: now },
  };
  const row = applyChange(blank, input);
  await assertBelowLimit(tx, LIMIT);
  await assertRight(tx, row, others);
  await insertPriceList(tx, row);
  return presentPriceList(row);
}

/** The currency stays: entries are amounts in it. */
export async function changePriceList(
  tx: Tx,
  now: Date,
  others: Others,
  id: string,
  change: Partial<Omit<PriceListInput, 'currency'>>,
  seen: number | null,
) {
  const before = rowAtVersion(await lockPriceList(tx, id), seen, 'price list');
  const after = applyChange(before, change);
  if (isDeepStrictEqual(before, after)) return presentPriceList(before);
  await assertRight(tx, after, others);
  Object.assign(after, { version: before.version + 1, updated_at: now });
  await updatePriceList(tx, after);
  return presentPriceList(after);
}

const readTime = (text: string | null | undefined, former: Date | null) =>
  text === undefined ? former : text === null ? null : new Date(text);

const applyChange = (row: PriceListRow, change: Partial<PriceListInput>): PriceListRow => ({
  ...row,
  name: change.name ?? row.name,
  starts_at: readTime(change.startsAt, row.starts_at),
  ends_at: readTime(change.endsAt, row.ends_at),
  priority: change.priority ?? row.priority,
  customer_tags: change.customerTags ?? row.customer_tags,
  property_ids: change.propertyIds?.map((id) => id.toLowerCase()) ?? row.property_ids,
  status: change.status ?? row.status,
});

async function assertRight(tx: Tx, row: PriceListRow, others: Others): Promise<void> {
  const problems: Problem[] = [];
  const { starts_at: start, ends_at: end, property_ids: ids } = row;
  if (start !== null && end !== null && start >= end) {
    problems.push({ path: 'endsAt', code: 'too_early', message: 'must be after startsAt' });
  }
  const held = new Set(await holdProperties(tx, [...new Set(ids)].sort(), others));
  ids.forEach((id, index) => {
    if (held.has(id)) return;
    const message = 'must be the id of a property that exists';
    problems.push({ path: `propertyIds[${index}]`, code: 'not_found', message });
  });
  if (problems.length > 0) throw invalid(problems);
}

export async function removePriceList(tx: Tx, id: string, seen: number | null) {
  const row = rowAtVersion(await lockPriceList(tx, id), seen, 'price list');
  await deletePriceList(tx, row.id);
  return { id: row.id, deleted: true as const };
}

/** Entries that the call does not name stay; one without an amount is deleted. */
export async function setEntries(
  tx: Tx,
  now: Date,
  id: string,
  input: { variantId: string; minQuantity: number; amount: number | null }[],
  seen: number | null,
) {
  const row = rowAtVersion(await lockPriceList(tx, id), seen, 'price list');
  const entries = input.map((entry) => ({ ...entry, variantId: entry.variantId.toLowerCase() }));
  const problems = problemsOf(entries);
  const held = new Set(await holdVariants(tx, [...new Set(entries.map(({ variantId }) => variantId))]));
  entries.forEach(({ variantId, amount }, index) => {
    if (amount === null || held.has(variantId)) return;
    const message = 'must be the id of a variant that exists';
    problems.push({ path: `entries[${index}].variantId`, code: 'not_found', message });
  });
  if (problems.length > 0) throw invalid(problems.slice(0, 100));
  const done = await storeEntries(tx, row, entries);
  const isChanged = done.stored + done.deleted > 0;
  const after = { ...row, version: row.version + 1, updated_at: now };
  if (isChanged) await updatePriceList(tx, after);
  return {
    ...done,
    unchanged: entries.length - done.stored - done.deleted,
    version: (isChanged ? after : row).version,
  };
}

function problemsOf(entries: Entry[]): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  entries.forEach(({ variantId, minQuantity, amount }, index) => {
    const path = `entries[${index}]`;
    const key = `${variantId} ${minQuantity}`;
    if (seen.has(key)) {
      problems.push({
        path,
        code: 'not_unique',
        message: 'is for the variant and quantity of another entry',
      });
    }
    seen.add(key);
    if (amount !== null && !isAmount(amount)) {
      problems.push({ path: `${path}.amount`, code: 'too_many_decimals', message: DECIMALS });
    }
  });
  return problems;
}

export const presentPriceList = (row: PriceListRow) => ({
  id: row.id,
  name: row.name,
  currency: row.currency,
  startsAt: row.starts_at?.toISOString() ?? null,
  endsAt: row.ends_at?.toISOString() ?? null,
  priority: row.priority,
  customerTags: row.customer_tags,
  propertyIds: row.property_ids,
  status: row.status,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const presentEntry = (row: EntryRow) => ({
  variantId: row.variant_id,
  productId: row.product_id,
  title: row.title,
  optionValues: row.option_values,
  sku: row.sku,
  minQuantity: row.min_quantity,
  amount: Number(row.amount),
});
