/** Texts with typographic quotes and apostrophes, indexed when the search took those for letters. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDatabaseBefore } from '#kernel/testing/upgrade.ts';

const { fill, upgradeTo, read } = await useDatabaseBefore('typographic-marks');
const [tenant, marked, plain] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];

it('texts with typographic marks are found by their words, and texts without them stay as they are', async () => {
  const text = (id: string, title: string, rest: string): [string, unknown[]] => [
    `with words as (select concat(' ', searchable($3), ' | ', searchable($4), ' ') as words),
     said as (
       insert into search_texts (tenant_id, subject, subject_id, words, title, at) select $1, 'entry', $2, words, $3, now() from words),
     learned as (select learn_words($1, array_agg(word)) from words, postings_in(words))
     insert into search_words (tenant_id, subject, word, in_title, subject_id, at)
     select $1, 'entry', word, in_title, $2, '2030-01-01' from words, postings_in(words), learned`,
    [tenant, id, title, rest],
  ];
  await fill(
    ['tenants', 'search_texts', 'search_words', 'search_trigrams'],
    [
      [`insert into tenants (id, name, slug, created_at) values ($1, 'T', 't', now())`, [tenant]],
      text(marked, 'L’eau “Bonjour”', 'green tea – hot'),
      text(plain, 'Green tea', 'hot'),
    ],
  );
  await upgradeTo('typographic-marks');
  const words = (id: string) =>
    read(
      `select in_title, string_agg(word, ' ' order by word), min(at) = '2030-01-01' and max(at) = '2030-01-01'
       from search_words where subject_id = '${id}' group by 1 order by 1 desc`,
    );
  assert.deepEqual(await words(marked), [
    [true, 'bonjour eau l', true],
    [false, 'green hot tea', true],
  ]);
  assert.deepEqual(await words(plain), [
    [true, 'green tea', true],
    [false, 'hot', true],
  ]);
  const folded = await read(`select words from search_texts where subject_id = '${marked}'`);
  assert.match(String(folded[0]), /^ l eau +bonjour +\| +green tea +hot +$/);
  assert.deepEqual(await read('select distinct word from search_trigrams order by 1'), [
    ['bonjour'],
    ['eau'],
    ['green'],
    ['hot'],
    ['tea'],
  ]);
});
