/** A product of a file as it would be saved, and all that is wrong with it. Pure. */
import { type Static, Type } from 'typebox';
import type { Problem } from '#kernel/errors.ts';
import { OneOf, Text } from '#kernel/http/fields.ts';
import { problemsOf } from '../products/checks.ts';
import type { Draft } from '../products/draft.ts';
import { GridVariant, MAX_VARIANTS, NewProduct, STATUSES } from '../products/fields.ts';
import { changeVariant, newVariant } from '../products/grid.ts';
import { handleRowsOf } from '../products/index-keys.ts';
import { blankProduct, changeFields, mayBecome } from '../products/products.ts';
import type { Option, Product, Variant } from '../products/record.ts';
import type { Candidate } from './candidates.ts';

export const Imported = Type.Object({
  ...Type.Partial(NewProduct).properties,
  status: Type.Optional(OneOf(STATUSES)),
  categories: Type.Optional(Type.Array(Text(200), { maxItems: 50 })),
  variants: Type.Optional(Type.Array(GridVariant, { maxItems: MAX_VARIANTS })),
});
export type Imported = Static<typeof Imported>;

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
export function wholeProblems(
  { before, after, variantsBefore, variantsAfter }: Draft,
  { title, variants = [] }: Imported,
): Problem[] {
  const problems = problemsOf(after!, variantsAfter, variantsBefore).map((problem) => {
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

/** SKUs and handles that two products of the batch give. */
export function sayRepeated(
  drafts: [Candidate, Draft][],
  say: (candidate: Candidate, problems: Problem[]) => void,
): void {
  const owner = new Map<string, Candidate>();
  const take = (candidate: Candidate, key: string, path: string, what: string) => {
    const first = owner.get(key);
    if (first !== undefined && first !== candidate) {
      const message = `is the ${what} of a product in row ${first.row}`;
      say(candidate, [{ path, code: 'not_unique', message }]);
    }
    owner.set(key, first ?? candidate);
  };
  for (const [candidate, { after, variantsAfter }] of drafts) {
    for (const { locale, handle } of handleRowsOf(after!)) {
      const path = locale === '' ? 'handle' : `translations.${locale}.handle`;
      take(candidate, `handle ${locale} ${handle}`, path, 'handle');
    }
    for (const [index, { sku }] of variantsAfter.entries()) {
      take(candidate, `sku ${sku}`, `variants[${index}].sku`, 'SKU');
    }
  }
}
