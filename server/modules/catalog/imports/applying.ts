/** Applies products of a file: each becomes a draft of a new or an existing product, and all drafts of a batch are written at once. */
import { type Static, Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
import type { Problem } from '#kernel/errors.ts';
import { compileCheck } from '#kernel/http/body/validation.ts';
import { OneOf, Text } from '#kernel/http/fields.ts';
import { findCategoriesByHandle } from '../categories/categories.sql.ts';
import { handleFrom } from '../keys.ts';
import { problemsOf } from '../products/checks.ts';
import type { Draft } from '../products/draft.ts';
import { GridVariant, MAX_VARIANTS, NewProduct, STATUSES } from '../products/fields.ts';
import { changeVariant, newVariant } from '../products/grid.ts';
import { findVariantsOf, lockProductsByHandle } from '../products/products.sql.ts';
import { blankProduct, changeFields, mayBecome } from '../products/products.ts';
import type { Option, Product, Variant } from '../products/record.ts';
import { findMissing, type Others } from '../products/references.ts';
import { findTaken, writeDrafts } from '../products/writing.ts';
import type { Candidate } from './candidates.ts';

export const EXISTING = ['update', 'skip', 'refuse'] as const;
export type Existing = (typeof EXISTING)[number];

const Imported = Type.Object({
  ...Type.Partial(NewProduct).properties,
  status: Type.Optional(OneOf(STATUSES)),
  categories: Type.Optional(Type.Array(Text(200), { maxItems: 50 })),
  variants: Type.Optional(Type.Array(GridVariant, { maxItems: MAX_VARIANTS })),
});
type Imported = Static<typeof Imported>;
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
    return wrong.length > 0
      ? []
      : [{ candidate, value: candidate.value as Imported, handle: handleOf(candidate) }];
  });
  const known = await findKnown(
    tx,
    readable.map(({ handle }) => handle),
  );
  const categories = await findCategories(
    tx,
    readable.map(({ value }) => value),
  );
  let skipped = 0;
  const drafts = readable.flatMap(({ candidate, value, handle }): [Candidate, Draft][] => {
    const before = known.products.get(handle);
    if (before !== undefined && existing !== 'update') {
      if (existing === 'skip') skipped += 1;
      else
        say(candidate, [{ path: 'handle', code: 'conflict', message: 'is the handle of a product already' }]);
      return [];
    }
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
  const written = await writeDrafts(
    tx,
    now,
    good().map(([, draft]) => draft),
    others.followSkus,
  );
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

/** A file without handles has titles; the same title is the same product then. */
function handleOf({ value }: Candidate): string {
  const { handle, title } = value as Imported;
  return handle ?? (handleFrom(title ?? '', 200) || 'product');
}

async function findKnown(tx: Tx, handles: string[]) {
  const products = await lockProductsByHandle(tx, handles);
  const variants =
    products.length === 0
      ? []
      : await findVariantsOf(
          tx,
          products.map(({ id }) => id),
        );
  return {
    products: new Map(products.map((product) => [product.handle, product])),
    variants: Map.groupBy(variants, ({ product_id }) => product_id),
  };
}

async function findCategories(tx: Tx, values: Imported[]): Promise<Map<string, string>> {
  const handles = [...new Set(values.flatMap(({ categories = [] }) => categories))];
  if (handles.length === 0) return new Map();
  return new Map((await findCategoriesByHandle(tx, handles)).map(({ handle, id }) => [handle, id]));
}

/** Variants are found by their SKU; others of the product stay. Values of options are added to those that are there. */
export function draftOf(
  value: Imported,
  handle: string,
  before: Product | null,
  own: Variant[],
  now: Date,
): Draft {
  const { options, variants = [], status } = value;
  const base = before ?? { ...blankProduct(now), handle };
  const changed = changeFields(base, {
    ...value,
    handle,
    options: options && mergeOptions(base.options, options),
  });
  const after: Product = { ...changed, status: status ?? base.status };
  const bySku = new Map(own.map((variant) => [variant.sku, variant]));
  const kept = new Map(own.map((variant) => [variant.id, variant]));
  let position = own.reduce((last, one) => Math.max(last, one.position), -1);
  const added = variants.flatMap((row) => {
    const former = bySku.get(row.sku);
    if (former !== undefined) {
      kept.set(former.id, changeVariant(kept.get(former.id)!, row));
      return [];
    }
    position += 1;
    return [newVariant(after.id, row, { position, requiresShipping: after.kind === 'physical', now })];
  });
  return { before, after, variantsBefore: own, variantsAfter: [...kept.values(), ...added] };
}

function mergeOptions(former: Option[], given: Option[]): Option[] {
  const isSame = former.length === given.length && former.every(({ name }, n) => name === given[n]!.name);
  if (!isSame) return given;
  return given.map(({ name, values }, n) => ({
    name,
    values: [...new Set([...former[n]!.values, ...values])],
  }));
}

/** The problems of the product, with the variants numbered as in the file. */
function wholeProblems(
  { before, after, variantsAfter }: Draft,
  { title, variants = [] }: Imported,
): Problem[] {
  const problems = problemsOf(after!, variantsAfter).map((problem) => {
    const [, index] = /^variants\[(\d+)\]/.exec(problem.path) ?? [];
    if (index === undefined) return problem;
    const place = variants.findIndex(({ sku }) => sku === variantsAfter[Number(index)]!.sku);
    return { ...problem, path: problem.path.replace(`variants[${index}]`, `variants[${place}]`) };
  });
  if (before === null && title === undefined) problems.unshift(NO_TITLE);
  if (before !== null && !mayBecome(before.status, after!.status)) {
    const message = `must not be ${after!.status}: the product is ${before.status}`;
    problems.push({ path: 'status', code: 'invalid_transition', message });
  }
  return problems;
}

const NO_TITLE: Problem = { path: 'title', code: 'required', message: 'is required' };

/** SKUs that two products of the batch give. */
function sayRepeated(
  drafts: [Candidate, Draft][],
  say: (candidate: Candidate, problems: Problem[]) => void,
): void {
  const owner = new Map<string, Candidate>();
  for (const [candidate, { variantsAfter }] of drafts) {
    for (const [index, { sku }] of variantsAfter.entries()) {
      const first = owner.get(sku);
      if (first !== undefined && first !== candidate) {
        const message = `is the SKU of a product in row ${first.row}`;
        say(candidate, [{ path: `variants[${index}].sku`, code: 'not_unique', message }]);
      }
      owner.set(sku, first ?? candidate);
    }
  }
}
