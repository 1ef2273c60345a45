/** The search of sites over 20,000 live entries, beside a bare select of one word's entries by an index made for it. */
import Fastify from 'fastify';
import pg from 'pg';
import { asRole, ROLES } from '#kernel/db/db.ts';
import { newId } from '#kernel/id.ts';
import type { Field } from '../../server/modules/content/fields/field.ts';
import { httpRequest, load, type Measured } from '../load.ts';
import { tenantId } from '../orders/stage.ts';
import { median, verdict } from '../report.ts';
import { insert } from './lists.ts';
import type { ContentStage } from './stage.ts';

const ROUNDS = 3;
const ENTRIES = 20_000;
const BATCH = 1_000;
const FIELDS = [
  { name: 'title', kind: 'text' },
  { name: 'slug', kind: 'slug' },
  { name: 'body', kind: 'markdown' },
] as Field[];

/** Words of five letters and more, the first of them in almost every entry and the last in a few, as in a language. */
const WORDS = Array.from({ length: 8_000 }, (_, n) => {
  const letters = (n + 26 ** 3).toString(26);
  return `${letters.replace(/[0-9a-p]/g, (digit) => 'etaoinshrdlucmfwypvbgkjqxz'[Number.parseInt(digit, 26)]!)}o`;
});
let state = 1;
const chance = () => {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
};
const someWord = () => WORDS[Math.floor(WORDS.length ** chance()) - 1]!;
const someWords = (count: number) => Array.from({ length: count }, someWord).join(' ');

const misspelt = (word: string) => `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`;
export const QUERIES: Record<string, string> = {
  'a word of a few entries': WORDS[6_000]!,
  'a word of hundreds of entries': WORDS[500]!,
  'two words of hundreds': `${WORDS[500]} ${WORDS[600]}`,
  'a word of every entry': 'common',
  'a word of every entry, and a rare one': `common ${WORDS[6_000]}`,
  'two words of very many': `common ${WORDS[0]}`,
  'a beginning': WORDS[500]!.slice(0, 3),
  'a misspelt word': misspelt(WORDS[500]!),
  'words that no entry has': 'lighthouse towers',
};

export async function search(stage: ContentStage, seconds: number): Promise<void> {
  await seed(stage);
  const { kernel, connectionString } = stage;
  const pool = new pg.Pool({
    connectionString: asRole({ connectionString }, ROLES.app, kernel.secrets.databasePassword(ROLES.app)),
    max: 20,
    options: `-c app.tenant_id=${tenantId(1)}`,
  });
  const bare = Fastify();
  bare.get('/search', async () => {
    const { rows } = await pool.query({
      name: 'bare',
      text: `select p.entry_id, p.fields from bench_words w join content_published p using (tenant_id, entry_id)
        where w.tenant_id = $1 and w.word = $2 order by w.entry_id desc limit 11`,
      values: [tenantId(1), WORDS[500]],
    });
    return { success: true, data: rows };
  });
  await bare.listen({ port: 0, host: '127.0.0.1' });
  const barePort = (bare.server.address() as { port: number }).port;
  const key = stage.keys[0]!;
  for (const connections of [1, 4]) {
    const bares: Measured[] = [];
    const ours = new Map(Object.keys(QUERIES).map((name) => [name, [] as Measured[]]));
    for (let round = 0; round < ROUNDS; round++) {
      const requests = [httpRequest('GET', '/search', key)];
      bares.push(await load({ port: barePort, connections, seconds, requests }));
      for (const [name, query] of Object.entries(QUERIES)) {
        const requests = [httpRequest('GET', `/v1/content/search?q=${encodeURIComponent(query)}`, key)];
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
      `\nThe search of sites over ${ENTRIES} entries, ${connections} connections, median of ${ROUNDS} rounds`,
    );
    console.table([
      row('a bare route with one select by (word, entry)', bares),
      ...[...ours].map(([name, all]) => row(name, all)),
    ]);
    const p50 = (all: Measured[]) => median(all.map((each) => each.p50));
    verdict(
      `${connections} connections: bare select ÷ a word of hundreds`,
      p50(bares) / p50(ours.get('a word of hundreds of entries')!),
      1 / 10,
    );
  }
  await bare.close();
  await pool.end();
}

/** Written by the owner at once; the rows are those that publishing writes. */
async function seed({ owner }: ContentStage): Promise<void> {
  const tenant = tenantId(1);
  await owner.query('update content_types set fields = $2 where tenant_id = $1', [
    tenant,
    JSON.stringify(FIELDS),
  ]);
  await owner.query("set session_replication_role = 'replica'");
  for (let n = 0; n < ENTRIES; n += BATCH) {
    const entries = Array.from({ length: BATCH }, (_, at) => ({
      id: newId(),
      values: { title: `Entry ${someWords(3)}`, slug: `entry-${n + at}`, body: `common ${someWords(60)}` },
    }));
    await insert(owner, tenant, tenant, FIELDS, entries, ['published']);
  }
  await owner.query("set session_replication_role = 'origin'");
  await owner.query(
    `create table bench_words as select tenant_id, key as word, entry_id from content_index where field = '*'`,
  );
  await owner.query('create index on bench_words (tenant_id, word, entry_id)');
  await owner.query(`grant select on bench_words to ${ROLES.app}`);
  await owner.query('vacuum analyze');
}
