import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { OPERATOR } from '#kernel/audit.ts';
import { readConfig } from '#kernel/config.ts';
import { boot } from '../server/boot.ts';
import { buildApp } from '../server/app.ts';
import { createTenant } from '../server/modules/access/tenants.ts';
import { signBody, newSigningSecret } from '../server/modules/webhooks/signature.ts';
import { subscribe } from '../server/modules/webhooks/subscriptions.ts';
import { newId } from '#kernel/id.ts';
import { createCatalogue } from '#kernel/events/catalogue.ts';

const N = Number(process.argv[2] ?? 20000);
const TENANTS = 100;
const receiver = fork(join(import.meta.dirname, 'receiver.ts'));
const [{ port }] = (await once(receiver, 'message')) as [{ port: number }];
const url = `http://127.0.0.1:${port}/hook`;
const payload = { text: 'x'.repeat(700), id: newId() };

async function raw() {
  const agent = new Agent({ connections: 256, pipelining: 1 });
  const secret = newSigningSecret();
  const body0 = JSON.stringify({ id: newId(), type: 'redirect.added', tenant_id: newId(), data: payload, delivered_at: new Date() });
  let started = 0; let done = 0;
  const t = performance.now();
  await new Promise<void>((resolve) => {
    const one = () => {
      if (started >= N) return;
      started++;
      const body = body0 + started;
      agent.dispatch({ origin: `http://127.0.0.1:${port}`, path: '/hook', method: 'POST', body, headers: { 'content-type': 'application/json', 'x-service-signature': signBody(secret, body) } },
        { onRequestStart() {}, onResponseStart() {}, onResponseData() {}, onResponseEnd() { done++; if (done === N) resolve(); else one(); }, onResponseError(_c: any, e: any) { throw e; } } as any);
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
(kernel.db as any).acrossTenantsQuery = async (st: any, v: any) => { const t = performance.now(); const r = await orig(st, v); const k = st.name ?? 'other'; (times[k] ??= { n: 0, ms: 0 }); times[k].n++; times[k].ms += performance.now() - t; return r; };
const origA = kernel.db.acrossTenants;
(kernel.db as any).acrossTenants = async (w: any) => { const t = performance.now(); const r = await origA(w); const k = 'tx'; (times[k] ??= { n: 0, ms: 0 }); times[k].n++; times[k].ms += performance.now() - t; return r; };
const { startWork } = await buildApp(kernel);
const catalogue = createCatalogue({});
const tenants: string[] = [];
for (let i = 0; i < TENANTS; i++) {
  const { tenant } = await createTenant(kernel.db, OPERATOR, new Date(), { name: `t${i}`, ownerEmail: 'o@example.com', ownerPassword: 'xxxxxxxxxxxx' });
  tenants.push(tenant.id);
  await kernel.db.inTenant(tenant.id, (tx) => subscribe(tx, { type: 'staff', id: newId(), name: 'x', role: 'admin', scopes: null, sessionId: null, tenant: { ...tenant, modules: [] } } as any, new Date(), { policy: { allowLoopback: true, allowNetworks: [] }, catalogue, secrets: kernel.secrets }, { name: 's', url, events: ['redirect.added'] }));
}
for (const t of tenants) {
  await kernel.db.inTenant(t, (tx) => tx.query(`insert into events (tenant_id,id,type,data,created_at,next_at) select current_tenant(), gen_random_uuid(), 'redirect.added', $1::json, now(), now() from generate_series(1,$2)`, [JSON.stringify(payload), N / TENANTS]));
}
await kernel.db.acrossTenants(async (tx) => tx.query('select 1'));

const q = async (label: string, text: string, values: unknown[]) => { const r = await kernel.db.acrossTenants(async (tx) => { const x = await tx.query('explain (analyze, buffers) ' + text, values); return x; }); console.log('---', label); console.log(r.rows.map((x: any) => x['QUERY PLAN']).join('\n')); };
const now = new Date();
await q('claim events', `select tenant_id, id, type, created_at from events where state = 'pending' and next_at <= $1 order by next_at limit $2 for update skip locked`, [now, 200]);
const ev = (await kernel.db.acrossTenantsQuery<any>(`select tenant_id, id, type, created_at from events where type='redirect.added' limit 200`)).rows;
const F = await import('../server/modules/webhooks/fan-out.sql.ts');
const cap = (async (fn: any) => { let got: any; await fn({ query: async (st: any, v: any) => { got = [st.text ?? st, v]; return { rows: [] }; } }).catch(() => {}); return got; });
let [t1, v1] = await cap((tx: any) => F.insertDeliveries(tx, ev, now));
await q('fan-out', t1, v1);
await q('mark', `update events e set state = 'dispatched' from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as done (tenant_id, id, created_at) where e.tenant_id = done.tenant_id and e.id = done.id and e.created_at = done.created_at`, [ev.map((e: any) => e.tenant_id), ev.map((e: any) => e.id), ev.map((e: any) => e.created_at)]);
const D = await import('../server/modules/webhooks/deliveries.sql.ts');
const lanes = await D.findLanes({ query: kernel.db.acrossTenantsQuery } as any, null, 100);
[t1, v1] = await cap((tx: any) => D.findLanes(tx, null, 100)); await q('lanes', t1, v1);
[t1, v1] = await cap((tx: any) => D.claimReady(tx, now, new Date(Date.now() + 30000), lanes.map((l) => ({ ...l, size: 8, fresh: 8, retries: 4 })))); await q('claim', t1, v1);
const cl = (await kernel.db.acrossTenantsQuery<any>(`select * from webhook_deliveries where state='sending' limit 200`)).rows;
[t1, v1] = await cap((tx: any) => D.settle(tx, cl.map((d: any) => ({ delivery: d, state: 'delivered', nextAt: now, attempt: 1, startedAt: now, durationMs: 1, statusCode: 204, failure: null, message: '', address: '', timings: '{}', answerHeaders: '{}', answerBody: '' })), now)); await q('settle', t1, v1);
await booted.close(); await rm(dataDir, { recursive: true, force: true }); receiver.disconnect(); process.exit(0);
