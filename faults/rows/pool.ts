/** One tenant floods; another's order, list and webhook must not notice: under twice their quiet time plus 50 ms. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#kernel/db/db.ts';
import { createLog } from '#kernel/log.ts';
import { deriveSecrets } from '#kernel/secrets.ts';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { httpRequest, load } from '../../bench/load.ts';
import { percentile } from '../../bench/report.ts';
import { seedEntities } from '../../bench/search/seed.ts';
import { call } from '../client.ts';
import { openShops } from '../shops.ts';
import { openSite, type Site, type Tenant } from '../site.ts';
import { type Row, type Stage, within } from '../stage.ts';

const ENTITIES = 15_000;
const FLOOD_SECONDS = 6;
const FLOOD_CONNECTIONS = 200;
const NOISE_MS = 50;

/** What a flood got: how many answers, and how many of them were refusals. */
type Flooded = Record<string, number>;
type Flood = (site: Site, key: string) => Promise<Flooded>;

const flooding = (name: string, flood: Flood): Row => ({
  name: `one tenant floods: ${name}`,
  async run(stage) {
    const { site, bystander, key } = await openBoth(stage);
    await measure(site, bystander, 1_000);
    const quiet = await measure(site, bystander, 4_000);
    const [beside, flooded] = await Promise.all([
      // Once the flood is at its height.
      sleep(1_500).then(() => measure(site, bystander, FLOOD_SECONDS * 1000 - 2_000)),
      flood(site, key),
    ]);
    for (const [what, { p99, refused }] of Object.entries(beside)) {
      const alone = quiet[what as keyof Measured].p99;
      stage.check(`${what}: p99 ${p99} ms beside it, ${alone} ms alone`, p99 <= 2 * alone + NOISE_MS);
      stage.check(`${what}: ${refused} refused`, refused === 0);
      stage.note({ [`${what} p99 ms`]: `${alone} → ${p99}` });
    }
    stage.note(flooded);
  },
});

async function openBoth(stage: Stage): Promise<{ site: Site; bystander: Tenant; key: string }> {
  const site = await openSite(stage);
  const key = await seed(site);
  await site.api();
  await site.worker();
  await openShops(site, { tenants: 1, inboxes: 1 });
  return { site, bystander: site.tenants[0]!, key };
}

async function seed({ databaseUrl }: Site): Promise<string> {
  const db = connect({
    address: { connectionString: databaseUrl },
    secrets: deriveSecrets([TEST_SECRET]),
    connections: 2,
    log: createLog('silent'),
  });
  const kernel = { db, clock: () => new Date() } as Parameters<typeof seedEntities>[0];
  const [tenant] = await seedEntities(kernel, databaseUrl, [ENTITIES]).finally(() => db.close());
  return tenant!.key;
}

type Figures = { p99: number; refused: number };
type Measured = { order: Figures; list: Figures; webhook: Figures };

/** One request after the other, as a shop with few visitors sends them. */
async function measure(site: Site, tenant: Tenant, ms: number): Promise<Measured> {
  const times = { order: [] as number[], list: [] as number[], webhook: [] as number[] };
  const refused = { order: 0, list: 0, webhook: 0 };
  const inbox = tenant.inboxes[0]!;
  const first = inbox.receipts.length;
  const sentAt = new Map<string, number>();
  const body = { customerId: tenant.customerId, items: [{ sku: 'TEA', name: 'Tea', unitPrice: 4.5 }] };
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const order = await call('POST', `${site.url}/v1/crm/orders`, { token: tenant.key, body });
    times.order.push(order.ms);
    if (order.status !== 201) refused.order += 1;
    const list = await call('GET', `${site.url}/v1/crm/orders?limit=20`, { token: tenant.key });
    times.list.push(list.ms);
    if (list.status !== 200) refused.list += 1;
    const from = `/${crypto.randomUUID()}`;
    const redirect = { from, to: '/new' };
    sentAt.set(from, Date.now());
    const added = await call('POST', `${site.url}/v1/redirects`, { token: tenant.key, body: redirect });
    if (added.status !== 201) {
      refused.webhook += 1;
      sentAt.delete(from);
    }
    await sleep(5);
  }
  await within(5, () => inbox.receipts.length >= first + sentAt.size);
  times.webhook = inbox.receipts.slice(first).map(({ from, at }) => at - sentAt.get(from)!);
  const figures = (what: keyof Measured) => ({
    p99: Math.round(percentile(times[what], 99)),
    refused: refused[what],
  });
  return { order: figures('order'), list: figures('list'), webhook: figures('webhook') };
}

/** As many connections as one key may open, each of which asks again at once. */
const asking =
  (...paths: string[]): Flood =>
  async (site, key) => {
    const { perSecond, p99, refused } = await load({
      port: Number(new URL(site.url).port),
      connections: FLOOD_CONNECTIONS,
      seconds: FLOOD_SECONDS - 1,
      requests: paths.map((path) => httpRequest('GET', path, key)),
    });
    return { 'flood/s': Math.round(perSecond), refused, 'flood p99 ms': Math.round(p99) };
  };

const patching: Flood = async (site, key) => {
  const { body } = await call('GET', `${site.url}/v1/crm/customers?limit=1`, { token: key });
  const { id } = body.data[0];
  const answers: Record<string, number> = {};
  let isOver = false;
  const patch = async () => {
    while (!isOver) {
      const answer = await call('PATCH', `${site.url}/v1/crm/customers/${id}`, {
        token: key,
        body: { notes: 'again' },
      });
      answers[`patch ${answer.status}`] = (answers[`patch ${answer.status}`] ?? 0) + 1;
    }
  };
  // As long as a merge of a large customer would.
  await site.asOwner(async (owner) => {
    await owner.query('begin');
    await owner.query('select from customers where id = $1 for update', [id]);
    const patches = Array.from({ length: 30 }, patch);
    await sleep(FLOOD_SECONDS * 1000);
    isOver = true;
    await owner.query('rollback');
    await Promise.all(patches);
  });
  return answers;
};

export const poolRows: Row[] = [
  flooding('requests for who it is', asking('/v1/me')),
  flooding('lists', asking('/v1/crm/orders?limit=100', '/v1/crm/customers?limit=100')),
  flooding('searches', asking('/v1/search?q=tea')),
  flooding('orders with a word', asking('/v1/crm/orders?q=tea')),
  flooding('searches that are misspelt', asking('/v1/search?q=exmaple', '/v1/search?q=pesron')),
  flooding('changes that wait for each other', patching),
];
