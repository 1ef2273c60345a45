/** Four ways to send signed POSTs: ours, the raw limit, and one job per delivery on two well-known job queues. */
import { Logger, makeWorkerUtils, type Runner, run as runGraphile } from 'graphile-worker';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { Agent } from 'undici';
import { newId } from '#kernel/id.ts';
import { buildApp } from '../../server/app.ts';
import { composeHeaders } from '../../server/modules/webhooks/sending/message.ts';
import { keysOf, newSigningSecret } from '../../server/modules/webhooks/sending/signature.ts';
import {
  addEvents,
  addTenants,
  DATA,
  EVENT,
  openStage,
  type Receiver,
  type Stage,
  seconds,
  until,
} from './stage.ts';

const IN_FLIGHT = 256;
const KEYS = keysOf(newSigningSecret());
const LIMIT_SECONDS = 120;

/** Returns deliveries per second. */
export type Contender = (receiver: Receiver, count: number) => Promise<number>;

/** From the committed event row to the recorded outcome, through fan-out, lanes and the attempt log. */
export const ours: Contender = async (receiver, count) => {
  const stage = await openStage();
  const { kernel } = stage;
  const tenants = await addTenants(kernel, 100, () => receiver.url);
  await addEvents(kernel, tenants, count / tenants.length);
  const { app, startWork } = await buildApp(kernel);
  const before = await receiver.received();
  const start = performance.now();
  const work = startWork();
  // The database is queried only at the end, because polling it would slow the measurement.
  await until(async () => (await receiver.received()) - before >= count, LIMIT_SECONDS);
  await until(async () => {
    const { rows } = await kernel.db.acrossTenantsQuery<{ open: boolean }>(
      `select exists (select from event_queue) or exists (select from webhook_queue) as open`,
    );
    return !rows[0]!.open;
  }, LIMIT_SECONDS);
  const rate = count / seconds(start);
  await work.stop();
  await app.close();
  await stage.close();
  return rate;
};

/** The limit: a loop that only signs and POSTs the same bytes with the same client library. */
export const raw: Contender = async (receiver, count) => {
  const post = createPoster(receiver.url);
  const start = performance.now();
  let started = 0;
  const loop = async () => {
    while (started < count) {
      started += 1;
      await post.send(compose());
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop));
  const rate = count / seconds(start);
  await post.close();
  return rate;
};

/** One job per delivery; no fan-out, no attempt log, no fairness. */
export const pgBoss: Contender = async (receiver, count) => {
  const stage = await openStage();
  const post = createPoster(receiver.url);
  const boss = new PgBoss({ connectionString: stage.connectionString, max: 10 });
  boss.on('error', console.error);
  await boss.start();
  await boss.createQueue('deliveries', { retryLimit: 7, retryBackoff: true });
  for (let n = 0; n < count; n += 1000) {
    await boss.insert(
      'deliveries',
      Array.from({ length: 1000 }, () => ({ data: compose() })),
    );
  }
  const start = performance.now();
  let done = 0;
  const workers = 4;
  await boss.work<Composed>(
    'deliveries',
    { batchSize: 250, localConcurrency: workers, pollingIntervalSeconds: 0.5 },
    async (jobs) => {
      await Promise.all(jobs.map((job) => post.send(job.data)));
      done += jobs.length;
    },
  );
  await until(async () => done >= count, LIMIT_SECONDS);
  await untilNone(stage, `select from pgboss.job where name = 'deliveries' and state < 'completed'`);
  const rate = count / seconds(start);
  await boss.stop({ graceful: true });
  await post.close();
  await stage.close();
  return rate;
};

export const graphileWorker: Contender = async (receiver, count) => {
  const stage = await openStage();
  const post = createPoster(receiver.url);
  let done = 0;
  const pgPool = new pg.Pool({ connectionString: stage.connectionString, max: 10 });
  pgPool.on('error', console.error);
  let runner: Runner | null = null;
  const start = async () => {
    runner = await runGraphile({
      pgPool,
      noHandleSignals: true,
      // A log line per job would slow it considerably.
      logger: new Logger(() => () => {}),
      preset: {
        worker: {
          // Fetches and completes in batches, as its performance notes advise.
          localQueue: { size: 500 },
          completeJobBatchDelay: 2,
          failJobBatchDelay: 2,
          concurrentJobs: IN_FLIGHT,
        },
      },
      taskList: {
        deliver: async (payload) => {
          await post.send(payload as Composed);
          done += 1;
        },
      },
    });
  };
  const utils = await makeWorkerUtils({ pgPool });
  await utils.migrate();
  for (let n = 0; n < count; n += 1000) {
    await utils.addJobs(
      Array.from({ length: 1000 }, () => ({
        identifier: 'deliver',
        payload: compose(),
        maxAttempts: 8,
      })),
    );
  }
  const began = performance.now();
  await start();
  await until(async () => done >= count, LIMIT_SECONDS);
  await untilNone(stage, 'select from graphile_worker._private_jobs');
  const rate = count / seconds(began);
  await (runner as Runner | null)?.stop();
  await utils.release();
  await pgPool.end();
  await post.close();
  await stage.close();
  return rate;
};

/** The other queues, like ours, end when the database reports every job as finished. */
async function untilNone({ connectionString }: Stage, unfinished: string): Promise<void> {
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  await until(
    async () => !(await owner.query(`select exists (${unfinished}) as open`)).rows[0].open,
    LIMIT_SECONDS,
  );
  await owner.end();
}

type Composed = { id: string; body: string };

function compose(): Composed {
  const [id, tenant_id] = [newId(), newId()];
  const delivered_at = new Date().toISOString();
  return { id, body: JSON.stringify({ id, type: EVENT, tenant_id, data: DATA, delivered_at }) };
}

const SIGNING = { keys: KEYS, former: [], privateKey: null, headers: {} };

/** Every contender sends the headers and signatures of our deliveries, so that all do the same work. */
function createPoster(origin: string) {
  const agent = new Agent({ connections: IN_FLIGHT, pipelining: 1 });
  return {
    send: ({ id, body: text }: Composed) =>
      new Promise<void>((resolve, reject) => {
        const body = Buffer.from(text);
        const at = new Date();
        const headers = composeHeaders({ id, event_type: EVENT, event_id: id, at }, body, at, SIGNING);
        agent.dispatch(
          { origin, path: '/hook', method: 'POST', headers, body },
          {
            onRequestStart() {},
            onResponseStart() {},
            onResponseData() {},
            onResponseEnd: () => resolve(),
            onResponseError: (_controller, error) => reject(error),
          },
        );
      }),
    close: () => agent.close(),
  };
}
