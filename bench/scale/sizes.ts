/** A large installation beside a small one, asked in turn: what a client or an operator waits for must not grow with it. */
import pg from 'pg';
import { newId } from '#kernel/id.ts';
import { claimReady } from '../../server/modules/webhooks/delivery/claims.sql.ts';
import { findLanes, wakeDue } from '../../server/modules/webhooks/delivery/lanes.sql.ts';
import { openStage, type Stage } from '../deliveries/stage.ts';
import { median, verdict } from '../report.ts';
import { type Program, startProgram } from './program.ts';
import { type Asking, type Size, seed } from './seed.ts';

const SMALL: Size = { tenants: 100, orders: 10_000, largest: 1_000, pending: 10_000 };
const LARGE: Size = { tenants: 10_000, orders: 10_000_000, largest: 1_000_000, pending: 5_000_000 };
const GOAL = 1.3;
const REQUESTS = 300;
const STARTS = 5;
const CLAIMS = 40;
const CLAIMED = 50;

type Side = { name: string; stage: Stage; largest: Asking; usual: Asking };
type Timed = Record<string, number[]>;

export async function sizes(part: number): Promise<void> {
  const scaled = Object.fromEntries(Object.entries(LARGE).map(([name, n]) => [name, Math.ceil(n * part)]));
  const sides = [await open('small', SMALL), await open('large', scaled as Size)];
  const timed: Timed[] = [{}, {}];
  const note = (side: number, what: string, ms: number) => {
    timed[side]![what] = [...(timed[side]![what] ?? []), ms];
  };
  for (let n = 0; n < CLAIMS; n++) {
    for (const [at, { stage }] of sides.entries()) note(at, 'claim of 50 deliveries', await claim(stage));
  }
  for (const { stage } of sides) await postpone(stage);
  const programs: Program[] = [];
  for (let n = 0; n < STARTS; n++) {
    for (const [at, { stage }] of sides.entries()) {
      const program = await startProgram(stage.dataDir, {});
      note(at, 'start until ready', program.readyMs);
      if (n === STARTS - 1) programs.push(program);
      else await program.stop();
    }
  }
  for (let n = 0; n < REQUESTS; n++) {
    for (const [at, side] of sides.entries()) {
      for (const [what, ask] of Object.entries(requestsOf(side, programs[at]!.port))) {
        const ms = await ask();
        // The first requests fill caches.
        if (n >= REQUESTS / 10) note(at, what, ms);
      }
    }
  }
  for (const program of programs) await program.stop();
  for (const { stage } of sides) await stage.close();
  report(scaled as Size, timed as [Timed, Timed]);
}

async function open(name: string, size: Size): Promise<Side> {
  const began = performance.now();
  const stage = await openStage();
  const [largest, usual] = await seed(stage.connectionString, size, [1, Math.floor(size.tenants / 2)]);
  const [{ gb }] = await asOwner<[{ gb: string }]>(
    stage,
    'select round(pg_database_size(current_database()) / 1e9, 1) as gb',
  );
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${name}: ${gb} GB, seeded in ${seconds} s`);
  return { name, stage, largest: largest!, usual: usual! };
}

async function asOwner<Rows>({ connectionString }: Stage, sql: string): Promise<Rows> {
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  const { rows } = await owner.query(sql);
  await owner.end();
  return rows as Rows;
}

/** No delivery is due during the requests: the worker of the large installation would be busy with them. */
const postpone = (stage: Stage) =>
  asOwner(
    stage,
    `update webhook_queue set state = 'waiting', next_at = now() + interval '1 day' where state <> 'waiting'`,
  );

/** The worker's round: wake what is due, list the lanes, take from fifty of them. */
async function claim({ kernel: { db } }: Stage): Promise<number> {
  const across = { query: db.acrossTenantsQuery };
  const lease = { holder: newId(), until: new Date(Date.now() + 1_000) };
  const began = performance.now();
  await wakeDue(across, new Date(), 100);
  const lanes = await findLanes(across, null, CLAIMED);
  const quotas = lanes.map((lane) => ({ ...lane, isHeld: false, size: 1, fresh: 1, retries: 1 }));
  const claimed = await claimReady(across, new Date(), lease, quotas, []);
  const ms = performance.now() - began;
  if (claimed.length === 0) throw new Error('nothing was claimed');
  return ms;
}

function requestsOf({ largest, usual }: Side, port: number): Record<string, () => Promise<number>> {
  const items = [{ sku: 'TEA-1', name: 'Green tea', quantity: 2, unitPrice: 4.5 }];
  const ask =
    ({ key }: Asking, path: string, body?: unknown) =>
    async () => {
      const began = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      return performance.now() - began;
    };
  const ofTenant = (name: string, tenant: Asking) => ({
    [`order, ${name}`]: ask(tenant, '/v1/crm/orders', { customerId: tenant.customerId, items }),
    [`list of orders, ${name}`]: ask(tenant, '/v1/crm/orders?limit=20'),
    [`figures of orders, ${name}`]: ask(tenant, '/v1/crm/metrics'),
  });
  return {
    ...ofTenant('usual tenant', usual),
    ...ofTenant('largest tenant', largest),
    'readyz, with backlogs': ask(usual, '/readyz'),
    metrics: ask(usual, '/metrics'),
  };
}

function report(size: Size, [small, large]: [Timed, Timed]): void {
  const millions = (n: number) => (n / 1e6).toFixed(n < 1e6 ? 2 : 0);
  console.log(
    `\nLarge (${size.tenants} tenants, ${millions(size.orders)} million orders, ${millions(size.largest)} of them in one tenant, ` +
      `${millions(size.pending)} million pending deliveries) beside small, medians in ms`,
  );
  console.table(
    Object.keys(small).map((what) => ({
      what,
      small: median(small[what]!).toFixed(1),
      large: median(large[what]!).toFixed(1),
    })),
  );
  for (const what of Object.keys(small)) {
    verdict(`${what}: large ÷ small`, median(large[what]!) / median(small[what]!), GOAL, true);
  }
}
