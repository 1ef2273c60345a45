/** The same deliveries of many subscriptions and of few, and by one, two and four worker processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { newId } from '#kernel/id.ts';
import { secretBinding } from '../../server/modules/webhooks/options/secrets.ts';
import { newSigningSecret } from '../../server/modules/webhooks/sending/signature.ts';
import type { Report } from './bench.ts';
import {
  addEvents,
  addTenants,
  EVENT,
  openStage,
  type Receiver,
  type Stage,
  seconds,
  sleep,
  until,
} from './stage.ts';

const MAIN = join(import.meta.dirname, '../../server/main.ts');
const TENANTS = 100;
const LIMIT_SECONDS = 300;

/** A worker as people start it. */
async function startWorker(stage: Stage): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [MAIN, 'worker'], {
    env: {
      ...{ PATH: process.env.PATH, LOG_LEVEL: 'error', MODE: 'development' },
      ...{ DATABASE_URL: stage.connectionString, DATA_DIR: stage.dataDir },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(worker.stdout!, 'data');
  return worker;
}

async function stop(worker: ChildProcess): Promise<void> {
  worker.kill('SIGTERM');
  await once(worker, 'exit');
}

type Drained = { rate: number; extra: number; holders: number };

/** Drains what the database has with this many workers. `holders`: the most that had lanes at the same time. */
async function drain(stage: Stage, receiver: Receiver, count: number, workers: number): Promise<Drained> {
  const { acrossTenantsQuery } = stage.kernel.db;
  const before = await receiver.received();
  const start = performance.now();
  const started = await Promise.all(Array.from({ length: workers }, () => startWorker(stage)));
  let holders = 0;
  await until(async () => {
    const { rows } = await acrossTenantsQuery<{ holders: number; open: boolean }>(
      `select (select count(distinct holder)::int from webhook_lanes where until > now()) as holders,
         exists (select from event_queue) or exists (select from webhook_queue) as open`,
    );
    holders = Math.max(holders, rows[0]!.holders);
    await sleep(200);
    return !rows[0]!.open;
  }, LIMIT_SECONDS);
  const rate = count / seconds(start);
  await Promise.all(started.map(stop));
  return { rate, extra: (await receiver.received()) - before - count, holders };
}

/** Start-up is part of each figure, and the same for all. */
export async function workers(receiver: Receiver, count: number): Promise<Report> {
  const rows: Report['rows'] = [];
  const drained: Drained[] = [];
  for (const processes of [1, 2, 4]) {
    const stage = await openStage();
    const tenants = await addTenants(stage.kernel, TENANTS, () => receiver.url);
    await addEvents(stage.kernel, tenants, count / TENANTS);
    const each = await drain(stage, receiver, count, processes);
    await stage.close();
    drained.push(each);
    rows.push({
      workers: processes,
      'per second': Math.round(each.rate),
      'that had lanes at once': each.holders,
      'sent twice': each.extra,
    });
  }
  return {
    title: `${count} deliveries by several worker processes, ${availableParallelism()} processors for all of them, the receiver and the database`,
    rows,
    verdicts: [
      { what: 'sent twice', value: drained.reduce((sum, { extra }) => sum + extra, 0), goal: 0, below: true },
      { what: 'two workers that had lanes at once', value: drained[1]!.holders, goal: 2 },
      { what: 'four workers that had lanes at once', value: drained[2]!.holders, goal: 4 },
    ],
  };
}

/** Gives each tenant this many subscriptions in all, copies of its first one under ids and secrets of their own. */
async function multiply(stage: Stage, each: number): Promise<void> {
  const owner = new pg.Client({ connectionString: stage.connectionString });
  await owner.connect();
  const { rows } = await owner.query<{ tenant_id: string; url: string }>(
    'select tenant_id, url from webhook_subscriptions',
  );
  for (const { tenant_id: tenantId, url } of rows) {
    const ids = Array.from({ length: each - 1 }, newId);
    const seal = (id: string) =>
      stage.kernel.secrets.seal(newSigningSecret(), secretBinding(tenantId, id)).toString('hex');
    await owner.query(
      `insert into webhook_subscriptions
         (tenant_id, id, name, url, events, active, secret_sealed, secret_preview, created_at, updated_at)
       select $1, id, 'Copy', $2, array[$3], true, decode(sealed, 'hex'), 'whsec_xx', now() - interval '1 minute', now()
       from unnest($4::uuid[], $5::text[]) as n (id, sealed)`,
      [tenantId, url, EVENT, ids, ids.map(seal)],
    );
  }
  await owner.query('analyze webhook_subscriptions');
  await owner.end();
}

export async function spread(receiver: Receiver, count: number): Promise<Report> {
  const rates: Record<string, number> = {};
  for (const each of [1, count / TENANTS]) {
    const stage = await openStage();
    const tenants = await addTenants(stage.kernel, TENANTS, () => receiver.url);
    await multiply(stage, each);
    await addEvents(stage.kernel, tenants, count / TENANTS / each);
    rates[each] = (await drain(stage, receiver, count, 1)).rate;
    await stage.close();
  }
  const [few, many] = [rates[1]!, rates[count / TENANTS]!];
  return {
    title: `${count} deliveries of few subscriptions with many events, and of many with one`,
    rows: [
      { subscriptions: TENANTS, 'per second': Math.round(few) },
      { subscriptions: count, 'per second': Math.round(many) },
    ],
    verdicts: [{ what: 'time of many ÷ time of few', value: few / many, goal: 1.3, below: true }],
  };
}
