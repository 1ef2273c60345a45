/** Single variants: each change locks the product, so that its index and its options always fit all of its variants. */
import type { Tx } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import type { NewVariant, VariantChange } from './fields.ts';
import { changeVariant, newVariant } from './grid.ts';
import { findVariants } from './products.sql.ts';
import { type CatalogDeps, lockWhole, saveDraft } from './products.ts';
import { type Product, presentVariant, type Variant } from './record.ts';
import { assertUnused } from './uses.ts';
import { writeDrafts } from './writing.ts';

/** The variant is the whole body, so the list is not part of its paths. */
const withoutList = (path: string) => path.replace(/^variants\[\d+\]\.?/, '');

export async function createVariant(tx: Tx, now: Date, deps: CatalogDeps, input: NewVariant) {
  const { productId, ...fields } = input;
  const { product, variants } = await lockWhole(tx, productId.toLowerCase(), null);
  const position = (variants.at(-1)?.position ?? -1) + 1;
  const variant = newVariant(product.id, fields, {
    ...{ position, now },
    requiresShipping: product.kind === 'physical',
  });
  return saveVariant(tx, now, deps, product, variants, [...variants, variant], variant.id);
}

export async function updateVariant(
  tx: Tx,
  now: Date,
  deps: CatalogDeps,
  id: string,
  change: VariantChange,
  seen: number | null,
) {
  const { product, variants, variant } = await lockVariant(tx, id, seen);
  const after = changeVariant(variant, change);
  const changed = variants.map((one) => (one.id === variant.id ? after : one));
  return saveVariant(tx, now, deps, product, variants, changed, variant.id);
}

export async function removeVariant(
  tx: Tx,
  now: Date,
  { uses }: CatalogDeps,
  id: string,
  seen: number | null,
) {
  const { product, variants, variant } = await lockVariant(tx, id, seen);
  await assertUnused(tx, uses, [variant]);
  const variantsAfter = variants.filter((one) => one.id !== variant.id);
  await writeDrafts(tx, now, [{ before: product, after: product, variantsBefore: variants, variantsAfter }]);
  return { id: variant.id, deleted: true as const };
}

/** Finds the variant, locks its product, and reads it again under the lock. */
async function lockVariant(tx: Tx, id: string, seen: number | null) {
  const [found] = await findVariants(tx, [id]);
  if (found === undefined) throw notFound('variant');
  const { product, variants } = await lockWhole(tx, found.product_id, null);
  const row = variants.find((one) => one.id === found.id);
  return { product, variants, variant: rowAtVersion(row, seen, 'variant') };
}

async function saveVariant(
  tx: Tx,
  now: Date,
  { others }: CatalogDeps,
  product: Product,
  variantsBefore: Variant[],
  variantsAfter: Variant[],
  id: string,
) {
  const draft = { before: product, after: product, variantsBefore, variantsAfter };
  const { variants } = await saveDraft(tx, now, others, draft, undefined, withoutList);
  return presentVariant(variants.find((one) => one.id === id)!);
}
