import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { cases } from '#kernel/testing/depth.ts';
import { parseJson } from './json.ts';
import { stringifyJson, Verbatim } from './verbatim.ts';

const parse = (text: string) => parseJson(Buffer.from(text));
const codesByPath = (text: string) => parse(text).problems.map(({ path, code }) => [path, code]);
const metadataOf = (text: string) => (parse(text).value as { metadata: Verbatim }).metadata;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const quoted = (text: string) => JSON.stringify(text);

const spaced = (tokens: string[], space: string) => space + tokens.join(space) + space;

const key = fc.oneof(
  fc.constantFrom(
    '0',
    '10',
    '2',
    '__proto__',
    'constructor',
    '$&',
    "$'",
    'metadata',
    'metadata',
    'metadata',
    'text',
  ),
  fc.string({ unit: 'grapheme', maxLength: 2 }),
);
/** The tokens of any JSON value; keys may repeat, as they may in a request. */
const { tokens, objectTokens } = fc.letrec<Record<'tokens' | 'objectTokens' | 'arrayTokens', string[]>>(
  (tie) => ({
    tokens: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(fc.integer(), fc.constantFrom(true, false, null), key).map((leaf) => [JSON.stringify(leaf)]),
      tie('objectTokens'),
      tie('arrayTokens'),
    ),
    arrayTokens: fc
      .array(tie('tokens'), { maxLength: 4 })
      .map((items) => ['[', ...items.flatMap((item, index) => (index > 0 ? [',', ...item] : item)), ']']),
    objectTokens: fc.array(fc.tuple(key, tie('tokens')), { maxLength: 4 }).map((entries) => {
      const members = entries.map(([name, value]) => [quoted(name), ':', ...value]);
      return ['{', ...members.flatMap((member, index) => (index > 0 ? [',', ...member] : member)), '}'];
    }),
  }),
);

describe('a body', () => {
  test('parses to the same value as with JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        fc.pre(!text.includes('metadata'));
        const value = JSON.parse(text);
        assert.deepEqual(parse(text).value, value);
        assert.equal(stringifyJson(value), JSON.stringify(value));
      }),
    );
  });

  test('may start with a byte order mark', () => {
    assert.deepEqual(parse('\ufeff{"a":1}'), { value: { a: 1 }, problems: [] });
  });

  test('that is not JSON in UTF-8 is refused, and the error does not quote it', () => {
    const refused = (bytes: Buffer, message: string) =>
      assert.throws(() => parseJson(bytes), new SyntaxError(message));
    refused(Buffer.from([0x22, 0xff, 0x22]), 'The body is not valid UTF-8.');
    refused(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'The body is not valid UTF-8.');
    refused(Buffer.from('{"a":1,}'), 'The body is not valid JSON (line 1 column 8).');
    refused(Buffer.from('{"password":hunter2}'), 'The body is not valid JSON.');
    refused(Buffer.from(''), 'The body is not valid JSON.');
    refused(Buffer.from('['.repeat(1 << 20)), 'The body is not valid JSON.');
  });

  test('of any bytes is parsed or refused with a SyntaxError', () => {
    const nearlyJson = fc.array(fc.constantFrom(...'{}[]",:\\u0d8e-+.1 ', '"metadata"', 'true'));
    const bytes = fc.oneof(
      fc.uint8Array().map((array) => Buffer.from(array)),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
      nearlyJson.map((parts) => Buffer.from(parts.join(''))),
    );
    fc.assert(
      fc.property(bytes, (body) => {
        try {
          parseJson(body);
        } catch (error) {
          assert.equal(error?.constructor, SyntaxError);
        }
      }),
      { numRuns: cases(2000) },
    );
  });

  test('with prototype keys changes no prototype', () => {
    const { value } = parse('{"__proto__":{"metadata":{"bad":1}},"constructor":{"prototype":{"bad":1}}}');
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.deepEqual(Object.keys(value as object), ['__proto__', 'constructor']);
    assert.equal('bad' in {}, false);
    assert.equal(stringifyJson(value).startsWith('{"__proto__":{"metadata":{"bad":1}}'), true);
  });
});

describe('numbers', () => {
  test('that JavaScript represents exactly pass, however they are spelt', () => {
    const fine = ['1.50', '1e2', '-0', '0e999999999', '100000000000000000000e-20', '5e-324', '0.1', '1E+2'];
    const long = ['9007199254740991', '-9007199254740991.0', '0.30000000000000004', `1.${'0'.repeat(1000)}`];
    for (const literal of [...fine, ...long]) assert.deepEqual(codesByPath(`[${literal}]`), [], literal);
  });

  test('that JavaScript cannot represent are reported with their path', () => {
    const large = ['1e400', '-1e400', '1e999999999', '1e16', '9007199254740992', '9007199254740993'];
    const fine = [
      '1e-400',
      '4e-324',
      '0.1000000000000000055',
      '9007199254740990.7',
      '1e-99999999999999999999',
    ];
    for (const literal of [...large, ...fine]) {
      assert.deepEqual(codesByPath(`{"a":[0,${literal}]}`), [['a[1]', 'number_not_exact']], literal);
      assert.deepEqual(codesByPath(literal), [['', 'number_not_exact']], literal);
    }
  });

  test('are either reported or represented exactly', () => {
    const digits = (maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...'0001234567899'), minLength: 1, maxLength });
    const whole = digits(22).map((text) => text.replace(/^0+(?=.)/, ''));
    const exponent = fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-'), fc.integer({ min: 0, max: 340 }));
    const literal = fc
      .tuple(fc.constantFrom('', '-'), whole, fc.option(digits(22)), fc.option(exponent))
      .map(([sign, int, frac, exp]) => sign + int + (frac ? `.${frac}` : '') + (exp?.join('') ?? ''));
    fc.assert(
      fc.property(literal, (text) => {
        const { value, problems } = parse(text);
        const carried =
          Math.abs(value as number) <= Number.MAX_SAFE_INTEGER && sameValue(text, String(value));
        assert.equal(problems.length === 0, carried);
      }),
      { numRuns: cases(5000) },
    );
  });
});

/** Both as whole numbers of 10^-1000. */
function sameValue(left: string, right: string): boolean {
  const scaled = (text: string) => {
    const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(text)!;
    return BigInt(whole + fraction) * 10n ** BigInt(1000 - fraction.length + Number(exponent));
  };
  return scaled(left) === scaled(right);
}

describe('text', () => {
  test('with NUL or a lone surrogate is reported, in values and in keys', () => {
    const body = String.raw`{"note":"a\u0000","items":[{},{"sku":"\uD83D!"}],"x\u0000y":1,"ok":"\ud83d\ude00\\u0000"}`;
    const expected = ['note', 'items[1].sku', String.raw`["x\u0000y"]`].map((path) => [
      path,
      'text_not_allowed',
    ]);
    assert.deepEqual(codesByPath(body), expected);
    assert.deepEqual(codesByPath(String.raw`{"a\"\\":"\\\"\ude00"}`), [
      [String.raw`["a\"\\"]`, 'text_not_allowed'],
    ]);
  });

  test('that is well-formed is never reported', () => {
    const text = fc.string({ unit: 'binary' }).filter((candidate) => !candidate.includes('\0'));
    const escaped = (value: string) =>
      quoted(value).replace(
        /[\u007f-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    fc.assert(
      fc.property(text, (value) => {
        assert.deepEqual(parse(escaped(value)), { value, problems: [] });
      }),
    );
  });
});

describe('metadata', () => {
  test('keeps key order, prototype keys and the spelling of numbers', () => {
    const text = '{"10":1.50,"2":1e2,"__proto__":{"b":-0},"a":"$& $1 \\u0041","constructor":[{}]}';
    const { value, problems } = parse(`{ "id": 7, "metadata" : ${text.replaceAll(',', ' ,\n\t')} }`);
    assert.deepEqual(problems, []);
    assert.equal(stringifyJson(value), `{"id":7,"metadata":${text}}`);
  });

  test('of any shape is returned as the text that was sent, without its white space', () => {
    fc.assert(
      fc.property(objectTokens, fc.constantFrom('', ' ', '\n\t', '\r\n  '), (object, space) => {
        const metadata = metadataOf(`{"metadata":${spaced(object, space)}}`);
        assert.equal(metadata.text, object.join(''));
        assert.equal(
          stringifyJson({ data: [metadata, metadata] }),
          `{"data":[${metadata.text},${metadata.text}]}`,
        );
      }),
    );
  });

  test('is stored as text at any depth, except inside other metadata and under shadowed keys', () => {
    fc.assert(
      fc.property(tokens, (value) => {
        const text = value.join('');
        assert.deepEqual(marked(parse(text).value), marked(JSON.parse(text)));
      }),
      { numRuns: cases(2000) },
    );
  });

  test('is recognised by its name, not by the name’s spelling', () => {
    assert.equal(metadataOf('{"met\\u0061data":{"a":1}}').text, '{"a":1}');
    assert.equal(metadataOf('{"metadata":{"a":1},"metadata":{"b":2}}').text, '{"b":2}');
    assert.deepEqual(parse('{"metadata":{"a":1},"metadata":[2]}').value, { metadata: [2] });
    const [inArray] = (parse('{"metadata":[{"metadata":{"a":1}}]}').value as { metadata: object[] }).metadata;
    assert.deepEqual(inArray, { metadata: new Verbatim('{"a":1}', 1) });
    assert.deepEqual(parse('{"a":"metadata","metadata":null}').value, { a: 'metadata', metadata: null });
  });

  test('has a depth', () => {
    const depthOf = (text: string) => metadataOf(`{"metadata":${text}}`).depth;
    assert.equal(depthOf('{}'), 1);
    assert.equal(depthOf('{"a":[1],"b":{"c":[]},"d":{}}'), 3);
    assert.equal(depthOf(`{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`), 1e5 + 1);
  });

  test('is checked for problems too', () => {
    const body = '{"items":[{"metadata":{"a b":[1,{"n":1e400}],"metadata":{"\\u0000":1}}}]}';
    assert.deepEqual(codesByPath(body), [
      ['items[0].metadata["a b"][1].n', 'number_not_exact'],
      ['items[0].metadata.metadata["\\u0000"]', 'text_not_allowed'],
    ]);
  });
});

/** Every metadata object that is not inside another one, wrapped; as text or as a value. */
function marked(value: unknown): unknown {
  if (value instanceof Verbatim) return { wrapped: JSON.parse(value.text) };
  if (Array.isArray(value)) return value.map(marked);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, child]) => {
    const wrap = name === 'metadata' && isObject(child) && !Array.isArray(child);
    return [name, wrap && !(child instanceof Verbatim) ? { wrapped: child } : marked(child)];
  });
  return Object.fromEntries(entries);
}

describe('nesting', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}[]${'}'.repeat(depth - 1)}`;

  test('of 64 levels passes, and of 65 levels is reported once', () => {
    assert.deepEqual(parse(nested(64)).problems, []);
    const { problems } = parse(`[${nested(64)},${nested(64)}]`);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['too_deep'],
    );
    assert.equal(problems[0]?.path, `[0]${'.a'.repeat(63)}`);
  });

  test('without end leaves a value that can be walked by recursion', () => {
    for (const text of [
      '['.repeat(5e5) + ']'.repeat(5e5),
      nested(1e5),
      nested(1e5).replaceAll('a', '__proto__'),
    ]) {
      const { value, problems } = parse(text);
      assert.equal(problems.length, 1);
      assert.match(JSON.stringify(value), /^.{64,}null.{64}$/);
    }
  });
});

describe('problems', () => {
  test('are reported up to 100', () => {
    assert.equal(parse(`[${Array(5000).fill('1e400').join()}]`).problems.length, 100);
  });

  test('have short paths, whatever the client’s keys are', () => {
    const pathOf = (text: string) => parse(text).problems[0]?.path;
    assert.equal(pathOf(`{"${'k'.repeat(1000)}":{"größe":{"":1e400}}}`), `${'k'.repeat(40)}….größe[""]`);
    const cut = pathOf(`${'{"𠮷野家":'.repeat(60)}1e400${'}'.repeat(60)}`)!;
    assert.equal(cut.length, 257);
    assert.ok(cut.isWellFormed());
  });
});

describe('a response', () => {
  test('contains any number of verbatim texts among ordinary values', () => {
    const texts = fc.array(
      fc.oneof(
        objectTokens.map((object) => new Verbatim(object.join(''))),
        fc.jsonValue(),
      ),
    );
    fc.assert(
      fc.property(texts, (values) => {
        const pieces = values.map((value) =>
          value instanceof Verbatim ? value.text : JSON.stringify(value),
        );
        assert.equal(stringifyJson(values), `[${pieces.join()}]`);
        assert.equal(
          stringifyJson({ values, at: new Date(0) }),
          `{"values":[${pieces.join()}],"at":"1970-01-01T00:00:00.000Z"}`,
        );
      }),
    );
  });

  test('contains the metadata of one resource, of a list, and of anything deeper', () => {
    const metadata = new Verbatim('{"b":"$&","1":1.50}');
    const resource = { id: 1, address: { metadata }, metadata, items: [{ metadata }] };
    const { text } = metadata;
    const expected = `{"id":1,"address":{"metadata":${text}},"metadata":${text},"items":[{"metadata":${text}}]}`;
    assert.equal(stringifyJson({ success: true, data: resource }), `{"success":true,"data":${expected}}`);
    const list = { data: [resource, null, metadata, resource], pagination: {} };
    assert.equal(stringifyJson(list), `{"data":[${expected},null,${text},${expected}],"pagination":{}}`);
    class Hidden {
      metadata = metadata;
      data = { metadata };
      toJSON() {
        return 7;
      }
    }
    assert.equal(stringifyJson({ data: new Hidden() }), '{"data":7}');
    assert.equal(stringifyJson(new Hidden()), '7');
    assert.equal(resource.metadata, metadata);
  });

  test('is null for a value that JSON cannot express', () => {
    assert.equal(stringifyJson(undefined), 'null');
    assert.equal(stringifyJson(new Verbatim('{"2":1}')), '{"2":1}');
  });

  test('survives a toJSON that stringifies or throws', () => {
    const inner = new Verbatim('{"b":1,"1":2}');
    const outer = { first: inner, second: { toJSON: () => stringifyJson([inner]) }, third: inner };
    assert.equal(
      stringifyJson(outer),
      `{"first":{"b":1,"1":2},"second":${quoted('[{"b":1,"1":2}]')},"third":{"b":1,"1":2}}`,
    );
    assert.throws(() => stringifyJson([inner, 1n]), TypeError);
    assert.equal(JSON.stringify(inner), '{"1":2,"b":1}');
  });
});
