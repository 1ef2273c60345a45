/** Receivers that misbehave in every known way: each attempt ends in time, memory stays flat, and the log has the reason. */
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { selfSigned } from '../../server/modules/webhooks/testing/certificate.ts';
import { openInstallation } from '../installation.ts';
import { INSPECTED, usedMegabytes } from '../memory.ts';
import { type Row, type Stage, within } from '../stage.ts';
import { loadTenants } from '../tenants.ts';

type Talk = (socket: Socket) => void;
type Expected = { url: string; failure: string; status: number | null };

const DEADLINE_MS = 10_000;
/** The limit is for memory in use: the resident memory also has garbage, about 70 MB of it here. */
const GROWTH_MB = 20;
const COUNT = 8;

const drip: Talk = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
  const timer = setInterval(() => socket.write('.'), 50);
  socket.once('close', () => clearInterval(timer));
};
const flood: Talk = (socket) => {
  const chunk = Buffer.alloc(65_536);
  const pour = () => {
    while (socket.writable && socket.write(chunk)) {}
  };
  socket.write('HTTP/1.1 500 No\r\n\r\n');
  socket.on('drain', pour);
  pour();
};

async function listen(stage: Stage, server: Server, scheme = 'http'): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stage.cleanUp(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `${scheme}://localhost:${(server.address() as AddressInfo).port}/`;
}

async function openHostile(stage: Stage): Promise<Expected[]> {
  const raw = (talk: Talk) =>
    listen(
      stage,
      createServer((socket) => socket.once('data', () => talk(socket))),
    );
  const answering = (status: number) =>
    listen(
      stage,
      createHttpServer((request, response) =>
        request.resume().on('end', () => response.writeHead(status, { location: '/' }).end()),
      ),
    );
  const statuses = [301, 404, 410, 429, 500].map(async (status) => ({
    ...{ url: await answering(status), status },
    failure: status === 301 ? 'redirect' : 'status',
  }));
  return Promise.all([
    ...statuses,
    raw(() => {}).then((url) => ({ url, failure: 'timeout', status: null })),
    raw(drip).then((url) => ({ url, failure: 'timeout', status: 200 })),
    raw(flood).then((url) => ({ url, failure: 'status', status: 500 })),
    raw((socket) => socket.resetAndDestroy()).then((url) => ({ url, failure: 'reset', status: null })),
    listen(stage, createTlsServer(selfSigned(['localhost'])), 'https').then((url) => ({
      url,
      failure: 'tls',
      status: null,
    })),
    { url: 'https://vanished.invalid/', failure: 'dns', status: null },
  ]);
}

type AttemptRow = {
  url: string;
  failure: string;
  status_code: number | null;
  duration_ms: number;
  message: string;
};

const hostile: Row = {
  name: 'hostile receivers',
  waits: true,
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const worker = await installation.worker(INSPECTED);
    const tenant = await installation.newTenant();
    const expected = await openHostile(stage);
    const ids = new Map<string, string>();
    for (const { url } of expected) {
      const body = { name: 'Hostile', url, events: ['redirect.added'] };
      ids.set(url, (await tenant.ask('POST', '/v1/webhooks/subscriptions', body)).body.data.id);
    }
    // Warms up: code and connections take memory that stays in use.
    await loadTenants(installation, { kinds: ['redirect'], count: 2, senders: 2 }).done;
    await sleep(DEADLINE_MS + 1_000);
    const before = await usedMegabytes(worker);
    await loadTenants(installation, { kinds: ['redirect'], count: COUNT - 2, senders: COUNT }).done;
    const quick = expected.filter(({ failure }) => failure !== 'timeout').length * COUNT;
    const isOver = async () => (await count("status = 'failed' and attempts = 8")) === quick;
    stage.check(`${quick} that fail at once end after eight attempts`, await within(60, isOver));
    await sleep(1_000);
    const { rows } = await installation.asOwner((owner) => owner.query<AttemptRow>(ATTEMPTS));
    for (const { url, failure, status } of expected) {
      const attempts = rows.filter((row) => row.url === url);
      const asExpected = attempts.filter(
        (row) => row.failure === failure && row.status_code === status && row.message !== '',
      );
      stage.check(
        `${failure} ${status ?? ''}: the log says why`,
        attempts.length > 0 && asExpected.length === attempts.length,
      );
    }
    const slowest = Math.max(...rows.map((row) => row.duration_ms));
    stage.check(`each attempt ends in time: ${slowest} ms`, slowest < DEADLINE_MS + 500);
    const grown = (await usedMegabytes(worker)) - before;
    stage.check(`memory stays flat: ${grown.toFixed(1)} MB more`, grown < GROWTH_MB);
    stage.note({ attempts: rows.length, 'slowest ms': slowest, 'grown MB': grown.toFixed(1) });

    async function count(condition: string): Promise<number> {
      const { rows } = await installation.asOwner((owner) =>
        owner.query<{ count: number }>(
          `select count(*)::int as count from webhook_deliveries where ${condition}`,
        ),
      );
      return rows[0]!.count;
    }
  },
};

const ATTEMPTS = `
  select s.url, a.failure, a.status_code, a.duration_ms, a.message
  from (
    select q.subscription_id, a.failure, a.status_code, a.duration_ms, a.message
    from webhook_attempts a
    join (select id, subscription_id from webhook_queue union all select id, subscription_id from webhook_deliveries) q
      on q.id = a.delivery_id
    union all
    select subscription_id, failure, status_code, duration_ms, message from webhook_deliveries where started_at is not null
  ) a join webhook_subscriptions s on s.id = a.subscription_id`;

export const receiverRows: Row[] = [hostile];
