/** Products: created, changed, activated, archived and deleted, each with its variants in one transaction. */
import type { Tx } from '#kernel/db/db.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import { newId } from '#kernel/id.ts';
import { handleFrom } from '../keys.ts';
import { PRODUCTS } from '../settings.ts';
import { problemsOf } from './checks.ts';
import type { Draft } from './draft.ts';
import type { Grid, NewProduct, ProductChange, ProductStatus } from './fields.ts';
import { applyGrid } from './grid.ts';
import { findHandles, findVariantsOf, lockHandleChoice, lockProducts } from './products.sql.ts';
import { type Product, presentProduct, presentVariant, type Variant } from './record.ts';
import { assertReferences, type Others } from './references.ts';
import { assertUnused, type Uses } from './uses.ts';
import { assertNotTaken, writeDrafts } from './writing.ts';

export type CatalogDeps = { others: Others; uses: Uses };

export function blankProduct(now: Date): Product {
  return {
    ...{ id: newId(), title: '', handle: '', status: 'draft', kind: 'physical', description: null },
    ...{ vendor: null, product_type: null, tags: [], options: [], media: [], category_ids: [] },
    ...{ property_ids: [], tax_code: null, seo: null, translations: {}, content_entry_id: null },
    ...{ metadata: '{}', variant_count: 0, price_ranges: [], rating_count: 0, rating_average: null },
    ...{ version: 1, variants_version: 1, created_at: now, updated_at: now },
  };
}

/** Fields that a change leaves out stay as they are. */
export function changeFields(row: Product, change: ProductChange): Product {
  const given = <T>(value: T | undefined, former: T): T => (value === undefined ? former : value);
  const lower = (ids: string[] | undefined, former: string[]) => ids?.map((id) => id.toLowerCase()) ?? former;
  const { seo } = change;
  return {
    ...row,
    title: change.title ?? row.title,
    handle: change.handle ?? row.handle,
    kind: change.kind ?? row.kind,
    description: given(change.description, row.description),
    vendor: given(change.vendor, row.vendor),
    product_type: given(change.productType, row.product_type),
    tags: change.tags ?? row.tags,
    options: change.options?.map(({ name, values }) => ({ name, values })) ?? row.options,
    media: lower(change.media, row.media),
    category_ids: lower(change.categoryIds, row.category_ids),
    property_ids: lower(change.propertyIds, row.property_ids),
    tax_code: given(change.taxCode, row.tax_code),
    seo: seo ? { title: seo.title ?? null, description: seo.description ?? null } : given(seo, row.seo),
    translations: change.translations ? plainTranslations(change.translations) : row.translations,
    content_entry_id: given(change.contentEntryId?.toLowerCase(), row.content_entry_id),
    ...(change.contentEntryId === null && { content_entry_id: null }),
    metadata: change.metadata?.text ?? row.metadata,
  };
}

const plainTranslations = (translations: NonNullable<ProductChange['translations']>) =>
  Object.fromEntries(
    Object.entries(translations).map(([locale, { title, description, handle }]) => [
      locale,
      {
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
        ...(handle !== undefined && { handle }),
      },
    ]),
  );

export async function createProduct(tx: Tx, now: Date, { others }: CatalogDeps, input: NewProduct) {
  const fields = changeFields(blankProduct(now), input);
  const handle = input.handle ?? (await freeHandle(tx, input.title, fields.id));
  const after: Product = { ...fields, handle, status: input.status ?? 'draft' };
  const variantsAfter = applyGrid(after, [], input.variants ?? [], now);
  return save(tx, now, others, { before: null, after, variantsBefore: [], variantsAfter });
}

/** A save without an effect is no change: it writes nothing and publishes no event. */
export async function changeProduct(
  tx: Tx,
  now: Date,
  { others }: CatalogDeps,
  id: string,
  change: ProductChange,
  seen: number | null,
) {
  const { product, variants } = await lockWhole(tx, id, seen);
  const after = changeFields(product, change);
  return save(tx, now, others, {
    before: product,
    after,
    variantsBefore: variants,
    variantsAfter: variants,
  });
}

/** The whole set of variants in one call; `seen` is the version of the variants. */
export async function replaceVariants(
  tx: Tx,
  now: Date,
  { others, uses }: CatalogDeps,
  id: string,
  { options, variants: grid }: Grid,
  seen: number | null,
) {
  const { product, variants } = await lockWhole(tx, id, null);
  rowAtVersion({ version: product.variants_version }, seen, 'product');
  const after = changeFields(product, { options });
  const variantsAfter = applyGrid(after, variants, grid, now);
  const kept = new Set(variantsAfter.map((variant) => variant.id));
  const gone = variants.filter((variant) => !kept.has(variant.id));
  const draft = { before: product, after, variantsBefore: variants, variantsAfter };
  const written = await saveDraft(tx, now, others, draft, () => assertUnused(tx, uses, gone));
  return presentGrid(written);
}

export const presentGrid = ({ product, variants }: { product: Product; variants: Variant[] }) => ({
  productId: product.id,
  options: product.options,
  version: product.variants_version,
  variants: variants.map(presentVariant),
});

const FROM: Record<ProductStatus, ProductStatus[]> = {
  draft: [],
  active: ['draft', 'archived'],
  archived: ['active'],
};

export const mayBecome = (from: ProductStatus, to: ProductStatus) => from === to || FROM[to].includes(from);

export async function moveProduct(
  tx: Tx,
  now: Date,
  { others }: CatalogDeps,
  id: string,
  to: 'active' | 'archived',
  seen: number | null,
) {
  const { product, variants } = await lockWhole(tx, id, seen);
  if (!mayBecome(product.status, to)) throw wrongState(product.status, FROM[to]);
  const after = { ...product, status: to };
  return save(tx, now, others, { before: product, after, variantsBefore: variants, variantsAfter: variants });
}

export const wrongState = (state: string, allowed: string[]) =>
  new AppError(
    'invalid_transition',
    `This product is ${state}; it must be ${allowed.join(' or ')} for that.`,
    {
      state,
      allowed,
    },
  );

export async function removeProduct(
  tx: Tx,
  now: Date,
  { uses }: CatalogDeps,
  id: string,
  seen: number | null,
) {
  const { product, variants } = await lockWhole(tx, id, seen);
  if (product.status === 'active') throw wrongState(product.status, ['draft', 'archived']);
  await assertUnused(tx, uses, variants);
  await writeDrafts(tx, now, [{ before: product, after: null, variantsBefore: variants, variantsAfter: [] }]);
  return { id: product.id, deleted: true as const };
}

/** The product, locked until commit, and its variants. */
export async function lockWhole(tx: Tx, id: string, seen: number | null) {
  const [row] = await lockProducts(tx, [id]);
  const product = rowAtVersion(row, seen, 'product');
  return { product, variants: await findVariantsOf(tx, [product.id]) };
}

async function save(tx: Tx, now: Date, others: Others, draft: Draft) {
  return presentProduct((await saveDraft(tx, now, others, draft)).product);
}

/** Every problem of the input first, then everything that others have already. */
export async function saveDraft(
  tx: Tx,
  now: Date,
  others: Others,
  draft: Draft,
  assertMore = async () => {},
  at = (path: string) => path,
) {
  const problems = problemsOf(draft.after!, draft.variantsAfter, draft.variantsBefore);
  if (problems.length > 0) throw invalid(problems.map((one) => ({ ...one, path: at(one.path) })));
  if (draft.before === null) await others.assertRoom(tx, PRODUCTS, 1);
  await assertReferences(tx, draft, others);
  await assertMore();
  await assertNotTaken(tx, draft, at);
  const [written] = await writeDrafts(tx, now, [draft], others.followSkus);
  return written!;
}

const MOST_NUMBERED = 50;

/** After fifty products of one name, the product's own id is certainly free. */
export async function freeHandle(tx: Tx, title: string, id: string): Promise<string> {
  const base = handleFrom(title, 150) || 'product';
  const wanted = Array.from({ length: MOST_NUMBERED }, (_, n) => (n === 0 ? base : `${base}-${n + 1}`));
  await lockHandleChoice(tx);
  const found = await findHandles(
    tx,
    wanted.map(() => ''),
    wanted,
  );
  const taken = new Set(found.map(({ handle }) => handle));
  return wanted.find((handle) => !taken.has(handle)) ?? `${base}-${id}`;
}
