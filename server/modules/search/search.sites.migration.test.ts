/** Sites and redirects from before there was one search for everything. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDatabaseBefore } from '#kernel/testing/upgrade.ts';

const { fill, upgradeTo, read } = await useDatabaseBefore('search-of-sites');
const [tenant, site, old, told, nobody] = [
  crypto.randomUUID(),
  crypto.randomUUID(),
  crypto.randomUUID(),
  crypto.randomUUID(),
  '00000000-0000-0000-0000-000000000000',
];

it('older properties and redirects are found by name and target; entities indexed by an event stay as they are', async () => {
  const redirect = (id: string, from: string): [string, unknown[]] => [
    `insert into redirects (tenant_id, id, property_id, from_path, from_hash, to_url, status_code, notes, created_at, updated_at)
     values ($1, $2, $3, $4, sha256(convert_to($4, 'UTF8')), 'https://shop.example/Sälé', 301, 'from the catalogue', now(), now())`,
    [tenant, id, site, from],
  ];
  await fill(
    ['tenants', 'properties', 'property_domains', 'redirects', 'search_texts'],
    [
      [`insert into tenants (id, name, slug, created_at) values ($1, 'T', 't', now())`, [tenant]],
      [
        `insert into properties (tenant_id, id, name, locales, is_default, created_at, updated_at)
         values ($1, $2, 'Tea House', '{en}', true, now(), now())`,
        [tenant, site],
      ],
      [
        `insert into property_domains (tenant_id, property_id, domain, place)
         values ($1, $2, 'second.example', 1), ($1, $2, 'first.example', 0)`,
        [tenant, site],
      ],
      redirect(old, '/spring-offers'),
      redirect(told, '/told'),
      [
        `insert into search_texts (tenant_id, subject, subject_id, words, title, at, told_at, told_by)
         values ($1, 'redirect', $2, ' newer | ', 'newer', now(), now(), $2)`,
        [tenant, told],
      ],
    ],
  );
  await upgradeTo('search-of-sites');
  const kept = (id: string) =>
    read(`select title, subtitle, words, told_by from search_texts where subject_id = '${id}'`);
  const words = (id: string) =>
    read(
      `select in_title, string_agg(word, ' ' order by word) from search_words where subject_id = '${id}' group by 1 order by 1 desc`,
    );
  assert.deepEqual(
    (await kept(old)).map((row) => row.slice(0, 2)),
    [['/spring-offers', 'https://shop.example/Sälé']],
  );
  assert.deepEqual(await words(old), [
    [true, 'offers spring'],
    [false, 'catalogue example from https sale shop the'],
  ]);
  assert.deepEqual(await kept(site), [
    ['Tea House', 'first.example', ' house tea | en example first second ', nobody],
  ]);
  assert.deepEqual(await kept(told), [['newer', null, ' newer | ', told]]);
  assert.deepEqual(await words(told), []);
  assert.equal((await read(`select from search_trigrams where word = 'spring'`)).length, 6);
});
