import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { OPERATOR } from '#kernel/audit.ts';
import { readConfig } from '#kernel/config.ts';
import { createCatalogue } from '#kernel/events/catalogue.ts';
import { newId } from '#kernel/id.ts';
import { buildApp } from '../server/app.ts';
import { boot } from '../server/boot.ts';
import { createTenant } from '../server/modules/access/tenants.ts';
import { newSigningSecret, signBody } from '../server/modules/webhooks/signature.ts';
import { subscribe } from '../server/modules/webhooks/subscriptions.ts';

const N = Number(process.argv[2] ?? 20000);
const TENANTS = 100;
const receiver = fork(join(import.meta.dirname, 'deliveries/receiver.ts'));
const [{ port }] = (await once(receiver, 'message')) as [{ port: number }];
const url = `http://127.0.0.1:${port}/hook`;
const payload = { text: 'x'.repeat(700), id: newId() };

async function raw() {
  const agent = new Agent({ connections: 256, pipelining: 1 });
  const secret = newSigningSecret();
  const body0 = JSON.stringify({
    id: newId(),
    type: 'redirect.added',
    tenant_id: newId(),
    data: payload,
    delivered_at: new Date(),
  });
  let started = 0;
  let done = 0;
  const t = performance.now();
  await new Promise<void>((resolve) => {
    const one = () => {
      if (started >= N) return;
      started++;
      const body = body0 + started;
      agent.dispatch(
        {
          origin: `http://127.0.0.1:${port}`,
          path: '/hook',
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', 'x-service-signature': signBody(secret, body) },
        },
        {
          onRequestStart() {},
          onResponseStart() {},
          onResponseData() {},
          onResponseEnd() {
            done++;
            if (done === N) resolve();
            else one();
          },
          onResponseError(_c: any, e: any) {
            throw e;
          },
        } as any,
      );
    };
    for (let i = 0; i < 256; i++) one();
  });
  const rate = N / ((performance.now() - t) / 1000);
  await agent.close();
  return rate;
}
const dataDir = await mkdtemp(join(tmpdir(), 'bench-'));
const booted = await boot(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', PORT: '0' }), { migrate: true });
const { kernel } = booted;
const times: Record<string, { n: number; ms: number }> = {};
const orig = kernel.db.acrossTenantsQuery;
(kernel.db as any).acrossTenantsQuery = async (st: any, v: any) => {
  const t = performance.now();
  const r = await orig(st, v);
  const k = st.name ?? 'other';
  times[k] ??= { n: 0, ms: 0 };
  times[k].n++;
  times[k].ms += performance.now() - t;
  return r;
};
const origA = kernel.db.acrossTenants;
(kernel.db as any).acrossTenants = async (w: any) => {
  const t = performance.now();
  const r = await origA(w);
  const k = 'tx';
  times[k] ??= { n: 0, ms: 0 };
  times[k].n++;
  times[k].ms += performance.now() - t;
  return r;
};
const { startWork } = await buildApp(kernel);
const catalogue = createCatalogue({});
const tenants: string[] = [];
for (let i = 0; i < TENANTS; i++) {
  const { tenant } = await createTenant(kernel.db, OPERATOR, new Date(), {
    name: `t${i}`,
    ownerEmail: 'o@example.com',
    ownerPassword: 'xxxxxxxxxxxx',
  });
  tenants.push(tenant.id);
  await kernel.db.inTenant(tenant.id, (tx) =>
    subscribe(
      tx,
      {
        type: 'staff',
        id: newId(),
        name: 'x',
        role: 'admin',
        scopes: null,
        sessionId: null,
        tenant: { ...tenant, modules: [] },
      } as any,
      new Date(),
      { policy: { allowLoopback: true, allowNetworks: [] }, catalogue, secrets: kernel.secrets },
      { name: 's', url, events: ['redirect.added'] },
    ),
  );
}
for (const t of tenants) {
  await kernel.db.inTenant(t, (tx) =>
    tx.query(
      `insert into events (tenant_id,id,type,data,created_at,next_at) select current_tenant(), gen_random_uuid(), 'redirect.added', $1::json, now(), now() from generate_series(1,$2)`,
      [JSON.stringify(payload), N / TENANTS],
    ),
  );
}
await kernel.db.acrossTenants(async (tx) => tx.query('select 1'));
const r1 = await raw();

import { readdirSync, readFileSync } from 'node:fs';

const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
const dead = 0;
function pgCpu() {
  let sum = 0;
  for (const p of readdirSync('/proc')) {
    if (!/^\d+$/.test(p)) continue;
    try {
      const f = readFileSync(`/proc/${p}/stat`, 'utf8').split(') ')[1]!.split(' ');
      if (Number(f[1]) === postmaster) sum += Number(f[11]) + Number(f[12]);
    } catch {}
  }
  return sum * 10;
}
const received = async () => {
  receiver.send('count');
  const [m] = (await once(receiver, 'message')) as any;
  return m.received as number;
};
const base = await received();
const t0 = performance.now();
const cpu0 = process.cpuUsage();
const pg0 = pgCpu();

import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const session = new Session();
session.connect();
if (process.env.PROF) {
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
}
const work = startWork();
for (;;) {
  await new Promise((r) => setTimeout(r, 50));
  if ((await received()) - base >= N) break;
  if (performance.now() - t0 > Number(process.env.MAX ?? 60000)) {
    console.log('timeout');
    break;
  }
}
const secs = (performance.now() - t0) / 1000;
const cpu = process.cpuUsage(cpu0);
const pg1 = pgCpu();
if (process.env.PROF) {
  const { profile } = await session.post('Profiler.stop');
  mkdirSync('/tmp/prof', { recursive: true });
  writeFileSync('/tmp/prof/ours.cpuprofile', JSON.stringify(profile));
}
await work.stop();
for (const [k, v] of Object.entries(times))
  console.log(k, v.n, (v.ms / v.n).toFixed(2) + ' ms', Math.round(v.ms));
const c2 = process.cpuUsage();
const r2 = await raw();
const c3 = process.cpuUsage(c2);
console.log({
  N,
  ours: Math.round(N / secs),
  raw: Math.round(r1),
  raw2: Math.round(r2),
  ratio: N / secs / ((r1 + r2) / 2),
  nodeUsPerDelivery: (cpu.user + cpu.system) / N,
  pgUsPerDelivery: ((pg1 - pg0) * 1000) / N,
  rawNodeUs: (c3.user + c3.system) / N,
});
console.log(
  (await kernel.db.acrossTenantsQuery(`select status, count(*)::int from webhook_deliveries group by 1`))
    .rows,
  (await received()) - base,
);
await kernel.db.close(); await booted.stopDatabase();
await rm(dataDir, { recursive: true, force: true });
receiver.disconnect();
process.exit(0);
