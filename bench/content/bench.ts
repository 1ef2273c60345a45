/** `npm run bench -- content [seconds] [scene…]`: creates entries beside the same bare inserts, and reads beside a bare route. */
import Fastify from 'fastify';
import { httpRequest, load, type Measured } from '../load.ts';
import { median, verdict } from '../report.ts';
import { ceiling } from './ceiling.ts';
import { lists } from './lists.ts';
import { migrate } from './migrate.ts';
import { search } from './search.ts';
import { type ContentStage, entryFields, openContentStage, TENANTS } from './stage.ts';

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
  const of = (pick: (measured: Measured) => number) => median(ours.map(pick));
  console.log(`\nEntries of four fields, ${TENANTS} tenants, median of ${ROUNDS} rounds`);
  console.table([
    {
      contender: 'ceiling: a bare pipelined loop, a transaction an entry',
      'per second': Math.round(median(limits)),
    },
    {
      contender: 'Colonnade over HTTP, 32 connections',
      'per second': Math.round(of((each) => each.perSecond)),
      'p50 ms': of((each) => each.p50).toFixed(1),
      'p99 ms': of((each) => each.p99).toFixed(1),
      refused: of((each) => each.refused),
    },
  ]);
  verdict('entries ÷ ceiling', of((each) => each.perSecond) / median(limits), 0.4);
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
  const bare = Fastify();
  const body = answer.json();
  bare.get(path, async () => body);
  await bare.listen({ port: 0, host: '127.0.0.1' });
  const barePort = (bare.server.address() as { port: number }).port;
  const requests = stage.keys.slice(0, TENANTS).map((key) => httpRequest('GET', path, key));
  const limits: number[] = [];
  const ours: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    limits.push((await load({ port: barePort, connections: 32, seconds, requests })).perSecond);
    ours.push(await load({ port: stage.port, connections: 32, seconds, requests }));
  }
  await bare.close();
  const of = (pick: (measured: Measured) => number) => median(ours.map(pick));
  console.log(
    `\nReading a published entry by its slug, the key looked up on every request, median of ${ROUNDS} rounds`,
  );
  console.table([
    { contender: 'a bare Fastify route with the same bytes', 'per second': Math.round(median(limits)) },
    {
      contender: 'Colonnade',
      'per second': Math.round(of((each) => each.perSecond)),
      'p50 ms': of((each) => each.p50).toFixed(1),
      'p99 ms': of((each) => each.p99).toFixed(1),
      refused: of((each) => each.refused),
    },
  ]);
  verdict('reads ÷ bare route', of((each) => each.perSecond) / median(limits), 0.2);
}
