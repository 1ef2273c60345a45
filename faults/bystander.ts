/** Measures a tenant beside one that floods: its requests and webhooks take at most twice their quiet time plus 50 ms. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../bench/report.ts';
import { call } from './client.ts';
import type { Installation, Tenant } from './installation.ts';
import { type Stage, within } from './stage.ts';
import { openTenants } from './tenants.ts';

const WARM_UP_MS = 1_000;
const QUIET_MS = 5_000;
/** The time until a flood reaches its peak. */
const RISE_MS = 1_500;
const BESIDE_MS = 8_000;
const ARRIVAL_SECONDS = 120;

export const bound = (quietMs: number) => 2 * quietMs + 50;

export const p99 = (milliseconds: number[]) => Math.round(percentile(milliseconds, 99));

/** Creates a tenant with one receiver. The API must be running. */
export async function openBystander(installation: Installation): Promise<Tenant> {
  await openTenants(installation, { tenants: 1, inboxes: 1 });
  return installation.tenants.at(-1)!;
}

/** The times of each kind of request, in milliseconds, and the number of refused ones. */
export type Timed = { times: Record<string, number[]>; refused: number };
/** `isOver` returns true when the measurement has ended. */
export type Flood<T> = (isOver: () => boolean) => Promise<T>;

/** Measures alone, then beside the flood. */
export async function compareTimes<T>(
  stage: Stage,
  measure: (ms: number) => Promise<Timed>,
  flood: Flood<T>,
  { quietMs = QUIET_MS, besideMs = BESIDE_MS } = {},
): Promise<T> {
  await measure(WARM_UP_MS);
  const alone = await measure(quietMs);
  let over = false;
  const flooding = flood(() => over);
  await Promise.race([sleep(RISE_MS), flooding]);
  const beside = await measure(besideMs);
  over = true;
  const result = await flooding;
  for (const [what, times] of Object.entries(alone.times)) {
    const [before, during] = [p99(times), p99(beside.times[what]!)];
    stage.check(`${what} p99 ${during} ms beside it, ${before} ms alone`, during <= bound(before));
    stage.note({ [`${what} p99 ms`]: `${before} → ${during}` });
  }
  stage.check(`${beside.refused} of its requests are refused`, beside.refused === 0);
  return result;
}

/** Compares orders, lists and webhooks of the tenant. */
export const compareBeside = <T>(installation: Installation, tenant: Tenant, flood: Flood<T>): Promise<T> =>
  compareTimes(
    installation.stage,
    async (ms) => {
      const { refused, ...times } = await measure(installation, tenant, ms);
      return { times, refused };
    },
    flood,
  );

type Measured = Record<'order' | 'list' | 'webhook', number[]> & { refused: number };

/** Sends one request after the other, as a shop with few visitors does; a webhook's time is from the answer to its receipt. */
async function measure(installation: Installation, tenant: Tenant, ms: number): Promise<Measured> {
  const measured: Measured = { order: [], list: [], webhook: [], refused: 0 };
  const inbox = tenant.inboxes[0]!;
  const first = inbox.receipts.length;
  const answeredAt = new Map<string, number>();
  const items = [{ sku: 'TEA', name: 'Tea', unitPrice: 4.5 }];
  const ask = async (status: number, method: string, path: string, body?: unknown) => {
    const answer = await call(method, installation.url + path, { token: tenant.key, body });
    if (answer.status !== status) measured.refused += 1;
    return answer;
  };
  for (const end = performance.now() + ms; performance.now() < end; await sleep(5)) {
    measured.order.push(
      (await ask(201, 'POST', '/v1/crm/orders', { customerId: tenant.customerId, items })).ms,
    );
    measured.list.push((await ask(200, 'GET', '/v1/crm/orders?limit=20')).ms);
    const from = `/${crypto.randomUUID()}`;
    const added = await ask(201, 'POST', '/v1/redirects', { from, to: '/new' });
    if (added.status === 201) answeredAt.set(from, Date.now());
  }
  await within(ARRIVAL_SECONDS, () => inbox.receipts.length >= first + answeredAt.size);
  measured.webhook = inbox.receipts
    .slice(first)
    .map(({ from, at }) => Math.max(0, at - (answeredAt.get(from) ?? at)));
  return measured;
}

/** Returns the URL of a receiver that never answers. */
export async function openHole(stage: Stage): Promise<string> {
  const sockets = new Set<Socket>();
  const hole = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).resume();
  });
  await new Promise<void>((resolve) => hole.listen(0, '127.0.0.1', 2_048, resolve));
  stage.cleanUp(() => {
    for (const socket of sockets) socket.destroy();
    hole.close();
  });
  return `http://127.0.0.1:${(hole.address() as AddressInfo).port}/`;
}
