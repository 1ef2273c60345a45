/** Tests which values each kind of field accepts and stores, and which definitions of types are refused. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cases } from '#kernel/testing/depth.ts';
import { checkDefinition } from './definition.ts';
import { type Field, type Item, Place } from './field.ts';
import { numberKey, textKey, timeKey } from './keys.ts';
import { kindOf } from './kinds.ts';
import { slugFrom } from './text.ts';
import { searchedFor, wordsOf } from './words.ts';

function read(item: Item, value: unknown): { value: unknown; codes: string[] } {
  const place = new Place('x');
  const result = kindOf(item.kind).read(value, item, place);
  return { value: result, codes: place.problems.map(({ path, code }) => `${path} ${code}`) };
}

const DOC = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] };
const link = (href: string) => ({
  type: 'doc',
  content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }],
});

const ID = '01920000-0000-7000-8000-000000000005';
const doc = (...content: object[]) => ({ type: 'doc', content });
const paragraph = (text: string, marks?: object[]) => ({
  type: 'paragraph',
  attrs: { textAlign: null },
  content: [{ type: 'text', text, ...(marks && { marks }) }],
});
const TABLE = doc({
  type: 'table',
  content: [
    {
      type: 'tableRow',
      content: [
        { type: 'tableCell', attrs: { colspan: 1, rowspan: 2, colwidth: [120] }, content: [paragraph('A')] },
      ],
    },
  ],
});

/** Kind and options, a value, and its outcome: stored as it is, or a code. */
const CASES: [item: Item, value: unknown, outcome: 'kept' | string][] = [
  [{ kind: 'text' }, 'Tea', 'kept'],
  [{ kind: 'text' }, 5, 'x wrong_type'],
  [{ kind: 'text', maxLength: 2 }, 'Tea', 'x too_long'],
  [{ kind: 'text', minLength: 4 }, 'Tea', 'x too_short'],
  [{ kind: 'text', pattern: '[A-Z]{3}-\\d+' }, 'TEA-12', 'kept'],
  [{ kind: 'text', pattern: '[A-Z]{3}-\\d+' }, 'TEA-12x', 'x wrong_format'],
  [{ kind: 'markdown' }, '# Tea', 'kept'],
  [{ kind: 'number' }, 4.5, 'kept'],
  [{ kind: 'number' }, '4.5', 'x wrong_type'],
  [{ kind: 'number', integer: true }, 4.5, 'x wrong_type'],
  [{ kind: 'number', min: 5 }, 4.5, 'x too_small'],
  [{ kind: 'number', max: 4 }, 4.5, 'x too_large'],
  [{ kind: 'boolean' }, false, 'kept'],
  [{ kind: 'boolean' }, 'false', 'x wrong_type'],
  [{ kind: 'datetime' }, '2030-01-31T12:00:00.000Z', 'kept'],
  [{ kind: 'datetime' }, '2030-02-31T12:00:00Z', 'x wrong_format'],
  [{ kind: 'date' }, '2028-02-29', 'kept'],
  [{ kind: 'date' }, '2027-02-29', 'x wrong_format'],
  [{ kind: 'date' }, '2027-02-28T12:00:00Z', 'x wrong_format'],
  [{ kind: 'email' }, 'ada@example.com', 'kept'],
  [{ kind: 'email' }, 'ada at example', 'x wrong_format'],
  [{ kind: 'url' }, 'https://example.com/a?b=c', 'kept'],
  [{ kind: 'url' }, '/about/team', 'kept'],
  [{ kind: 'url' }, '//example.com', 'x wrong_format'],
  [{ kind: 'url' }, 'javascript:alert(1)', 'x wrong_format'],
  [{ kind: 'url' }, 'https://a b', 'x wrong_format'],
  [{ kind: 'colour' }, '#0f766e', 'kept'],
  [{ kind: 'colour' }, '#0f766e80', 'kept'],
  [{ kind: 'colour' }, 'teal', 'x wrong_format'],
  [{ kind: 'select', options: ['a', 'b'] }, 'b', 'kept'],
  [{ kind: 'select', options: ['a', 'b'] }, 'c', 'x not_allowed'],
  [{ kind: 'select', options: ['a', 'b'] }, ['a'], 'x not_allowed'],
  [{ kind: 'select', options: ['a', 'b'], multiple: true }, ['b', 'a'], 'kept'],
  [{ kind: 'select', options: ['a', 'b'], multiple: true }, ['a', 'a'], 'x not_unique'],
  [{ kind: 'select', options: ['a', 'b'], multiple: true }, ['a', 'c'], 'x[1] not_allowed'],
  [{ kind: 'slug' }, 'tea-in-2030', 'kept'],
  [{ kind: 'slug' }, 'käse', 'kept'],
  [{ kind: 'slug' }, '-tea', 'x wrong_format'],
  [{ kind: 'slug' }, 'a/b', 'x wrong_format'],
  [{ kind: 'media' }, '01920000-0000-7000-8000-000000000005', 'kept'],
  [{ kind: 'media' }, 'photo.jpg', 'x wrong_format'],
  [{ kind: 'reference' }, '01920000-0000-7000-8000-000000000005', 'kept'],
  [{ kind: 'list', of: { kind: 'number' } }, [1, 2], 'kept'],
  [{ kind: 'list', of: { kind: 'number' } }, [1, 'b'], 'x[1] wrong_type'],
  [{ kind: 'list', of: { kind: 'number' }, maxItems: 1 }, [1, 2], 'x too_many'],
  [{ kind: 'group', fields: [{ name: 'a', kind: 'number' }] }, { a: 1 }, 'kept'],
  [{ kind: 'group', fields: [{ name: 'a', kind: 'number' }] }, { a: 1, b: 2 }, 'x.b unknown_field'],
  [{ kind: 'group', fields: [{ name: 'a', kind: 'number' }] }, [1], 'x wrong_type'],
  [{ kind: 'json' }, { any: [1, null] }, 'kept'],
  [{ kind: 'json' }, 'x'.repeat(70_000), 'x too_large'],
  [{ kind: 'richtext' }, DOC, 'kept'],
  [{ kind: 'richtext' }, 'Hello', 'x wrong_type'],
  [{ kind: 'richtext', maxLength: 4 }, DOC, 'x too_long'],
  [{ kind: 'richtext' }, { type: 'doc', content: [{ type: 'text' }] }, 'x.content[0].text required'],
  [{ kind: 'richtext' }, { type: 'doc', content: 'Hello' }, 'x.content wrong_type'],
  [{ kind: 'richtext' }, link('https://example.com'), 'kept'],
  [{ kind: 'richtext' }, link('/a:b'), 'kept'],
  [{ kind: 'richtext' }, link('javascript:alert(1)'), 'x.content[0].marks[0].attrs.href not_allowed'],
  [{ kind: 'richtext' }, link(' java\nscript:alert(1)'), 'x.content[0].marks[0].attrs.href not_allowed'],
  [{ kind: 'richtext' }, link('data:text/html,x'), 'x.content[0].marks[0].attrs.href not_allowed'],
  [{ kind: 'richtext' }, link('//evil.example'), 'x.content[0].marks[0].attrs.href not_allowed'],
  [{ kind: 'richtext' }, doc({ type: 'image', attrs: { assetId: ID, alt: 'Tea', class: null } }), 'kept'],
  [{ kind: 'richtext' }, doc({ type: 'image', attrs: { alt: 'Tea' } }), 'x.content[0].attrs required'],
  [{ kind: 'richtext' }, doc({ type: 'embed', attrs: { url: 'https://example.com/v' } }), 'kept'],
  [
    { kind: 'richtext' },
    doc({ type: 'embed', attrs: { url: 'javascript:alert(1)' } }),
    'x.content[0].attrs.url not_allowed',
  ],
  [
    { kind: 'richtext' },
    doc({ type: 'image', attrs: { src: 'data:image/svg+xml,x' } }),
    'x.content[0].attrs.src not_allowed',
  ],
  [
    { kind: 'richtext' },
    doc({ type: 'image', attrs: { src: '/a.png', onerror: 'x' } }),
    'x.content[0].attrs.onerror not_allowed',
  ],
  [{ kind: 'richtext' }, doc({ type: 'script', content: [] }), 'x.content[0].type not_allowed'],
  [
    { kind: 'richtext' },
    doc({ type: 'iframe', attrs: { srcdoc: '<script>' } }),
    'x.content[0].type not_allowed',
  ],
  [{ kind: 'richtext' }, TABLE, 'kept'],
];

describe('a field accepts values of its kind:', () => {
  for (const [item, value, outcome] of CASES) {
    it(`${JSON.stringify(item)} of ${JSON.stringify(value).slice(0, 80)}: ${outcome}`, () => {
      const result = read(item, value);
      if (outcome !== 'kept') assert.deepEqual(result.codes, [outcome]);
      else assert.deepEqual(result, { value, codes: [] });
    });
  }

  it('a time in any zone is stored as UTC', () => {
    assert.equal(read({ kind: 'datetime' }, '2030-01-31T13:00:00+01:00').value, '2030-01-31T12:00:00.000Z');
  });

  it('a document with too many nodes or levels is refused without reading it to its end', () => {
    const wide = { type: 'doc', content: Array.from({ length: 6_000 }, () => ({ type: 'hardBreak' })) };
    assert.deepEqual(read({ kind: 'richtext' }, wide).codes, ['x too_large']);
    let deep: object = { type: 'horizontalRule' };
    for (let level = 0; level < 40; level++) deep = { type: 'blockquote', content: [deep] };
    assert.match(read({ kind: 'richtext' }, { type: 'doc', content: [deep] }).codes[0]!, /too_deep$/);
  });
});

describe('a document that was stored before its nodes were checked', () => {
  const clean = (value: unknown) => kindOf('richtext').clean!(value, { kind: 'richtext' });

  it('is shown without unknown nodes, marks, attributes and addresses; their text stays', () => {
    const old = doc(
      { type: 'callout', content: [paragraph('Stay', [{ type: 'glow' }, { type: 'bold' }])] },
      { type: 'script', content: [{ type: 'text', text: 'alert(1)' }] },
      { type: 'embed', attrs: { url: 'javascript:alert(1)' } },
      { type: 'image', attrs: { src: '/a.png', srcdoc: '<script>' } },
      paragraph('Link', [{ type: 'link', attrs: { href: 'data:text/html,x' } }]),
    );
    assert.deepEqual(
      clean(old),
      doc(
        paragraph('Stay', [{ type: 'bold' }]),
        { type: 'image', attrs: { src: '/a.png' } },
        paragraph('Link', []),
      ),
    );
  });

  it('is safe after cleaning, whatever was in it, and a safe one is left as it is', () => {
    assert.equal(clean(TABLE), TABLE);
    const word = fc.constantFrom('doc', 'text', 'paragraph', 'image', 'embed', 'script', 'x', 'link', 'bold');
    const attrs = fc.dictionary(
      fc.constantFrom('src', 'href', 'url', 'srcdoc', 'level', 'assetId'),
      fc.constantFrom('javascript:x', ' data:x', 'https://example.com', '/a', ID, null, 3, {}),
    );
    const { node } = fc.letrec((tie) => ({
      node: fc.record(
        {
          type: word,
          text: fc.constantFrom('', 'Tea', 5),
          attrs: fc.oneof(attrs, fc.constant('x')),
          marks: fc.oneof(fc.array(fc.record({ type: word, attrs }), { maxLength: 2 }), fc.constant(null)),
          content: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie('node'), { maxLength: 3 })),
        },
        { requiredKeys: ['type'] },
      ),
    }));
    fc.assert(
      fc.property(fc.array(node, { maxLength: 4 }), (content) => {
        const cleaned = clean({ type: 'doc', content });
        assert.deepEqual(read({ kind: 'richtext' }, cleaned).codes, []);
        assert.equal(clean(cleaned), cleaned);
      }),
      { numRuns: cases(300) },
    );
  });
});

describe('keys are texts in the order of their values:', () => {
  const inOrder = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

  it('numbers', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(number, number, (a, b) => {
        assert.equal(inOrder(numberKey(a), numberKey(b)), a === b ? 0 : Math.sign(a - b) || (a < b ? -1 : 1));
      }),
    );
  });

  it('times', () => {
    const time = fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(time, time, (a, b) => {
        assert.equal(
          inOrder(timeKey(a.toISOString()), timeKey(b.toISOString())),
          Math.sign(a.getTime() - b.getTime()),
        );
      }),
    );
  });

  it('texts, without regard to case and accents; long ones stay distinct', () => {
    assert.equal(textKey('ÉCLAIR'), textKey('eclair'));
    assert.notEqual(textKey(`${'x'.repeat(300)}a`), textKey(`${'x'.repeat(300)}b`));
    fc.assert(
      fc.property(fc.string({ maxLength: 1000, unit: 'grapheme' }), (text) => textKey(text).length <= 200),
    );
  });

  it('words match each other', () => {
    assert.deepEqual(wordsOf(["O'Brien-Smith said: tea!"]), [
      "o'brien-smith",
      'said',
      'tea',
      'o',
      'brien',
      'smith',
    ]);
    assert.deepEqual(searchedFor('  "Tea" BRIEN '), ['tea', 'brien']);
  });
});

it('a slug made from any text is a slug, or nothing', () => {
  assert.equal(slugFrom('Grüße aus Köln!', 100), 'grusse-aus-koln');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 5, max: 200 }), (text, longest) => {
      const made = slugFrom(text, longest);
      assert.ok(made.length <= longest);
      if (made !== '') assert.deepEqual(read({ kind: 'slug' }, made).codes, [], made);
    }),
    { numRuns: cases(300) },
  );
});

describe('a definition is refused', () => {
  const refused: Record<string, [fields: object[], problems: string[]]> = {
    'without a name or with a kind that is unknown': [
      [{ kind: 'text' }, { name: 'a', kind: 'sound' }],
      ['fields[0].name required', 'fields[1].kind not_allowed'],
    ],
    'with a name twice, or one that programs reserve': [
      [
        { name: 'a', kind: 'text' },
        { name: 'a', kind: 'text' },
        { name: 'constructor', kind: 'text' },
      ],
      ['fields[1].name not_unique', 'fields[2].name not_allowed'],
    ],
    'with options of another kind': [
      [
        { name: 'a', kind: 'number', pattern: 'x' },
        { name: 'b', kind: 'text', requierd: true },
      ],
      ['fields[0].pattern not_allowed', 'fields[1].requierd not_allowed'],
    ],
    'with bounds that nothing fits': [
      [
        { name: 'a', kind: 'number', min: 2, max: 1 },
        { name: 'b', kind: 'text', minLength: 2, maxLength: 1 },
      ],
      ['fields[0].min too_large', 'fields[1].minLength too_large'],
    ],
    'with a pattern that is none': [
      [{ name: 'a', kind: 'text', pattern: '(a' }],
      ['fields[0].pattern wrong_format'],
    ],
    'with a select of nothing, a list of nothing and an empty group': [
      [
        { name: 'a', kind: 'select' },
        { name: 'b', kind: 'list' },
        { name: 'c', kind: 'group' },
      ],
      ['fields[0].options required', 'fields[1].of required', 'fields[2].fields required'],
    ],
    'with a localised field inside of a localised one, or as the items of a list': [
      [
        { name: 'a', kind: 'group', localised: true, fields: [{ name: 'b', kind: 'text', localised: true }] },
        { name: 'c', kind: 'list', of: { kind: 'text', localised: true } },
      ],
      ['fields[0].fields[0].localised not_allowed', 'fields[1].of.localised not_allowed'],
    ],
    'with a mistake inside of a group in a list': [
      [
        {
          name: 'a',
          kind: 'list',
          of: { kind: 'group', fields: [{ name: 'b', kind: 'text', unique: true }] },
        },
      ],
      ['fields[0].of.fields[0].unique not_allowed'],
    ],
    'with two slugs, or a slug from what is no text': [
      [
        { name: 'a', kind: 'slug', from: 'c' },
        { name: 'b', kind: 'slug' },
        { name: 'c', kind: 'number' },
      ],
      ['fields[1] not_unique', 'fields[0].from not_allowed'],
    ],
  };
  for (const [what, [fields, expected]] of Object.entries(refused)) {
    it(what, () => {
      const found = checkDefinition(fields as Field[]).map(({ path, code }) => `${path} ${code}`);
      assert.deepEqual(found, expected);
    });
  }

  it('when it is nested too deeply, or too large', () => {
    let item: object = { kind: 'text' };
    for (let level = 0; level < 6; level++) item = { kind: 'group', fields: [{ name: 'a', ...item }] };
    assert.match(checkDefinition([{ name: 'a', ...item } as Field])[0]!.code, /too_deep/);
    const fields = Array.from({ length: 60 }, (_, n) => ({ name: `a${n}`, kind: 'text' }) as Field);
    const twice = [{ name: 'g', kind: 'group', fields } as Field, ...fields];
    assert.deepEqual(
      checkDefinition(twice).map(({ code }) => code),
      ['too_many'],
    );
  });
});
