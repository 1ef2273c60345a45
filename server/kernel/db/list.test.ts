import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import fc from 'fast-check';
import { cloneDatabase } from '#kernel/testing/database.ts';
import { cases } from '#kernel/testing/depth.ts';
import { BETWEEN_JSONS, jsons, list, texts } from './list.ts';
import { connectAsOwner } from './migrate.ts';

const database = await cloneDatabase();
const owner = await connectAsOwner(database);
after(() => owner.end().then(database.drop));

const readBack = async (type: string, array: string) =>
  (await owner.query(`select to_json($1::${type}[]) as value`, [array])).rows[0].value;

it('any text is returned unchanged', async () => {
  const text = fc.option(
    fc.string({ unit: 'binary' }).filter((each) => each.isWellFormed() && !each.includes('\0')),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text), async (values) => {
      assert.deepEqual(
        await readBack(
          'text',
          texts(values, (value) => value),
        ),
        values,
      );
    }),
    { numRuns: cases(300) },
  );
});

it('any text of quotes, backslashes, control characters and longer characters is returned unchanged', async () => {
  const unit = fc.constantFrom(
    '"',
    '\\',
    '\x01',
    '\n',
    '\x7f',
    '\u00e9',
    '\u2713',
    '\u{1f600}',
    'a',
    ',',
    '{',
    '}',
  );
  const text = fc.option(fc.string({ unit, maxLength: 100 }));
  await fc.assert(
    fc.asyncProperty(fc.array(text), async (values) => {
      const array = texts(values, (value) => value);
      assert.deepEqual(await readBack('text', array), values);
    }),
    { numRuns: cases(300), examples: [[['"'.repeat(65_536), '\\'.repeat(65_536), null]]] },
  );
});

it('texts that look like array syntax stay texts', async () => {
  const values = ['', 'NULL', 'null', '{}', '{a,b}', ',', '"', '\\', '\\"', ' spaced ', '\n', '\\N', null];
  assert.deepEqual(
    await readBack(
      'text',
      texts(values, (value) => value),
    ),
    values,
  );
});

it('any JSON is returned unchanged, whatever characters it contains', async () => {
  const value = fc.json({ stringUnit: 'binary' }).filter((each) => each.isWellFormed());
  await fc.assert(
    fc.asyncProperty(fc.array(value), async (values) => {
      const { rows } = await owner.query(
        'select array(select each::text from unnest(string_to_array($1, $2)::json[]) each) as value',
        [jsons(values, (each) => each), BETWEEN_JSONS],
      );
      assert.deepEqual(rows[0].value, values);
    }),
    { numRuns: cases(300), examples: [[[JSON.stringify(BETWEEN_JSONS), '1']]] },
  );
});

it('numbers, ids and empty lists are returned unchanged', async () => {
  assert.deepEqual(
    await readBack(
      'bigint',
      list([1, null, -3], (value) => value),
    ),
    [1, null, -3],
  );
  const id = crypto.randomUUID();
  assert.deepEqual(
    await readBack(
      'uuid',
      list([id], (value) => value),
    ),
    [id],
  );
  assert.deepEqual(
    await readBack(
      'int',
      list([] as number[], (value) => value),
    ),
    [],
  );
});
