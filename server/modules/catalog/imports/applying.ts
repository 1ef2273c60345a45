import type { Tx } from '#kernel/db/db.ts';
import type { Problem } from '#kernel/errors.ts';
import { compileCheck } from '#kernel/http/body/validation.ts';
import { newId } from '#kernel/id.ts';
import { findCategoriesByHandle } from '../categories/categories.sql.ts';
import { handleFrom } from '../keys.ts';
import type { Draft } from '../products/draft.ts';
import {
  findHandles,
  findSkus,
  findVariantsOf,
  lockHandleChoice,
  lockProducts,
} from '../products/products.sql.ts';
import type { Product } from '../products/record.ts';
import { findMissing, type Others } from '../products/references.ts';
import { findTaken, writeDrafts } from '../products/writing.ts';
import { PRODUCTS } from '../settings.ts';
import type { Candidate } from './candidates.ts';
import { draftOf, Imported, sayRepeated, wholeProblems } from './drafts.ts';

export const EXISTING = ['update', 'skip', 'refuse'] as const;
export type Existing = (typeof EXISTING)[number];

const check = compileCheck(Imported);

export type Outcome = {
  problemsOf: Map<Candidate, Problem[]>;
  created: number;
  updated: number;
  unchanged: number;
  variants: number;
};

export async function applyBatch(
  tx: Tx,
  now: Date,
  others: Others,
  candidates: Candidate[],
  existing: Existing,
): Promise<Outcome> {
  const problems = new Map<Candidate, Problem[]>();
  const say = (candidate: Candidate, found: Problem[]) => {
    if (found.length > 0) problems.set(candidate, [...(problems.get(candidate) ?? []), ...found]);
  };
  const readable = candidates.flatMap((candidate) => {
    const isEmpty = candidate.problems.length > 0 && Object.keys(candidate.value).length === 0;
    const wrong = [...(isEmpty ? [] : check(candidate.value)), ...candidate.problems];
    say(candidate, wrong);
    return wrong.length > 0 ? [] : [{ candidate, value: candidate.value as Imported }];
  });
  const known = await findKnown(
    tx,
    readable.map(({ value }) => value),
  );
  const handles = await chooseHandles(
    tx,
    readable.map(({ value }) => value),
    known.products,
  );
  const categories = await findCategories(
    tx,
    readable.map(({ value }) => value),
  );
  let skipped = 0;
  const rowOf = new Map<string, number>();
  const drafts = readable.flatMap(({ candidate, value }): [Candidate, Draft][] => {
    const before = known.products.get(value);
    if (before !== undefined && existing !== 'update') {
      if (existing === 'skip') skipped += 1;
      else say(candidate, [value.handle === undefined ? SKU_EXISTS : HANDLE_EXISTS]);
      return [];
    }
    if (before !== undefined && rowOf.has(before.id)) {
      const message = `is of the same product as row ${rowOf.get(before.id)}`;
      say(candidate, [{ path: '', code: 'not_unique', message }]);
      return [];
    }
    if (before !== undefined) rowOf.set(before.id, candidate.row);
    const unknown = (value.categories ?? []).filter((one) => !categories.has(one));
    say(
      candidate,
      unknown.map((one) => ({
        path: 'categories',
        code: 'not_found',
        message: `has no category with the handle ${one}`,
      })),
    );
    const categoryIds = value.categories?.flatMap((one) => categories.get(one) ?? []) ?? value.categoryIds;
    const own = before === undefined ? [] : (known.variants.get(before.id) ?? []);
    const handle = before?.handle ?? handles.get(value)!;
    const draft = draftOf({ ...value, categoryIds }, handle, before ?? null, own, now);
    say(candidate, wholeProblems(draft, value));
    return [[candidate, draft]];
  });
  sayRepeated(drafts, say);
  const good = () => drafts.filter(([candidate]) => !problems.has(candidate));
  for (const find of [
    (open: Draft[]) => findMissing(tx, open, others),
    (open: Draft[]) => findTaken(tx, open),
  ]) {
    const open = good();
    const found = await find(open.map(([, draft]) => draft));
    for (const [candidate, draft] of open) say(candidate, found.get(draft) ?? []);
  }
  const open = good().map(([, draft]) => draft);
  const added = open.filter(({ before }) => before === null).length;
  if (added > 0) await others.assertRoom(tx, PRODUCTS, added);
  const written = await writeDrafts(tx, now, open, others.followSkus);
  const created = written.filter(({ isNew }) => isNew).length;
  const updated = written.filter(({ isNew, isRowChanged }) => !isNew && isRowChanged).length;
  const variants = written.reduce(
    (sum, { inserted, updated: some }) => sum + inserted.length + some.length,
    0,
  );
  return {
    problemsOf: problems,
    created,
    updated,
    unchanged: written.length - created - updated + skipped,
    variants,
  };
}

const HANDLE_EXISTS: Problem = {
  path: 'handle',
  code: 'conflict',
  message: 'is the handle of a product already',
};
const SKU_EXISTS: Problem = {
  path: 'variants',
  code: 'conflict',
  message: 'have a SKU of a product already',
};

/** The existing products, locked, that the values name: by handle, or without one by a SKU. A title names none. */
async function findKnown(tx: Tx, values: Imported[]) {
  const named = values.flatMap(({ handle }) => handle ?? []);
  const byHandle = new Map(
    (
      await findHandles(
        tx,
        named.map(() => ''),
        named,
      )
    ).map((found) => [found.handle, found.product_id]),
  );
  const skusOf = ({ handle, variants = [] }: Imported) =>
    handle === undefined ? variants.map(({ sku }) => sku) : [];
  const skus = values.flatMap(skusOf);
  const bySku = new Map(
    (skus.length === 0 ? [] : await findSkus(tx, skus)).map(({ sku, product_id }) => [sku, product_id]),
  );
  const idOf = (value: Imported) =>
    value.handle === undefined
      ? skusOf(value)
          .map((sku) => bySku.get(sku))
          .find((id) => id !== undefined)
      : byHandle.get(value.handle);
  const ids = [...new Set(values.flatMap((value) => idOf(value) ?? []))];
  const locked = ids.length === 0 ? [] : await lockProducts(tx, ids);
  const variants = locked.length === 0 ? [] : await findVariantsOf(tx, ids);
  const byId = new Map(locked.map((product) => [product.id, product]));
  const products = new Map<Imported, Product>();
  for (const value of values) {
    const product = byId.get(idOf(value) ?? '');
    // Another request may have renamed the product before it was locked.
    if (product !== undefined && (value.handle ?? product.handle) === product.handle) {
      products.set(value, product);
    }
  }
  return { products, variants: Map.groupBy(variants, ({ product_id }) => product_id) };
}

const MOST_NUMBERED = 50;

/** The handles of new products. One that is made from a title avoids all others, of the batch too, by a number. */
async function chooseHandles(
  tx: Tx,
  values: Imported[],
  known: Map<Imported, Product>,
): Promise<Map<Imported, string>> {
  const chosen = new Map(values.flatMap((value) => (value.handle ? [[value, value.handle] as const] : [])));
  const open = values
    .filter((value) => value.handle === undefined && !known.has(value))
    .map((value) => ({ value, base: handleFrom(value.title ?? '', 150) || 'product' }));
  if (open.length === 0) return chosen;
  await lockHandleChoice(tx);
  const used = new Set(chosen.values());
  const addTaken = async (handles: string[]) => {
    const locales = handles.map(() => '');
    for (const { handle } of await findHandles(tx, locales, handles)) used.add(handle);
  };
  await addTaken([...new Set(open.map(({ base }) => base))]);
  const numbered = new Map<string, string[]>();
  for (const { value, base } of open) {
    if (used.has(base) && !numbered.has(base)) {
      const wanted = Array.from({ length: MOST_NUMBERED - 1 }, (_, n) => `${base}-${n + 2}`);
      await addTaken(wanted);
      numbered.set(base, wanted);
    }
    const handle = [base, ...(numbered.get(base) ?? [])].find((one) => !used.has(one));
    chosen.set(value, handle ?? `${base}-${newId()}`);
    used.add(chosen.get(value)!);
  }
  return chosen;
}

async function findCategories(tx: Tx, values: Imported[]): Promise<Map<string, string>> {
  const handles = [...new Set(values.flatMap(({ categories = [] }) => categories))];
  if (handles.length === 0) return new Map();
  return new Map((await findCategoriesByHandle(tx, handles)).map(({ handle, id }) => [handle, id]));
}
