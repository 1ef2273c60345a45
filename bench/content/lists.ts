/** Lists of published entries with a filter and a sort, beside one select by an index made for it. */
import Fastify from 'fastify';
import type pg from 'pg';
import { ROLES } from '#kernel/db/db.ts';
import { derive } from '../../server/modules/content/entries/value-index.ts';
import type { Field } from '../../server/modules/content/fields/field.ts';
import { ENGLISH } from '../../server/modules/content/locales/locales.ts';
import { httpRequest, load, type Measured } from '../load.ts';
import { tenantId } from '../orders/stage.ts';
import { median, rowOf, verdict } from '../report.ts';
import { barePool, type ContentStage } from './stage.ts';

const ROUNDS = 3;
const ENTRIES = 20_000;
const SECTIONS = ['news', 'sport', 'food', 'travel', 'books'];
export const FIELDS = [
  { name: 'title', kind: 'text' },
  { name: 'slug', kind: 'slug' },
  { name: 'body', kind: 'markdown' },
  { name: 'section', kind: 'select', options: SECTIONS },
  { name: 'place', kind: 'select', options: SECTIONS },
  { name: 'rank', kind: 'number' },
  { name: 'date', kind: 'datetime' },
  { name: 'author', kind: 'reference', types: ['person'] },
] as Field[];
const PERSON_TYPE = '00000000-0000-4000-9000-000000000001';
const PERSON = [{ name: 'city', kind: 'text' }] as Field[];
const CITIES = ['Berlin', 'Bern', 'Lyon', 'Turin', 'Graz', 'Basel', 'Kiel', 'Genoa', 'Paris', 'Ulm'];
const PEOPLE = Array.from({ length: 200 }, (_, n) => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  values: { city: CITIES[n % 10] },
}));
const WORDS = 'green tea in spring and black tea in autumn with a little milk ';

const valuesOf = (n: number) => ({
  title: `Entry ${n}`,
  slug: `entry-${n}`,
  body: WORDS.repeat(10),
  section: SECTIONS[n % 5],
  place: SECTIONS[Math.floor(n / 5) % 5],
  rank: (n * 7919) % ENTRIES,
  date: new Date(1_700_000_000_000 + ((n * 7919) % ENTRIES) * 60_000).toISOString(),
  author: PEOPLE[(n * 31) % PEOPLE.length]!.id,
});

export const QUERIES: Record<string, string> = {
  'one filter and a sort': 'where={"section":"food"}&sort=date&limit=25',
  'three filters, one a range':
    'where={"section":"food","place":"sport","rank":{"gte":5000}}&sort=date&limit=25',
  'a rare filter and a sort': 'where={"rank":{"gte":100,"lt":150}}&sort=date&limit=25',
  'a sort alone': 'sort=date&limit=25',
  'one of two, and not a third':
    'where={"section":{"in":["food","news"]},"not":{"place":"books"}}&sort=date&limit=25',
  'either of two fields': 'where={"or":[{"section":"food"},{"place":"sport"}]}&sort=date&limit=25',
  'a part of a title': 'where={"title":{"contains":"y 19"}}&sort=date&limit=25',
  'a part that no title has': 'where={"title":{"contains":"nothing"}}&sort=date&limit=25',
  'conditions that no entry meets together':
    'where={"section":"food","place":"sport","rank":{"lt":15000},"not":{"rank":{"lt":15000}}}&sort=date&limit=25',
  'authors of a city': 'where={"author.city":"Berlin"}&sort=date&limit=25',
  'two sorts, the first of five values': 'sort=section,-date&limit=25',
  'two sorts, newest first': 'sort=-publishedAt,title&limit=25',
  'one filter, counted': 'where={"section":"food"}&sort=date&limit=25&count=true',
  'the magazine: four filters, counted, with facets':
    'where={"section":{"in":["food","news"]},"place":{"ne":"books"},"author.city":"Berlin","title":{"contains":"1"}}&sort=-date,title&limit=25&count=true&facets=section',
};

export async function lists(stage: ContentStage, seconds: number): Promise<void> {
  await seed(stage);
  const pool = barePool(stage);
  const bare = Fastify();
  bare.get('/list', async () => {
    const { rows } = await pool.query({
      name: 'bare',
      text: `select id, fields from bench_articles where tenant_id = $1 and section = $2 order by date desc limit 26`,
      values: [tenantId(1), 'food'],
    });
    return { success: true, data: rows };
  });
  await bare.listen({ port: 0, host: '127.0.0.1' });
  const barePort = (bare.server.address() as { port: number }).port;
  const key = stage.keys[0]!;
  for (const connections of [1, 16]) {
    const bares: Measured[] = [];
    const ours = new Map(Object.keys(QUERIES).map((name) => [name, [] as Measured[]]));
    for (let round = 0; round < ROUNDS; round++) {
      const requests = [httpRequest('GET', '/list', key)];
      bares.push(await load({ port: barePort, connections, seconds, requests }));
      for (const [name, query] of Object.entries(QUERIES)) {
        const path = `/v1/content/published/article?${encodeURI(query)}`;
        const requests = [httpRequest('GET', path, key)];
        ours.get(name)!.push(await load({ port: stage.port, connections, seconds, requests }));
      }
    }
    console.log(
      `\nLists of 25 of ${ENTRIES} published entries, ${connections} connections, median of ${ROUNDS} rounds`,
    );
    console.table([
      rowOf('a bare route with one select by (section, date)', bares),
      ...[...ours].map(([name, all]) => rowOf(name, all)),
    ]);
    const p50 = (all: Measured[]) => median(all.map((each) => each.p50));
    const [first] = ours.values();
    verdict(
      `${connections} connections: bare select ÷ one filter and a sort`,
      p50(bares) / p50(first!),
      1 / 3,
    );
  }
  await bare.close();
  await pool.end();
}

/** Written by the owner at once; the rows are those that saving and publishing write. */
export async function seed({ owner }: ContentStage): Promise<void> {
  const tenant = tenantId(1);
  await owner.query('update content_types set fields = $2 where tenant_id = $1', [
    tenant,
    JSON.stringify(FIELDS),
  ]);
  await owner.query(
    `create table bench_articles (tenant_id uuid, id uuid, section text, date timestamptz, fields json, primary key (tenant_id, id))`,
  );
  await owner.query('create index on bench_articles (tenant_id, section, date desc)');
  await owner.query(`grant select on bench_articles to ${ROLES.app}`);
  await owner.query("set session_replication_role = 'replica'");
  await owner.query(
    `insert into content_types (tenant_id, id, name, title, fields, version, created_at, updated_at)
     values ($1, $2, 'person', 'Person', $3, 1, now(), now())`,
    [tenant, PERSON_TYPE, JSON.stringify(PERSON)],
  );
  await insert(owner, tenant, PERSON_TYPE, PERSON, PEOPLE);
  for (let n = 0; n < ENTRIES; n += 1_000) {
    const entries = Array.from({ length: 1_000 }, (_, at) => ({
      id: crypto.randomUUID(),
      values: valuesOf(n + at),
    }));
    await insert(owner, tenant, tenant, FIELDS, entries);
  }
  await owner.query(
    `insert into bench_articles select tenant_id, id, fields ->> 'section', (fields ->> 'date')::timestamptz, fields
     from content_entries where tenant_id = $1 and type_id = $1`,
    [tenant],
  );
  await owner.query("set session_replication_role = 'origin'");
  await owner.query('vacuum analyze');
}

export async function insert(
  owner: pg.Client,
  tenant: string,
  type: string,
  defined: Field[],
  entries: { id: string; values: Record<string, unknown> }[],
  stages = ['draft', 'published'],
): Promise<void> {
  await owner.query(
    `with made as (
       insert into content_entries (tenant_id, id, type_id, status, fields, version, published_version, published_at,
         first_published_at, created_at, updated_at)
       select $1, id, $4, 'published', fields, 1, 1, t, t, t, t
       from unnest($2::uuid[], $3::json[]) as e (id, fields), date_trunc('milliseconds', now()) t returning id, fields, created_at)
     insert into content_published (tenant_id, entry_id, type_id, fields, version, published_at, first_published_at)
     select $1, id, $4, fields, 1, created_at, created_at from made`,
    [tenant, entries.map(({ id }) => id), entries.map(({ values }) => JSON.stringify(values)), type],
  );
  const derived = await Promise.all(entries.map(({ values }) => derive(defined, values, null, ENGLISH)));
  const keys = entries.flatMap(({ id }, nth) => derived[nth]!.index.map((key) => ({ id, ...key })));
  await owner.query(
    `insert into content_index (tenant_id, type_id, stage, field, locale, key, entry_id)
     select $1, $6, stage, field, locale, key, id
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) as k (id, field, locale, key),
       unnest($7::text[]) stage`,
    [
      tenant,
      keys.map(({ id }) => id),
      keys.map(({ field }) => field),
      keys.map(({ locale }) => locale),
      keys.map(({ key }) => key),
      type,
      stages,
    ],
  );
}
