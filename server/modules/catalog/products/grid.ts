/** The variants of a product as one list: which of them a grid changes, adds and leaves out. Pure. */
import { invalid, type Problem } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import type { GridVariant, VariantChange } from './fields.ts';
import type { Dimensions, Price, Variant } from './record.ts';

/** Fields that a change leaves out stay as they are. */
export function changeVariant(row: Variant, change: VariantChange): Variant {
  return {
    ...row,
    sku: change.sku ?? row.sku,
    barcode: change.barcode === undefined ? row.barcode : change.barcode,
    option_values: change.optionValues ?? row.option_values,
    prices: change.prices === undefined ? row.prices : readPrices(change.prices),
    weight_grams: change.weightGrams === undefined ? row.weight_grams : change.weightGrams,
    dimensions: change.dimensions === undefined ? row.dimensions : readDimensions(change.dimensions),
    requires_shipping: change.requiresShipping ?? row.requires_shipping,
    tax_code: change.taxCode === undefined ? row.tax_code : change.taxCode,
    position: change.position ?? row.position,
    status: change.status ?? row.status,
    metadata: change.metadata?.text ?? row.metadata,
  };
}

const readDimensions = (given: Dimensions | null): Dimensions | null =>
  given && { lengthMm: given.lengthMm, widthMm: given.widthMm, heightMm: given.heightMm };

const readPrices = (prices: { currency: string; amount: number; compareAt?: number | null }[]): Price[] =>
  prices
    .map(({ currency, amount, compareAt = null }) => ({ currency, amount, compareAt }))
    .sort((one, other) => (one.currency < other.currency ? -1 : one.currency > other.currency ? 1 : 0));

export function newVariant(
  productId: string,
  input: GridVariant,
  at: { position: number; requiresShipping: boolean; now: Date },
): Variant {
  const blank: Variant = {
    id: newId(),
    product_id: productId,
    sku: input.sku,
    barcode: null,
    option_values: [],
    prices: [],
    weight_grams: null,
    dimensions: null,
    requires_shipping: at.requiresShipping,
    tax_code: null,
    position: at.position,
    status: 'active',
    metadata: '{}',
    version: 1,
    created_at: at.now,
    updated_at: at.now,
  };
  return changeVariant(blank, { ...input, position: at.position });
}

/**
 * The variants of the product after a grid, in its order. A row of the grid is the variant with its id, otherwise the one with its
 * SKU that no other row names by id, otherwise a new one.
 */
export function applyGrid(
  product: { id: string; kind: string },
  before: Variant[],
  grid: GridVariant[],
  now: Date,
): Variant[] {
  const byId = new Map(before.map((variant) => [variant.id, variant]));
  const problems: Problem[] = [];
  const named = new Set(grid.flatMap(({ id }) => id?.toLowerCase() ?? []));
  const bySku = new Map(before.filter(({ id }) => !named.has(id)).map((variant) => [variant.sku, variant]));
  const after = grid.map((row, position) => {
    const former = row.id === undefined ? bySku.get(row.sku) : byId.get(row.id.toLowerCase());
    if (row.id !== undefined && former === undefined) {
      const message = 'must be the id of a variant of this product';
      problems.push({ path: `variants[${position}].id`, code: 'not_found', message });
    }
    if (former !== undefined) return changeVariant(former, { ...row, position });
    return newVariant(product.id, row, { position, requiresShipping: product.kind === 'physical', now });
  });
  if (problems.length > 0) throw invalid(problems);
  return after;
}
