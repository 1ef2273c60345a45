/** `npm run bench -- content [seconds] [scene…]`: creates entries beside the same bare inserts, and reads beside a bare route. */
import Fastify from 'fastify';
import { ROLES } from '#kernel/db/db.ts';
import { httpRequest, load, type Measured } from '../load.ts';
import { tenantId } from '../orders/stage.ts';
import { median, rowOf, verdict } from '../report.ts';
import { ceiling } from './ceiling.ts';
import { lists } from './lists.ts';
import { migrate } from './migrate.ts';
import { search } from './search.ts';
import { barePool, type ContentStage, entryFields, openContentStage, TENANTS } from './stage.ts';

const ROUNDS = 3;
const REQUESTS = 50_000;
const SCENES: Record<string, (stage: ContentStage, seconds: number) => Promise<void>> = {
  create,
  read,
  lists,
  migrate,
  search,
};

export async function run(args: string[]): Promise<void> {
  const seconds = Number(args[0] ?? 5);
  for (const name of args.length > 1 ? args.slice(1) : Object.keys(SCENES)) {
    const stage = await openContentStage();
    try {
      await SCENES[name]!(stage, seconds);
    } finally {
      await stage.close();
    }
  }
}

/** Alternates both per round, so that a busy moment of the machine slows both alike. */
async function create(stage: ContentStage, seconds: number): Promise<void> {
  const limits: number[] = [];
  const ours: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    limits.push(await ceiling(stage, seconds));
    const requests = Array.from({ length: REQUESTS }, (_, n) => {
      const body = { type: 'article', fields: entryFields(`${round}-${n}`) };
      return httpRequest('POST', '/v1/content/entries', stage.keys[n % TENANTS]!, body);
    });
    ours.push(await load({ port: stage.port, connections: 32, seconds, requests }));
    await stage.owner.query('truncate event_queue');
  }
  console.log(`\nEntries of four fields, ${TENANTS} tenants, median of ${ROUNDS} rounds`);
  console.table([
    {
      contender: 'ceiling: a bare pipelined loop, a transaction an entry',
      'per second': Math.round(median(limits)),
    },
    rowOf('Colonnade over HTTP, 32 connections', ours),
  ]);
  verdict('entries ÷ ceiling', median(ours.map((each) => each.perSecond)) / median(limits), 0.4);
}

async function read(stage: ContentStage, seconds: number): Promise<void> {
  const headers = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });
  for (const key of stage.keys.slice(0, TENANTS)) {
    const payload = JSON.stringify({ type: 'article', fields: entryFields(1) });
    const made = await stage.app.inject({
      method: 'POST',
      url: '/v1/content/entries',
      headers: headers(key),
      payload,
    });
    const url = `/v1/content/entries/${made.json().data.id}/publish`;
    await stage.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${key}` } });
  }
  const path = '/v1/content/published/article/entry-1';
  const answer = await stage.app.inject({ url: path, headers: { authorization: `Bearer ${stage.keys[0]}` } });
  const body = answer.json();
  await stage.owner.query(
    'create table bench_pages (tenant_id uuid, slug text, answer text, primary key (tenant_id, slug))',
  );
  await stage.owner.query('insert into bench_pages select id, $1, $2 from tenants', ['entry-1', answer.body]);
  await stage.owner.query(`grant select on bench_pages to ${ROLES.app}`);
  const pool = barePool(stage);
  const bare = Fastify();
  bare.get(path, async () => body);
  bare.get('/select', async (_, reply) => {
    const values = [tenantId(1), 'entry-1'];
    const text = 'select answer from bench_pages where tenant_id = $1 and slug = $2';
    const { rows } = await pool.query({ name: 'bare', text, values });
    return reply.type('application/json').send(rows[0].answer);
  });
  await bare.listen({ port: 0, host: '127.0.0.1' });
  const barePort = (bare.server.address() as { port: number }).port;
  const requests = stage.keys.slice(0, TENANTS).map((key) => httpRequest('GET', path, key));
  const contenders = {
    'a bare Fastify route with the same bytes': { port: barePort, requests },
    'a bare Fastify route with one select of the same bytes': {
      port: barePort,
      requests: [httpRequest('GET', '/select', '')],
    },
    Colonnade: { port: stage.port, requests },
  };
  const measured = Object.keys(contenders).map((contender) => ({ contender, rounds: [] as Measured[] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [nth, contender] of Object.values(contenders).entries()) {
      measured[nth]!.rounds.push(await load({ ...contender, connections: 32, seconds }));
    }
  }
  await bare.close();
  await pool.end();
  console.log(
    `\nReading a published entry by its slug, the key looked up on every request, median of ${ROUNDS} rounds`,
  );
  console.table(measured.map(({ contender, rounds }) => rowOf(contender, rounds)));
  const [route, select, ours] = measured.map(({ rounds }) => median(rounds.map((each) => each.perSecond)));
  verdict('reads ÷ bare route', ours! / route!, 0.2);
  verdict('reads ÷ bare select', ours! / select!, 0.8);
}
