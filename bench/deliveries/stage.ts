/** The set-up of every contender: PostgreSQL with fsync, a receiver, tenants with one subscription each, a body of 1 KB. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATOR } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import { createCatalogue } from '#kernel/events/catalogue.ts';
import { newId } from '#kernel/id.ts';
import type { Kernel } from '#kernel/module.ts';
import { boot } from '../../server/boot.ts';
import { createTenant } from '../../server/modules/access/tenants/tenants.ts';
import { subscribe } from '../../server/modules/webhooks/subscriptions/subscriptions.ts';
import { readSettings, type Settings } from '../../server/settings.ts';

export const EVENT = 'redirect.added';
/** Makes a delivery body of about 1 KB. */
export const DATA = { id: newId(), from: '/old', to: '/new', note: 'x'.repeat(740) };

export type Receiver = {
  url: string;
  received(): Promise<number>;
  latencies(): Promise<number[]>;
  stop(): void;
};

export async function startReceiver(): Promise<Receiver> {
  const child = fork(join(import.meta.dirname, 'receiver.ts'));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    received: async () => (await ask<{ received: number }>(child, 'count')).received,
    latencies: async () => (await ask<{ latencies: number[] }>(child, 'latencies')).latencies,
    stop: () => child.disconnect(),
  };
}

async function ask<T>(child: ChildProcess, question: string): Promise<T> {
  child.send(question);
  const [answer] = await once(child, 'message');
  return answer as T;
}

export type Stage = {
  kernel: Kernel<Settings>;
  connectionString: string;
  dataDir: string;
  close(): Promise<void>;
};

export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'colonnade-bench-'));
  const booted = await boot(readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...env }), {
    migrate: true,
  });
  const end = () => endPostgres(dataDir);
  process.once('exit', end);
  return {
    kernel: booted.kernel,
    connectionString: booted.address.connectionString,
    dataDir,
    close: async () => {
      process.off('exit', end);
      await booted.kernel.db.close();
      await booted.stopDatabase();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A bench that fails or gets a signal must not leave a PostgreSQL behind that slows the next one. */
function endPostgres(dataDir: string): void {
  const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGINT');
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

export async function addTenants(
  kernel: Kernel,
  count: number,
  urlOf: (n: number) => string,
): Promise<string[]> {
  const { db, secrets, clock } = kernel;
  const rules = {
    policy: { allowLoopback: true, allowNetworks: [] },
    catalogue: createCatalogue({}),
    secrets,
    mostSubscriptions: Number.POSITIVE_INFINITY,
  };
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const name = `bench-${newId().slice(-8)}-${n}`;
    const input = { name, ownerEmail: 'owner@bench.example', ownerPassword: 'a password for benches' };
    const { tenant } = await createTenant(db, OPERATOR, clock(), input);
    const actor: Actor = {
      ...{ type: 'staff', id: newId(), name: 'bench', role: 'admin', scopes: null, sessionId: null },
      tenant: { ...tenant, modules: [], timeZone: 'UTC', currency: 'USD', locale: null },
    } as Actor;
    const subscription = { name, url: `${urlOf(n)}/hook`, events: [EVENT] };
    await db.inTenant(tenant.id, (tx) => subscribe(tx, actor, clock(), rules, subscription));
    ids.push(tenant.id);
  }
  return ids;
}

const ADD_EVENTS = {
  name: 'add_events',
  text: `
    with event as (
      insert into events (tenant_id, id, type, data, created_at)
      select current_tenant(), id, $2, $3::json, $4 from unnest($1::uuid[]) id
    )
    insert into event_queue (tenant_id, id, at, type, next_at)
    select current_tenant(), id, $4, $2, $4 from unnest($1::uuid[]) id`,
};

/** Writes events in batches, as a business transaction does. */
export async function addEvents(kernel: Kernel, tenantIds: string[], each: number): Promise<void> {
  for (const tenantId of tenantIds) {
    await kernel.db.inTenant(tenantId, async (tx) => {
      const ids = Array.from({ length: each }, newId);
      const data = JSON.stringify({ ...DATA, sentAt: Date.now() });
      await tx.query(ADD_EVENTS, [ids, EVENT, data, kernel.clock()]);
      tx.wakeDispatcher('webhooks');
    });
  }
}

/** Adds events at this rate, a hundred times a second, to each tenant in turn. Returns their number. */
export async function addSteadily(
  kernel: Kernel,
  tenantIds: string[],
  perSecond: number,
  forSeconds: number,
): Promise<number> {
  const perStep = Math.max(1, Math.round(perSecond / 100));
  const start = performance.now();
  let step = 0;
  for (; seconds(start) < forSeconds; step++) {
    await addEvents(kernel, [tenantIds[step % tenantIds.length]!], perStep);
    await sleep(Math.max(0, (step + 1) * 10 - (performance.now() - start)));
  }
  return step * perStep;
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
export const seconds = (since: number) => (performance.now() - since) / 1000;

export async function until(done: () => Promise<boolean>, limitSeconds: number): Promise<void> {
  const start = performance.now();
  while (!(await done())) {
    if (seconds(start) > limitSeconds) throw new Error(`not done within ${limitSeconds} s`);
    await sleep(20);
  }
}
