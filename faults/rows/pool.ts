/** One tenant asks as fast as its connections let it; another's orders, lists and webhooks stay within the bound. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#kernel/db/db.ts';
import { createLog } from '#kernel/log.ts';
import { deriveSecrets } from '#kernel/secrets.ts';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { httpRequest, load } from '../../bench/load.ts';
import { seedEntities } from '../../bench/search/seed.ts';
import { compareBeside, openBystander } from '../bystander.ts';
import { call } from '../client.ts';
import { openSite, type Site } from '../site.ts';
import type { Row } from '../stage.ts';

const ENTITIES = 15_000;
const FLOOD_CONNECTIONS = 200;
/** Longer than a comparison takes. */
const FLOOD_SECONDS = 10;

/** What a flood got: how many answers, and how many of them were refusals. */
type Flooded = Record<string, number>;
type Flood = (site: Site, key: string, isOver: () => boolean) => Promise<Flooded>;

const flooding = (name: string, flood: Flood): Row => ({
  name: `one tenant floods: ${name}`,
  async run(stage) {
    const site = await openSite(stage);
    const key = await seed(site);
    await site.api();
    await site.worker();
    const bystander = await openBystander(site);
    stage.note(await compareBeside(site, bystander, (isOver) => flood(site, key, isOver)));
  },
});

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

/** As many connections as one key may open, each of which asks again at once. */
const asking =
  (...paths: string[]): Flood =>
  (site, key) =>
    sending(
      site,
      paths.map((path) => httpRequest('GET', path, key)),
    );

async function sending(site: Site, requests: string[]): Promise<Flooded> {
  const { perSecond, p99, refused } = await load({
    port: Number(new URL(site.url).port),
    connections: FLOOD_CONNECTIONS,
    seconds: FLOOD_SECONDS,
    requests,
  });
  return { 'flood/s': Math.round(perSecond), refused, 'flood p99 ms': Math.round(p99) };
}

const ordering =
  (connections: number, lines: number): Flood =>
  async (site, key) => {
    const { body } = await call('GET', `${site.url}/v1/crm/customers?limit=1`, { token: key });
    const item = { sku: 'TEA', name: 'Tea', unitPrice: 4.5 };
    const order = { customerId: body.data[0].id, items: Array.from({ length: lines }, () => item) };
    const { perSecond, p99, refused } = await load({
      port: Number(new URL(site.url).port),
      ...{ connections, seconds: FLOOD_SECONDS },
      requests: [httpRequest('POST', '/v1/crm/orders', key, order)],
    });
    return { 'flood/s': Math.round(perSecond), refused, 'flood p99 ms': Math.round(p99) };
  };

const patching: Flood = async (site, key, isOver) => {
  const { body } = await call('GET', `${site.url}/v1/crm/customers?limit=1`, { token: key });
  const { id } = body.data[0];
  const answers: Record<string, number> = {};
  const patch = async () => {
    while (!isOver()) {
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
    while (!isOver()) await sleep(50);
    await owner.query('rollback');
    await Promise.all(patches);
  });
  return answers;
};

/** Without a key of its own: whoever it is, the others are identified meanwhile. */
const identifying = (name: string, requestsOf: (site: Site) => Promise<string[]>): Row => ({
  name,
  async run(stage) {
    const site = await openSite(stage);
    await site.api();
    await site.worker();
    const requests = await requestsOf(site);
    const bystander = await openBystander(site);
    stage.note(await compareBeside(site, bystander, () => sending(site, requests)));
  },
});

const post = (path: string, header: string, body = '') =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${header}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

const withMadeUpCookie = (path: string) =>
  Array.from({ length: 50 }, () => {
    const token = `${crypto.randomUUID()}.${'a'.repeat(22)}.${'b'.repeat(43)}`;
    return post(path, `cookie: __Host-colonnade-refresh=${token}`);
  });

const madeUpLinks = Array.from({ length: 50 }, () =>
  post(
    '/v1/auth/invitations/look-up',
    'content-type: application/json',
    JSON.stringify({ token: crypto.randomUUID() }),
  ),
);

export const poolRows: Row[] = [
  identifying('a stranger floods: refresh', async () => withMadeUpCookie('/v1/auth/refresh')),
  identifying('a stranger floods: sign-out and links', async () => [
    ...withMadeUpCookie('/v1/auth/sign-out'),
    ...madeUpLinks,
  ]),
  identifying('one sign-in floods: requests for who it is', async (site) => [
    httpRequest('GET', '/v1/me', await (await site.newTenant()).token()),
  ]),
  flooding('requests for who it is', asking('/v1/me')),
  flooding('changes', (site, key) =>
    sending(site, [httpRequest('POST', '/v1/crm/customers', key, { type: 'person', name: 'Ada' })]),
  ),
  flooding('orders', ordering(FLOOD_CONNECTIONS, 1)),
  flooding('orders of 500 lines', ordering(60, 500)),
  flooding('lists', asking('/v1/crm/orders?limit=100', '/v1/crm/customers?limit=100')),
  flooding('searches', asking('/v1/search?q=tea')),
  flooding('orders with a word', asking('/v1/crm/orders?q=tea')),
  flooding('searches that are misspelt', asking('/v1/search?q=exmaple', '/v1/search?q=pesron')),
  flooding('changes that wait for each other', patching),
];
