/** One tenant's flood of events is not another's wait: a large import, and many subscriptions. */
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../client.ts';
import { openShops } from '../shops.ts';
import { openSite, type Site, type Tenant } from '../site.ts';
import { type Row, type Stage, within } from '../stage.ts';

/** As the promise has it: another tenant's p99 stays under twice its quiet value and 50 ms. */
const bound = (quiet: number) => 2 * quiet + 50;

const flood = (
  name: string,
  options: { redirects: number; subscriptions: number; seconds: number },
): Row => ({
  name,
  async run(stage) {
    const site = await openSite(stage);
    await site.api();
    await site.worker();
    await openShops(site, { tenants: 1, inboxes: 1 });
    const [quiet, busy] = [site.tenants[0]!, await site.newTenant()];
    const url = await openHole(stage);
    for (let n = 0; n < options.subscriptions; n++) {
      const body = { name: 'Hangs', url, events: ['redirect.added'] };
      await busy.ask('POST', '/v1/webhooks/subscriptions', body);
    }
    await latencies(site, quiet, 1_500);
    const alone = await latencies(site, quiet, 5_000);
    const imported = importRedirects(site, busy, options.redirects);
    const during = await latencies(site, quiet, 1_500);
    stage.check('the import is taken', (await imported) === 200);
    const left = () => waiting(site, busy);
    const behind = [
      await left(),
      await latencies(site, quiet, options.seconds * 1000),
      await left(),
    ] as const;
    report(stage, alone, behind[1], during);
    stage.note({ 'events waiting before': behind[0], after: behind[2], ...(await stretches(site, quiet)) });
  },
});

/** Never answers: how long sending takes is another row's question, and these few are soon counted as slow. */
async function openHole(stage: Stage): Promise<string> {
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

function report(stage: Stage, alone: number[], beside: number[], during: number[]): void {
  const [quiet, busy] = [p99(alone), p99(beside)];
  stage.check(`p99 ${busy} ms beside it, ${quiet} ms alone`, busy < bound(quiet));
  stage.note({
    'p99 ms alone': quiet,
    'beside it': busy,
    'during the import': p99(during),
    count: beside.length,
  });
}

/** From the request that causes the event to its receipt. */
async function latencies(site: Site, tenant: Tenant, milliseconds: number): Promise<number[]> {
  const inbox = tenant.inboxes[0]!;
  const first = inbox.receipts.length;
  const sentAt = new Map<string, number>();
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const from = `/${crypto.randomUUID()}`;
    await call('POST', `${site.url}/v1/redirects`, { token: tenant.key, body: { from, to: '/new' } });
    // From the answer on: how long the request itself waits is another row's question.
    sentAt.set(from, Date.now());
    await sleep(25);
  }
  await within(120, () => inbox.receipts.length >= first + sentAt.size);
  return inbox.receipts.slice(first).map(({ from, at }) => Math.max(0, at - sentAt.get(from)!));
}

async function importRedirects(site: Site, { key }: Tenant, count: number): Promise<number> {
  const rows = Array.from({ length: count }, (_, n) => `/old-${n},/new-${n}`);
  const answer = await fetch(`${site.url}/v1/redirects/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: `from,to\n${rows.join('\n')}\n`,
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function waiting(site: Site, { id }: Tenant): Promise<number> {
  const { rows } = await site.asOwner((owner) =>
    owner.query<{ n: number }>('select count(*)::int as n from event_queue where tenant_id = $1', [id]),
  );
  return rows[0]!.n;
}

/** Where the time went, of the latest hundred deliveries: until fan-out, and from there to the first byte. */
async function stretches(site: Site, { id }: Tenant): Promise<Record<string, number>> {
  const { rows } = await site.asOwner((owner) =>
    owner.query<Record<string, number>>(
      `select round(1000 * percentile_cont(0.5) within group (order by extract(epoch from created_at - at)))::int as "to fan-out ms",
         round(1000 * percentile_cont(0.5) within group (order by extract(epoch from started_at - created_at)))::int as "to POST ms"
       from (select * from webhook_deliveries where tenant_id = $1 order by created_at desc limit 100) d`,
      [id],
    ),
  );
  return rows[0]!;
}

const p99 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;

export const eventRows: Row[] = [
  flood('one tenant imports 20,000 redirects', { redirects: 20_000, subscriptions: 0, seconds: 8 }),
  flood('one tenant has 100 subscriptions and imports 300 redirects', {
    ...{ redirects: 300, subscriptions: 100, seconds: 6 },
  }),
];
