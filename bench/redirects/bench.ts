/**
 * `npm run bench -- redirects [seconds] [rules]`: redirects visitors by one of 100,000 rules, beside a bare Fastify route that
 * answers 301.
 */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { OPERATOR } from '#kernel/audit.ts';
import { SCOPES } from '#kernel/auth/actor.ts';
import { newId } from '#kernel/id.ts';
import { buildApp } from '../../server/app.ts';
import { createKey } from '../../server/modules/access/keys/keys.ts';
import { createTenant } from '../../server/modules/access/tenants/tenants.ts';
import { readRule } from '../../server/modules/redirects/rules.ts';
import { onSite, resolveRedirect } from '../../server/modules/redirects/serving/resolve.ts';
import { RuleTable } from '../../server/modules/redirects/serving/rule-table.ts';
import { openStage, type Stage } from '../deliveries/stage.ts';
import { load, type Measured } from '../load.ts';
import { median, percentile, verdict } from '../report.ts';

const ROUNDS = 3;
const DOMAIN = 'shop.test';
const CHANGES = 50;

export async function run(args: string[]): Promise<void> {
  const [seconds, rules] = [Number(args[0] ?? 5), Number(args[1] ?? 100_000)];
  inMemory(rules);
  const stage = await openStage({ RATE_LIMIT_PER_MINUTE: '100000000' });
  const { app } = await buildApp(stage.kernel);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const site = await openSite(stage, app, rules);
  await rates(site, (app.server.address() as AddressInfo).port, rules, seconds);
  await changes(site, rules);
  await app.close();
  await stage.close();
}

/** The look-up alone: no HTTP, no query. */
function inMemory(rules: number): void {
  const table = new RuleTable();
  const before = process.memoryUsage().heapUsed;
  const source = {
    match: 'exact' as const,
    status_code: 301,
    query: 'keep' as const,
    active_from: null,
    active_until: null,
  };
  for (let n = 0; n < rules; n++)
    table.put(readRule({ ...source, id: newId(), from_path: pathOf(n), to_url: `/new/${n}` }));
  const bytes = process.memoryUsage().heapUsed - before;
  const times: number[] = [];
  for (let n = 0; n < 20_000; n++) {
    const path = pathOf((n * 7919) % rules);
    const start = performance.now();
    resolveRedirect(table, [], onSite(path, 'utm=x'), 0);
    times.push((performance.now() - start) * 1000);
  }
  const found = { p50: percentile(times, 50), p99: percentile(times, 99) };
  console.log(`\nIn memory: a path among ${rules} rules, ${Math.round(bytes / rules)} bytes each`);
  console.table([{ 'p50 µs': found.p50.toFixed(1), 'p99 µs': found.p99.toFixed(1) }]);
}

const pathOf = (n: number) => `/old/section-${n % 97}/page-${n}`;

type Site = Awaited<ReturnType<typeof openSite>>;

async function openSite({ kernel }: Stage, app: Awaited<ReturnType<typeof buildApp>>['app'], rules: number) {
  const { db, clock } = kernel;
  const owner = { name: 'bench', ownerEmail: 'owner@bench.example', ownerPassword: 'a password for benches' };
  const { tenant } = await createTenant(db, OPERATOR, clock(), owner);
  const { key } = await db.inTenant(tenant.id, (tx) =>
    createKey(tx, OPERATOR, clock(), { label: 'bench', scopes: [...SCOPES] }),
  );
  const call = async (
    method: 'POST' | 'PATCH',
    url: string,
    payload: string | object,
    type = 'application/json',
  ) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': type };
    const answer = await app.inject({ method, url, payload, headers });
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.body}`);
    return answer.json().data;
  };
  const { id } = await call('POST', '/v1/properties', { name: 'Shop', domains: [DOMAIN] });
  await call('POST', `/v1/properties/${id}/verify`, {});
  const rows = Array.from({ length: rules }, (_, n) => `${pathOf(n)},/new/${n}`);
  const start = performance.now();
  const { created } = await call(
    'POST',
    `/v1/redirects/import?propertyId=${id}`,
    ['from,to', ...rows].join('\n'),
    'text/csv',
  );
  console.log(`\n${created} rules imported in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  const visit = async (path: string) => (await app.inject({ url: `/r/${id}${path}` })).headers.location;
  const cold = performance.now();
  await visit(pathOf(0));
  console.log(`The first visitor, for whom they are read, waits ${Math.round(performance.now() - cold)} ms`);
  return { id, call, visit };
}

const request = (path: string, host: string) => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;

/** Alternates all per round, so that a busy moment of the machine slows them alike. */
async function rates(site: Site, port: number, rules: number, seconds: number): Promise<void> {
  const bare = Fastify();
  bare.get('/*', (_request, reply) => reply.code(301).header('location', '/new').send());
  await bare.listen({ port: 0, host: '127.0.0.1' });
  const paths = Array.from({ length: 2_000 }, (_, n) => pathOf((n * 7919) % rules));
  const contenders = {
    'a bare Fastify route': {
      port: (bare.server.address() as AddressInfo).port,
      requests: paths.map((path) => request(path, DOMAIN)),
    },
    'by id: GET /r/:property/*': {
      port,
      requests: paths.map((path) => request(`/r/${site.id}${path}`, 'localhost')),
    },
    'by domain': { port, requests: paths.map((path) => request(path, DOMAIN)) },
  };
  for (const connections of [64, 1]) {
    const measured = new Map<string, Measured[]>(Object.keys(contenders).map((name) => [name, []]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, what] of Object.entries(contenders)) {
        measured.get(name)!.push(await load({ ...what, connections, seconds }));
      }
    }
    const of = (name: string, pick: (each: Measured) => number) => median(measured.get(name)!.map(pick));
    console.log(`\n${connections} connections, ${rules} rules, median of ${ROUNDS} rounds`);
    console.table(
      Object.keys(contenders).map((contender) => ({
        contender,
        'per second': Math.round(of(contender, (each) => each.perSecond)),
        'p50 ms': of(contender, (each) => each.p50).toFixed(2),
        'p99 ms': of(contender, (each) => each.p99).toFixed(2),
      })),
    );
    const [limit, ...ours] = Object.keys(contenders) as [string, ...string[]];
    const rate = (name: string) => of(name, (each) => each.perSecond);
    for (const name of connections === 1 ? [] : ours)
      verdict(`${name} ÷ bare route`, rate(name) / rate(limit), 0.5);
    for (const name of connections === 1 ? ours : []) {
      verdict(
        `${name}, p50 ms of one visitor at a time`,
        of(name, (each) => each.p50),
        1,
        true,
      );
      verdict(
        `${name}, p99 ms of one visitor at a time`,
        of(name, (each) => each.p99),
        1,
        true,
      );
    }
  }
  await bare.close();
}

/** The first visit after a change must see it; the server reads only the changed rules. */
async function changes(site: Site, rules: number): Promise<void> {
  const times: number[] = [];
  const { id } = await site.call('POST', '/v1/redirects', {
    propertyId: site.id,
    from: '/changing',
    to: '/0',
  });
  for (let n = 1; n <= CHANGES; n++) {
    await site.call('PATCH', `/v1/redirects/${id}`, { to: `/${n}` });
    const start = performance.now();
    const location = await site.visit('/changing');
    times.push(performance.now() - start);
    if (!location?.toString().endsWith(`/${n}`)) throw new Error(`an old answer: ${location}`);
  }
  console.log(`\nThe first visitor after a change, ${rules} rules, ${CHANGES} changes`);
  console.table([{ 'p50 ms': percentile(times, 50).toFixed(2), 'p99 ms': percentile(times, 99).toFixed(2) }]);
}
