import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { longestHold } from '#kernel/testing/holds.ts';
import type { Field } from '../fields/field.ts';
import { localisedIn, mapLocalised } from '../fields/structure.ts';
import { valuesOfLocales, valuesToPublish } from './live-values.ts';

const text = { name: 'text', kind: 'text', localised: true } as const;
const size = { name: 'size', kind: 'number' } as const;
const FIELDS: Field[] = [
  text,
  size,
  { name: 'group', kind: 'group', fields: [text, size] },
  { name: 'lines', kind: 'list', of: { kind: 'text', localised: true } },
  { name: 'pictures', kind: 'list', of: { kind: 'group', fields: [text, size] } },
  { name: 'blocks', kind: 'blocks', kinds: [{ name: 'b', title: 'B', fields: [text, size] }] },
];
const CODES = ['en', 'de', 'fr'];

/** Every text says where it is from and of which locale it is. */
const texts = (from: string) =>
  fc
    .tuple(fc.subarray(CODES, { minLength: 1 }), fc.nat(3))
    .map(([codes, n]) => Object.fromEntries(codes.map((code) => [code, `${from} ${code} ${n}`])));
const part = (from: string) =>
  fc.record({ text: texts(from), size: fc.nat(2) }, { requiredKeys: [], noNullPrototype: true });
const blocks = (from: string) =>
  fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c'))
    .chain((ids) => fc.tuple(...ids.map((id) => part(from).map((inside) => ({ id, type: 'b', ...inside })))));
const values = (from: string) =>
  fc.record(
    {
      ...{ text: texts(from), size: fc.nat(2), group: part(from) },
      ...{ lines: fc.array(texts(from), { maxLength: 4 }), pictures: fc.array(part(from), { maxLength: 4 }) },
      blocks: blocks(from),
    },
    { requiredKeys: [], noNullPrototype: true },
  );

const textsOf = (all: object) =>
  FIELDS.flatMap((field) => localisedIn(field, (all as Record<string, unknown>)[field.name])).flatMap((one) =>
    Object.entries(one),
  );
/** A list of texts alone has only the places that some live locale fills. */
const sharedOf = (all: object) =>
  FIELDS.filter(({ name }) => name !== 'lines').map((field) =>
    mapLocalised(field, (all as Record<string, unknown>)[field.name], () => undefined),
  );

describe('the values of an entry that goes live in some locales', () => {
  it('have texts of these from the draft, those of live ones from what was live, and no others', async () => {
    await fc.assert(
      fc.asyncProperty(
        ...[values('draft'), values('live'), fc.subarray(CODES), fc.subarray(CODES)],
        async (draft, live, named, kept) => {
          const source = (code: string) =>
            named.includes(code) ? 'draft' : kept.includes(code) ? 'live' : null;
          const merged = await valuesToPublish(FIELDS, draft, live, source);
          for (const [code, one] of textsOf(merged)) {
            assert.ok(String(one).startsWith(`${source(code)} ${code} `), `${code}: ${one}`);
          }
          assert.deepEqual(sharedOf(merged), sharedOf(draft));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('are those of the draft if all go live, and as they were live if the draft is the same', async () => {
    await fc.assert(
      fc.asyncProperty(values('draft'), fc.subarray(CODES), async (draft, named) => {
        assert.deepEqual(await valuesToPublish(FIELDS, draft, {}, () => 'draft'), draft);
        const source = (code: string) => (named.includes(code) ? 'draft' : 'live');
        assert.deepEqual(await valuesToPublish(FIELDS, draft, draft, source), draft);
      }),
    );
  });

  it('never get the text of a list item that has another picture', async () => {
    const item = (size: number, en: string, de: string) => ({ size, text: { en, de } });
    const live = { pictures: [item(1, 'cat', 'Katze'), item(2, 'dog', 'Hund')] };
    const draft = {
      pictures: [item(3, 'bird', 'Vogel'), item(2, 'dogs', 'Hunde'), item(1, 'cats', 'Katzen')],
    };
    const source = (code: string) => (code === 'de' ? 'draft' : 'live');
    assert.deepEqual(await valuesToPublish(FIELDS, draft, live, source), {
      pictures: [
        { size: 3, text: { de: 'Vogel' } },
        { size: 2, text: { de: 'Hunde', en: 'dog' } },
        { size: 1, text: { de: 'Katzen', en: 'cat' } },
      ],
    });
  });

  it('have no text of the former item in the place of one with another picture', async () => {
    const live = { pictures: [{ size: 1, text: { en: 'cat', de: 'Katze' } }] };
    const source = (code: string) => (code === 'en' ? 'draft' : 'live');
    const goes = async (draft: object) =>
      (await valuesToPublish(FIELDS, { pictures: [draft] }, live, source)).pictures;
    const replaced = await goes({ size: 2, text: { en: 'dog', de: 'Hund' } });
    assert.deepEqual(replaced, [{ size: 2, text: { en: 'dog' } }]);
    const resized = await goes({ size: 2, text: { en: 'cats', de: 'Katze' } });
    assert.deepEqual(resized, [{ size: 2, text: { en: 'cats', de: 'Katze' } }]);
  });

  it('of a long list in many locales are put together in short steps', async () => {
    const codes = Array.from({ length: 50 }, (_, nth) => `l${nth}`);
    const made = (from: string) => ({
      pictures: Array.from({ length: 1_000 }, (_, size) => ({
        size: from === 'live' ? size : size + 500,
        text: Object.fromEntries(codes.map((code) => [code, `${from} ${code} ${size}`])),
      })),
    });
    const [draft, live] = [made('draft'), made('live')];
    const source = (code: string) => (code === 'l0' ? 'draft' : 'live');
    const held = await longestHold(() => valuesToPublish(FIELDS, draft, live, source));
    assert.ok(held < 25, `${held} ms`);
  });

  it('that comes down in some have no text of these', () => {
    fc.assert(
      fc.property(values('live'), fc.subarray(CODES), (live, left) => {
        const kept = valuesOfLocales(FIELDS, live, (code) => left.includes(code));
        for (const [code] of textsOf(kept)) assert.ok(left.includes(code), code);
        assert.deepEqual(sharedOf(kept), sharedOf(live));
      }),
    );
  });
});
