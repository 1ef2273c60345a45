/** One tenant sends requests as fast as it can; another's orders, lists and webhooks stay within the bound. */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#kernel/db/db.ts';
import { createLog } from '#kernel/log.ts';
import { deriveSecrets } from '#kernel/secrets.ts';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { httpRequest, load } from '../../bench/load.ts';
import { seedEntities } from '../../bench/search/seed.ts';
import { compareBeside, openBystander } from '../bystander.ts';
import { call } from '../client.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { CannotRun, type Row } from '../stage.ts';

const ENTITIES = 15_000;
const FLOOD_CONNECTIONS = 200;
/** Longer than a comparison takes. */
const FLOOD_SECONDS = 10;

/** The answers that a flood got, and the number of refusals among them. */
type Flooded = Record<string, number>;
type Flood = (installation: Installation, key: string, isOver: () => boolean) => Promise<Flooded>;

const flooding = (name: string, flood: Flood, env?: Record<string, string>): Row => ({
  name: `one tenant floods: ${name}`,
  async run(stage) {
    const installation = await openInstallation(stage);
    const key = await seed(installation);
    await installation.api(env);
    await installation.worker();
    const bystander = await openBystander(installation);
    stage.note(await compareBeside(installation, bystander, (isOver) => flood(installation, key, isOver)));
  },
});

/** On fewer processors than the processes and PostgreSQL need, a list beside the flood takes some milliseconds more than the bound. */
const needingProcessors = (least: number, row: Row): Row => ({
  ...row,
  async run(stage) {
    if (availableParallelism() < least) throw new CannotRun(`needs ${least} processors`);
    await row.run(stage);
  },
});

async function seed({ databaseUrl }: Installation): Promise<string> {
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

/** Opens as many connections as one key may; each repeats its request at once. */
const asking =
  (...paths: string[]): Flood =>
  (installation, key) =>
    sending(
      installation,
      paths.map((path) => httpRequest('GET', path, key)),
    );

async function sending(installation: Installation, requests: string[]): Promise<Flooded> {
  const { perSecond, p99, refused } = await load({
    port: Number(new URL(installation.url).port),
    connections: FLOOD_CONNECTIONS,
    seconds: FLOOD_SECONDS,
    requests,
  });
  return { 'flood/s': Math.round(perSecond), refused, 'flood p99 ms': Math.round(p99) };
}

const ordering =
  (connections: number, lines: number): Flood =>
  async (installation, key) => {
    const { body } = await call('GET', `${installation.url}/v1/crm/customers?limit=1`, { token: key });
    const item = { sku: 'TEA', name: 'Tea', unitPrice: 4.5 };
    const order = { customerId: body.data[0].id, items: Array.from({ length: lines }, () => item) };
    const { perSecond, p99, refused } = await load({
      port: Number(new URL(installation.url).port),
      ...{ connections, seconds: FLOOD_SECONDS },
      requests: [httpRequest('POST', '/v1/crm/orders', key, order)],
    });
    return { 'flood/s': Math.round(perSecond), refused, 'flood p99 ms': Math.round(p99) };
  };

const patching: Flood = async (installation, key, isOver) => {
  const { body } = await call('GET', `${installation.url}/v1/crm/customers?limit=1`, { token: key });
  const { id } = body.data[0];
  const answers: Record<string, number> = {};
  const patch = async () => {
    while (!isOver()) {
      const answer = await call('PATCH', `${installation.url}/v1/crm/customers/${id}`, {
        token: key,
        body: { notes: 'again' },
      });
      answers[`patch ${answer.status}`] = (answers[`patch ${answer.status}`] ?? 0) + 1;
    }
  };
  // Locks the customer for as long as the merge of a large customer would.
  await installation.asOwner(async (owner) => {
    await owner.query('begin');
    await owner.query('select from customers where id = $1 for update', [id]);
    const patches = Array.from({ length: 30 }, patch);
    while (!isOver()) await sleep(50);
    await owner.query('rollback');
    await Promise.all(patches);
  });
  return answers;
};

/** A flood of requests without a valid key must not delay the identification of other callers. */
const identifying = (name: string, requestsOf: (installation: Installation) => Promise<string[]>): Row => ({
  name,
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    await installation.worker();
    const requests = await requestsOf(installation);
    const bystander = await openBystander(installation);
    stage.note(await compareBeside(installation, bystander, () => sending(installation, requests)));
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
  identifying('one sign-in floods: requests for who it is', async (installation) => [
    httpRequest('GET', '/v1/me', await (await installation.newTenant()).token()),
  ]),
  flooding('requests for who it is', asking('/v1/me')),
  flooding('changes', (installation, key) =>
    sending(installation, [httpRequest('POST', '/v1/crm/customers', key, { type: 'person', name: 'Ada' })]),
  ),
  flooding('orders', ordering(FLOOD_CONNECTIONS, 1)),
  flooding('orders of 500 lines', ordering(60, 500)),
  flooding('lists', asking('/v1/crm/orders?limit=100', '/v1/crm/customers?limit=100')),
  flooding('searches', asking('/v1/search?q=tea')),
  flooding('orders with a word', asking('/v1/crm/orders?q=tea')),
  flooding('searches that are misspelt', asking('/v1/search?q=exmaple', '/v1/search?q=pesron')),
  flooding('changes that wait for each other', patching),
  flooding('lists, answered by two processes', asking('/v1/crm/orders?limit=100'), { PROCESSES: '2' }),
  needingProcessors(
    4,
    flooding('orders, answered by two processes', ordering(FLOOD_CONNECTIONS, 1), { PROCESSES: '2' }),
  ),
];
