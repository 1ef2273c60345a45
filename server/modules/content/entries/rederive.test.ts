import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { Field } from '../fields/field.ts';
import type { Locales } from '../locales/locales.ts';
import { createRederive } from './rederive.ts';
import { type Derived, derive } from './value-index.ts';
import type { Values } from './values.ts';

const locales: Locales = {
  default: 'en',
  locales: [
    { code: 'en', fallback: null },
    { code: 'de', fallback: null },
  ],
};
const NAMES = ['a', 'b', 'c', 'd'];
const words = fc
  .array(fc.constantFrom('oak', 'elm', 'ash', "o'ak"), { maxLength: 3 })
  .map((all) => all.join(' '));
const ID = '01920000-0000-7000-8000-00000000000';
const kinds = fc.record({
  kind: fc.constantFrom('text', 'number', 'reference', 'slug'),
  localised: fc.boolean(),
  unique: fc.boolean(),
});

/** A type of some of the names, and values of it. */
const stateOf = fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 4 }).chain((names) =>
  fc
    .tuple(
      fc.array(kinds, { minLength: names.length, maxLength: names.length }),
      fc.array(fc.tuple(words, words, fc.nat(3), fc.boolean()), {
        minLength: names.length,
        maxLength: names.length,
      }),
    )
    .map(([options, contents]) => {
      const fields = names.map((name, at) => ({ name, ...options[at] })) as Field[];
      const slug = fields.findIndex(({ kind }) => kind === 'slug');
      const own = fields.filter(({ kind }, at) => kind !== 'slug' || at === slug);
      const values: Values = {};
      for (const { name, kind, localised } of own) {
        const [one, other, n, isThere] = contents[names.indexOf(name)]!;
        if (!isThere) continue;
        const made = (text: string) => (kind === 'number' ? n : kind === 'reference' ? `${ID}${n}` : text);
        values[name] = localised ? { en: made(one), ...(n > 1 && { de: made(other) }) } : made(one);
      }
      return { fields: own, values };
    }),
);

const rowsOf = ({ index, unique, links }: Derived) => [
  ...new Set(
    [
      ...index.map(({ field, locale, key }) => ['index', field, locale, key]),
      ...unique.map(({ field, property, locale, key }) => ['unique', field, property, locale, key]),
      ...links.map(({ path, kind, id }) => ['link', path, kind, id]),
    ].map((row) => row.join(' | ')),
  ),
];

it('a rewrite leaves the rows that saving the new values would', async () => {
  await fc.assert(
    fc.asyncProperty(stateOf, stateOf, fc.nat(30), async (one, two, dropped) => {
      // Half of the cases change the type; the others drop some values.
      const before = one;
      const after = dropped > 14 ? two : { fields: one.fields, values: without(one.values, dropped) };
      const { was, is } = await createRederive(before.fields, after.fields, locales)(
        before.values,
        after.values,
        null,
      );
      const [gone, added] = [rowsOf(was), rowsOf(is)];
      const stays = rowsOf(await derive(before.fields, before.values, null, locales)).filter(
        (row) => added.includes(row) || !gone.includes(row),
      );
      const left = [...new Set([...stays, ...added])].sort();
      assert.deepEqual(left, rowsOf(await derive(after.fields, after.values, null, locales)).sort());
    }),
    { numRuns: 500 },
  );
});

/** Leaves out the values whose bit is set. */
const without = (values: Values, bits: number): Values =>
  Object.fromEntries(Object.entries(values).filter((_, at) => (bits & (1 << at)) === 0));
