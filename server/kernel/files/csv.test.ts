import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { cases } from '#kernel/testing/depth.ts';
import { csvLine, withoutApostrophe } from '#shared/csv-line.ts';
import { CsvReader, type CsvRow } from './csv.ts';

const KIB = 1024;

/** The rows of a file that arrives in chunks of this size. */
function read(file: Buffer, size = file.length, options = {}): CsvRow[] {
  const reader = new CsvReader({ delimiter: ',', maxBytes: KIB, at: 0, ...options });
  const rows: CsvRow[] = [];
  for (let at = 0; at < file.length; at += size) rows.push(...reader.push(file.subarray(at, at + size)));
  return [...rows, ...reader.end()];
}

const cellsOf = (text: string, options = {}) => read(Buffer.from(text), 7, options).map((row) => row.cells);

const cell = fc.string({
  unit: fc.constantFrom('a', 'é', '😀', ' ', ',', ';', '"', '\n', '\r\n', '\t', '\ufeff'),
});
const file = fc.record({
  rows: fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
  newline: fc.constantFrom('\n', '\r\n'),
  endsWithNewline: fc.boolean(),
  mark: fc.constantFrom('', '\ufeff'),
});
const quoted = (text: string) => (/[",\r\n]|^\ufeff/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

describe('reading CSV', () => {
  it('finds the same rows as csv-parse, however the file is cut into chunks', () => {
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 9 }), ({ rows, newline, endsWithNewline, mark }, size) => {
        const lines = rows.map((cells) => cells.map(quoted).join(','));
        const bytes = Buffer.from(mark + lines.join(newline) + (endsWithNewline ? newline : ''));
        const expected = parse(bytes, {
          bom: true,
          relax_column_count: true,
          record_delimiter: ['\n', '\r\n'],
        });
        assert.deepEqual(
          read(bytes, size).map((row) => row.cells),
          expected,
        );
      }),
      { numRuns: cases(500) },
    );
  });

  it('can resume at the end of any row', () => {
    fc.assert(
      fc.property(file, ({ rows }) => {
        const bytes = Buffer.from(rows.map((cells) => cells.map(quoted).join(',')).join('\n'));
        const all = read(bytes);
        for (const [index, { end }] of all.entries()) {
          const rest = read(bytes.subarray(end), 5, { at: end });
          assert.deepEqual(rest, all.slice(index + 1));
        }
      }),
    );
  });

  const CASES: [string, string, string[][]][] = [
    ['a line without cells is an empty row', 'a,b\n\nc,d', [['a', 'b'], [], ['c', 'd']]],
    ['a last line needs no newline', 'a\nb', [['a'], ['b']]],
    ['quotes inside an unquoted cell are text', 'a "b" c,d\n', [['a "b" c', 'd']]],
    ['a byte order mark before a quote is skipped', '\ufeff"a",b\n', [['a', 'b']]],
    ['a return that is not before a newline is text', 'a\rb,c\r\n', [['a\rb', 'c']]],
  ];
  for (const [name, text, expected] of CASES) it(name, () => assert.deepEqual(cellsOf(text), expected));

  it('accepts other delimiters', () => {
    assert.deepEqual(cellsOf('a,b;"c;d"\n', { delimiter: ';' }), [['a,b', 'c;d']]);
    assert.deepEqual(cellsOf('a\tb\n', { delimiter: '\t' }), [['a', 'b']]);
  });

  const BROKEN: [string, Buffer, (string | undefined)[]][] = [
    ['an open quote', Buffer.from('a,b\nc,"d\ne'), [undefined, 'quote_not_closed']],
    [
      'text after a quote',
      Buffer.from('"a"b,c\nd\n"",""x'),
      ['text_after_quote', undefined, 'text_after_quote'],
    ],
    ['bytes that are not UTF-8', Buffer.from('a\nb\xff,c\nd', 'latin1'), [undefined, 'not_utf8', undefined]],
    ['NUL', Buffer.from('a\0,b\nc\n'), ['text_not_allowed', undefined]],
    ['a real replacement character is no problem', Buffer.from('\ufffd,b\n'), [undefined]],
  ];
  for (const [name, bytes, problems] of BROKEN) {
    it(`${name}: only that row has the problem`, () => {
      for (const size of [1, 3, 100])
        assert.deepEqual(
          read(bytes, size).map((row) => row.problem),
          problems,
        );
    });
  }

  it('a row beyond the limit ends the reading, and is not held in memory', () => {
    const reader = new CsvReader({ delimiter: ',', maxBytes: KIB, at: 0 });
    const chunk = Buffer.alloc(64 * KIB, 'x');
    assert.deepEqual(reader.push(Buffer.from('a\nb\n"')).length, 2);
    assert.deepEqual(reader.push(chunk), [{ cells: [], problem: 'too_long', end: 4 }]);
    for (let n = 0; n < 1000; n++) assert.deepEqual(reader.push(chunk), []);
    assert.deepEqual(reader.end(), []);
  });
});

describe('writing CSV', () => {
  it('puts an apostrophe before text that a spreadsheet would run; numbers stay numbers', () => {
    const line = csvLine(['=1+1', '+1', '-1', '@a', '\ta', '\ra', 'a=b', -1.5, '', null, 'a,"b"']);
    assert.equal(line, `"'=1+1",'+1,'-1,'@a,"'\ta","'\ra","a=b",-1.5,,,"a,""b"""\r\n`);
  });

  it('does so also after white space and in full width; and no text in a cell looks like the beginning of another', () => {
    for (const text of [' =1', '\u00a0=1', '\ufeff=1', '＝1', '－1', '＋1', '＠a', "' =1"]) {
      assert.equal(csvLine([text]), `"'${text}"\r\n`);
    }
    assert.equal(csvLine(['x;=1+1', 'x\t=1+1', 'x|=1', 'é']), '"x;=1+1","x\t=1+1","x|=1","é"\r\n');
  });

  it('results in a file that can be read again', () => {
    const formula = fc.string({ unit: fc.constantFrom(..."'=+-@\t\ra; \u00a0\ufeff＝－＋＠") });
    fc.assert(
      fc.property(fc.array(fc.oneof(cell, formula), { minLength: 2, maxLength: 5 }), (cells) => {
        const [, row] = read(Buffer.from(csvLine(['a', 'b']) + csvLine(cells)), 4);
        assert.deepEqual(row!.cells.map(withoutApostrophe), cells);
      }),
    );
  });
});
