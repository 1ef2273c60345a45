/** Compares the dashboard's handling of an entry's values with the server's. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { changeOf, mergeValues } from '../dashboard/src/features/content/values.ts';
import { readValues } from '../server/modules/content/entries/values.ts';
import type { Field } from '../server/modules/content/fields/field.ts';

const FIELDS: Field[] = [
  { name: 'title', kind: 'text', localised: true },
  { name: 'teaser', kind: 'text' },
  { name: 'tags', kind: 'list', of: { kind: 'text' } },
];
const LOCALES = { default: 'en', locales: ['en', 'de'].map((code) => ({ code, fallback: null })) };

const word = fc.constantFrom('tea', 'mug', 'jar');
const optional = { requiredKeys: [] };
const entry = fc.record(
  {
    title: fc.record({ en: word, de: word }, optional).filter((byLocale) => Object.keys(byLocale).length > 0),
    teaser: word,
    tags: fc.array(word, { minLength: 1, maxLength: 3 }),
  },
  optional,
);
const saved = async (before: object, change: object) => {
  const { values, problems } = await readValues(FIELDS, LOCALES, before as never, change);
  assert.deepEqual(problems, []);
  return values;
};
/** Normalises as JSON does: drops undefined values. */
const plain = (values: object) => JSON.parse(JSON.stringify(values));

describe('a change of an entry', () => {
  it('sends the changes that make the saved values equal to the form', () =>
    fc.assert(
      fc.asyncProperty(entry, entry, async (before, after) => {
        assert.deepEqual(plain(await saved(before, changeOf(FIELDS, before, after))), plain(after));
      }),
    ));

  it('sends nothing when nothing changed', () => {
    fc.assert(fc.property(entry, (values) => assert.deepEqual(changeOf(FIELDS, values, values), {})));
  });

  it('keeps my value where I changed it, and the colleague’s value everywhere else', () => {
    const base = { title: { en: 'Tea', de: 'Tee' }, teaser: 'Old', tags: ['a'] };
    const mine = { ...base, title: { en: 'Green tea', de: 'Tee' } };
    const theirs = { title: { en: 'Black tea', de: 'Schwarztee' }, teaser: 'New' };
    assert.deepEqual(mergeValues(FIELDS, base, mine, theirs), {
      title: { en: 'Green tea', de: 'Schwarztee' },
      teaser: 'New',
    });
  });

  it('has the same result whether the dashboard merges it or the server applies it', () =>
    fc.assert(
      fc.asyncProperty(entry, entry, entry, async (base, mine, theirs) => {
        const merged = mergeValues(FIELDS, base, mine, theirs);
        const onServer = await saved(theirs, changeOf(FIELDS, base, mine));
        const sent = await saved(theirs, changeOf(FIELDS, theirs, merged));
        assert.deepEqual(plain(sent), plain(onServer));
      }),
    ));
});
