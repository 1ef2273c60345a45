/** Values of any structure: readers of a locale see each localised field once, and everything around it as it is. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cases } from '#kernel/testing/depth.ts';
import type { Field, Item } from './field.ts';
import { hasLocales, localisedIn, mapBlocks, mapLocalised, served } from './structure.ts';

type Case = { item: Item; value: unknown };

const texts = fc.string({ minLength: 1, maxLength: 3 });
const leaf: fc.Arbitrary<Case> = fc.oneof(
  texts.map((value) => ({ item: { kind: 'text' } as Item, value })),
  fc
    .record({ en: texts, de: texts }, { requiredKeys: [] })
    .map((value) => ({ item: { kind: 'text', localised: true } as Item, value })),
);
const named = (members: Case[]) => ({
  fields: members.map(({ item }, at) => ({ ...item, name: `f${at}` }) as Field),
  values: Object.fromEntries(members.map(({ value }, at) => [`f${at}`, value])),
});
const { tree } = fc.letrec<{ tree: Case }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    leaf,
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((members): Case => {
      const { fields, values } = named(members);
      return { item: { kind: 'group', fields }, value: values };
    }),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((members): Case => {
      const { fields, values } = named(members);
      const kinds = [{ name: 'part', title: 'Part', fields }];
      const blocks = ['a', 'b'].map((id) => ({ id, type: 'part', ...values }));
      return { item: { kind: 'blocks', kinds }, value: blocks };
    }),
  ),
}));

/** A reader's view by the plainest rule: every object of the leaf's form is replaced by the first value of the chain. */
function plainly({ item, value }: Case, chain: string[]): unknown {
  if (value === undefined) return undefined;
  if (item.localised) {
    const values = value as Record<string, string | undefined>;
    return chain.map((code) => values[code]).find((one) => one !== undefined);
  }
  if (item.kind === 'text') return value;
  const fields = item.fields ?? item.kinds![0]!.fields;
  const inside = (holder: Record<string, unknown>) => {
    const seen = { ...holder };
    for (const field of fields) {
      const one = plainly({ item: field, value: holder[field.name] }, chain);
      if (one === undefined) delete seen[field.name];
      else seen[field.name] = one;
    }
    return seen;
  };
  return Array.isArray(value) ? value.map(inside) : inside(value as Record<string, unknown>);
}

describe('a value of any structure', () => {
  it('is served to each chain of locales as the plainest rule says', () => {
    fc.assert(
      fc.property(tree, fc.constantFrom<string[][]>(['en'], ['de', 'en'], ['fr', 'de']), (one, chain) => {
        assert.deepEqual(served(one.item, one.value, chain), plainly(one, chain));
      }),
      { numRuns: cases(200) },
    );
  });

  it('is the same after a change of nothing, and has locales only if its definition has some', () => {
    fc.assert(
      fc.property(tree, ({ item, value }) => {
        assert.deepEqual(
          mapLocalised(item, value, (values) => values),
          value,
        );
        assert.deepEqual(
          mapBlocks(item, value, (_, block) => block),
          value,
        );
        if (!hasLocales(item)) assert.deepEqual(localisedIn(item, value), []);
      }),
      { numRuns: cases(200) },
    );
  });
});
