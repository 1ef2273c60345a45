/** Texts that were folded by the slower means are found by the same words. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDatabaseBefore } from '#kernel/testing/upgrade.ts';

const { upgradeTo, read } = await useDatabaseBefore('words-folded-in-less-time');

// A letter before and after each character shows whether it parts words, and tells texts of ASCII from others.
const FOLDED = `
  select md5(string_agg(searchable(concat('A', chr(code), 'b', more, chr(code), chr(code))), '' order by code, more)), count(*)
  from generate_series(1, 131071) code, unnest(array['', 'É ¿']) more
  where code < 1024 or code between 8192 and 8447 or code between 12288 and 12351 or code % 64 = 0 and code not between 55296 and 57343`;

it('each sign, each accent and letters of many scripts are folded as before', async () => {
  const before = await read(FOLDED);
  await upgradeTo('words-folded-in-less-time');
  const [source] = await read(`select prosrc from pg_proc where proname = 'searchable'`);
  assert.match(String(source), /regexp_replace/);
  assert.deepEqual(await read(FOLDED), before);
});
