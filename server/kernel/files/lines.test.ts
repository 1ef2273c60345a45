import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { LineReader, type LineRow } from './lines.ts';

function read(file: Buffer, size: number, at = 0): LineRow[] {
  const reader = new LineReader({ maxBytes: 10, at });
  const rows: LineRow[] = [];
  for (let from = 0; from < file.length; from += size)
    rows.push(...reader.push(file.subarray(from, from + size)));
  return [...rows, ...reader.end()];
}

it('the reader finds the lines and their ends however the file is cut, and skips lines that are too long', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 14 });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), fc.integer({ min: 1, max: 40 }), (lines, size) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
      const rows = read(bytes, size);
      assert.deepEqual(
        rows.map((row) => (row.problem ? 'too long' : row.bytes.toString())),
        lines.map((text) => (text.length > 10 ? 'too long' : text)),
      );
      let end = 0;
      for (const [index, text] of lines.entries()) {
        end += text.length + 1;
        assert.equal(rows[index]!.end, end);
      }
    }),
  );
});

it('the last line needs no newline', () => {
  assert.deepEqual(
    read(Buffer.from('a\nb'), 1).map((row) => row.bytes.toString()),
    ['a', 'b'],
  );
  assert.deepEqual(
    read(Buffer.from(`a\n${'b'.repeat(20)}`), 3).map((row) => row.problem),
    [undefined, 'too_long'],
  );
});
