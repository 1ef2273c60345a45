/** Turns the lines of a request into rows: finds their variants, and joins lines that are the same. */
import type { Tx } from '#kernel/db/db.ts';
import { AppError, invalid, type Problem } from '#kernel/errors.ts';
import { sha256 } from '#kernel/secrets.ts';
import type { ForSale, Others } from '../others.ts';
import { MAX_ATTRIBUTE_BYTES, MAX_LINES, MAX_UNITS, type NewLine } from './fields.ts';
import type { LineRow } from './lines.sql.ts';

/** Variants that are not sold at this site get the answer of variants that do not exist. */
export async function resolveLines(
  tx: Tx,
  others: Others,
  propertyId: string | null,
  input: NewLine[],
): Promise<LineRow[]> {
  const ids = input.flatMap(({ variantId }) => variantId?.toLowerCase() ?? []);
  const skus = input.flatMap(({ sku }) => sku ?? []);
  const [byId, bySku] = await Promise.all([
    ids.length === 0 ? [] : others.findForSale(tx, ids, propertyId),
    skus.length === 0 ? [] : others.findForSaleBySku(tx, skus, propertyId),
  ]);
  const found = new Map<string, ForSale>([
    ...byId.map((item) => [`id ${item.id}`, item] as const),
    ...bySku.map((item) => [`sku ${item.sku}`, item] as const),
  ]);
  const problems: Problem[] = [];
  const rows = new Map<string, LineRow>();
  input.forEach(({ variantId, sku, quantity, attributes }, index) => {
    const path = `lines[${index}]`;
    if ((variantId === undefined) === (sku === undefined)) {
      problems.push({ path, code: 'required', message: 'must have either variantId or sku' });
      return;
    }
    const item = found.get(variantId === undefined ? `sku ${sku}` : `id ${variantId.toLowerCase()}`);
    if (!item?.is_sold) {
      const field = variantId === undefined ? 'sku' : 'variantId';
      problems.push({
        path: `${path}.${field}`,
        code: 'not_found',
        message: 'must be of a variant that is sold',
      });
      return;
    }
    const key = keyOf(item.id, attributes);
    const same = rows.get(key);
    if (same !== undefined) same.quantity += quantity;
    else {
      const text = attributes === undefined ? null : JSON.stringify(attributes);
      rows.set(key, { key, variant_id: item.id, quantity, attributes: text });
    }
  });
  if (problems.length > 0) throw invalid(problems);
  return [...rows.values()];
}

/** Lines of one variant with other attributes are other lines. */
function keyOf(variantId: string, attributes: NewLine['attributes']): string {
  const entries = Object.entries(attributes ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length === 0) return variantId;
  return `${variantId}-${sha256(JSON.stringify(entries)).toString('hex').slice(0, 12)}`;
}

/** Refuses additions that would exceed the limits of a cart. */
export function assertRoomFor(before: LineRow[], added: LineRow[]): void {
  const units = new Map(before.map(({ key, quantity }) => [key, quantity]));
  for (const { key, quantity } of added) units.set(key, (units.get(key) ?? 0) + quantity);
  if (units.size > MAX_LINES) {
    throw invalid([
      { path: 'lines', code: 'too_many', message: `must not exceed ${MAX_LINES} lines in a cart` },
    ]);
  }
  const full = [...units.values()].some((quantity) => quantity > MAX_UNITS);
  if (!full) return;
  throw invalid([
    {
      path: 'lines',
      code: 'too_large',
      message: `must not exceed ${MAX_UNITS.toLocaleString('en')} units of a line`,
    },
  ]);
}

/** Refuses attributes that would make the cart, and so every answer about it, too large. */
export function assertRoomForAttributes(ofCart: string | null, lines: LineRow[]): void {
  if (attributeBytes(lines) + bytesOf(ofCart) <= MAX_ATTRIBUTE_BYTES) return;
  throw invalid([
    {
      path: 'attributes',
      code: 'too_large',
      message: `must not exceed ${MAX_ATTRIBUTE_BYTES / 1024} KiB in a cart and its lines together`,
    },
  ]);
}

/** Lines with the same key are one line. */
export const attributeBytes = (lines: LineRow[]): number =>
  [...new Map(lines.map(({ key, attributes }) => [key, attributes])).values()].reduce(
    (bytes, attributes) => bytes + bytesOf(attributes),
    0,
  );

export const bytesOf = (attributes: string | null): number =>
  attributes === null ? 0 : Buffer.byteLength(attributes);

/** All lines at once, so that a client can correct them together. */
export function noPrice(variantIds: string[], currency: string): AppError {
  const details = [...new Set(variantIds)].map((variantId) => ({ variantId, currency }));
  const message =
    details.length === 1
      ? `A variant has no price in ${currency}.`
      : `${details.length} of the variants have no price in ${currency}.`;
  return new AppError('no_price', message, details);
}
