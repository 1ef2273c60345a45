/** Lists of published entries with a filter and a sort, beside one select by an index made for it. */
import Fastify from 'fastify';
import pg from 'pg';
import { asRole, ROLES } from '#kernel/db/db.ts';
import { derive } from '../../server/modules/content/entries/value-index.ts';
import type { Field } from '../../server/modules/content/fields/field.ts';
import { ENGLISH } from '../../server/modules/content/locales/locales.ts';
import { httpRequest, load, type Measured } from '../load.ts';
import { tenantId } from '../orders/stage.ts';
import { median, verdict } from '../report.ts';
import type { ContentStage } from './stage.ts';

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
] as Field[];
const WORDS = 'green tea in spring and black tea in autumn with a little milk ';

const valuesOf = (n: number) => ({
  title: `Entry ${n}`,
  slug: `entry-${n}`,
  body: WORDS.repeat(10),
  section: SECTIONS[n % 5],
  place: SECTIONS[Math.floor(n / 5) % 5],
  rank: (n * 7919) % ENTRIES,
  date: new Date(1_700_000_000_000 + ((n * 7919) % ENTRIES) * 60_000).toISOString(),
});

const QUERIES: Record<string, string> = {
  'one filter and a sort': 'where={"section":"food"}&sort=date&limit=25',
  'three filters, one a range':
    'where={"section":"food","place":"sport","rank":{"gte":5000}}&sort=date&limit=25',
  'a rare filter and a sort': 'where={"rank":{"gte":100,"lt":150}}&sort=date&limit=25',
  'a sort alone': 'sort=date&limit=25',
};

export async function lists(stage: ContentStage, seconds: number): Promise<void> {
  await seed(stage);
  const { kernel, connectionString } = stage;
  const address = asRole({ connectionString }, ROLES.app, kernel.secrets.databasePassword(ROLES.app));
  const pool = new pg.Pool({
    connectionString: address,
    max: 20,
    options: `-c app.tenant_id=${tenantId(1)}`,
  });
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
    const row = (contender: string, measured: Measured[]) => ({
      contender,
      'per second': Math.round(median(measured.map((each) => each.perSecond))),
      'p50 ms': median(measured.map((each) => each.p50)).toFixed(1),
      'p99 ms': median(measured.map((each) => each.p99)).toFixed(1),
      refused: median(measured.map((each) => each.refused)),
    });
    console.log(
      `\nLists of 25 of ${ENTRIES} published entries, ${connections} connections, median of ${ROUNDS} rounds`,
    );
    console.table([
      row('a bare route with one select by (section, date)', bares),
      ...[...ours].map(([name, all]) => row(name, all)),
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
  for (let n = 0; n < ENTRIES; n += 1_000) {
    const entries = Array.from({ length: 1_000 }, (_, at) => ({
      id: crypto.randomUUID(),
      values: valuesOf(n + at),
    }));
    const [ids, fields] = [entries.map(({ id }) => id), entries.map(({ values }) => JSON.stringify(values))];
    await owner.query(
      `with made as (
         insert into content_entries (tenant_id, id, type_id, status, fields, version, published_version, published_at,
           first_published_at, created_at, updated_at)
         select $1, id, $1, 'published', fields, 1, 1, t, t, t, t
         from unnest($2::uuid[], $3::json[]) as e (id, fields), date_trunc('milliseconds', now()) t returning id, fields),
       live as (
         insert into content_published (tenant_id, entry_id, type_id, fields, version, published_at, first_published_at)
         select $1, id, $1, fields, 1, now(), now() from made)
       insert into bench_articles select $1, id, fields ->> 'section', (fields ->> 'date')::timestamptz, fields from made`,
      [tenant, ids, fields],
    );
    const keys = entries.flatMap(({ id, values }) =>
      derive(FIELDS, values, null, ENGLISH).index.map((key) => ({ id, ...key })),
    );
    await owner.query(
      `insert into content_index (tenant_id, type_id, stage, field, locale, key, entry_id)
       select $1, $1, stage, field, locale, key, id
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) as k (id, field, locale, key),
         unnest('{draft,published}'::text[]) stage`,
      [
        tenant,
        keys.map(({ id }) => id),
        keys.map(({ field }) => field),
        keys.map(({ locale }) => locale),
        keys.map(({ key }) => key),
      ],
    );
  }
  await owner.query("set session_replication_role = 'origin'");
  await owner.query('vacuum analyze');
}
