/** `start`, `api` and `worker`: run the server until it gets the signal to stop. */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, describeSkew, isOff } from '#kernel/clock.ts';
import { armCrash } from '#kernel/crash.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { startPartitionKeeper } from '#kernel/db/partitions.ts';
import type { App } from '#kernel/http/app.ts';
import { createOperations } from '#kernel/http/health.ts';
import type { Logger } from '#kernel/log.ts';
import type { Kernel } from '#kernel/module.ts';
import { SetupError } from '#kernel/setting.ts';
import { self, tellReady } from '#kernel/siblings/siblings.ts';
import { DASHBOARD, ensureBuilt, SHOP } from '../../dashboard/built.ts';
import { buildApp } from '../app.ts';
import { boot } from '../boot.ts';
import { listTenants } from '../modules/access/tenants/tenants.sql.ts';
import { parseNetworks } from '../modules/webhooks/sending/address.ts';
import { daysOf, type Settings } from '../settings.ts';
import { describeServer } from './announcement.ts';
import { createDemo } from './demo/demo.ts';
import { findDemoShop } from './demo/found.ts';
import { fillDemoShop } from './demo/shop.ts';

export type Roles = { api: boolean; worker: boolean; migrate: boolean };

/** The roles of this process: all of them, or its part of them under a supervisor. */
function ownRoles(roles: Roles): Roles {
  if (self.part === null) return roles;
  const isFirst = self.part === 'first';
  return { api: self.part !== 'worker', worker: self.part === 'worker', migrate: isFirst && roles.migrate };
}

/** In a terminal, a longer silence would look like a hang. */
const PATIENCE_MS = 1_000;

export async function serve(
  config: Settings,
  allRoles: Roles,
  signal: AbortSignal,
  asJson = false,
): Promise<void> {
  const roles = ownRoles(allRoles);
  assertNetworks(config);
  armCrash(config.crashAt);
  const [dashboard, shop] = roles.api ? await ensurePages(config, signal) : [null, null];
  const { kernel, address, stopDatabase } = await boot(config, { migrate: roles.migrate });
  let ended = true;
  try {
    if (roles.worker && !roles.api && self.part === null) assertClock(kernel.clock);
    const { app, prepare, startWork } = await buildApp(
      kernel,
      dashboard,
      shop ? { folder: shop, findShop: findDemoShop } : null,
    );
    if (roles.api) await prepare();
    const keeper = () => [startPartitionKeeper(kernel, () => connectAsOwner(address), daysOf(config))];
    const work = roles.worker ? startWork(keeper) : null;
    const operations = config.metricsPort === null ? null : await createOperations(kernel);
    const close = async () => {
      // Stops new requests and new work first; after those in flight have ended, closes their connections.
      await Promise.all([app.close(), operations?.close(), work?.stop()]);
      await kernel.db.close();
    };
    try {
      if (!signal.aborted) await unlessAlone(open(app, operations, kernel, roles, asJson), signal);
      tellReady();
      app.watchHolds();
      if (!signal.aborted) await once(signal, 'abort');
    } catch (error) {
      throw explain(error, config);
    } finally {
      ended = await within(config.shutdownSeconds, close(), kernel.log);
    }
  } finally {
    await stopDatabase();
  }
  process.exit(ended ? 0 : 1);
}

/** The shop sells for the demo tenant, which production does not have. */
const ensurePages = ({ mode }: Settings, signal: AbortSignal) =>
  Promise.all(
    [DASHBOARD, ...(mode === 'development' ? [SHOP] : [])].map((pages) =>
      ensureBuilt(pages, console.log, signal),
    ),
  );

/** Without its supervisor, a process would wait for its port for ever. */
async function unlessAlone(opening: Promise<void>, signal: AbortSignal): Promise<void> {
  await (self.part === null ? opening : Promise.race([opening, once(signal, 'abort')]));
}

async function open(
  app: App,
  operations: App | null,
  kernel: Kernel,
  roles: Roles,
  asJson: boolean,
): Promise<void> {
  const { config, db } = kernel;
  await operations
    ?.listen({ host: await addressOf(config.host), port: config.metricsPort! })
    .catch(refusedPort);
  if (roles.api) await app.listen({ host: await addressOf(config.host), port: config.port });
  if (self.part !== null && self.part !== 'first') return;
  if (!roles.api) {
    return console.log(asJson ? '{"worker":"running"}' : 'Colonnade worker is running. Stop it with Ctrl-C.');
  }
  const { port } = app.server.address() as AddressInfo;
  const isNew = roles.migrate && (await listTenants(db)).length === 0;
  // Created only after the port is open: the key of the demo is shown once, so it must not be created and then not shown.
  const demo = isNew && config.mode === 'development' ? await createDemo(kernel) : null;
  const url = config.publicUrl.replace(/:0$/, `:${port}`);
  if (demo !== null) await fillQuietly(app, kernel.log, demo, url);
  const hasShop = app.hasRoute({ method: 'GET', url: '/shop/*' }) && (await findDemoShop(db)).key !== null;
  console.log(
    asJson
      ? JSON.stringify({ url, dashboard: `${url}/`, docs: `${url}/docs`, demo })
      : describeServer(config, url, { isNew, demo, hasShop }),
  );
}

/**
 * A line for each request of the demo would push the announcement out of sight. The key of the demo is shown in any case: without
 * goods, the shop is empty and the rest works.
 */
async function fillQuietly(
  app: App,
  log: Logger,
  demo: Parameters<typeof fillDemoShop>[1],
  url: string,
): Promise<void> {
  const { level } = log;
  if (level === 'info') log.level = 'warn';
  await fillDemoShop(app, demo, url).catch((error) =>
    log.error({ err: error }, 'the demo shop is not whole'),
  );
  log.level = level;
}

/** For the name localhost, Fastify would open a second server, without the limits of the first, and would not wait for its requests. */
async function addressOf(host: string): Promise<string> {
  return (await lookup(host, { order: 'ipv4first' })).address;
}

async function within(seconds: number, closing: Promise<void>, log: Logger): Promise<boolean> {
  const notice = setTimeout(
    () => console.log(`Stopping: what is in flight has ${seconds} s to end.`),
    PATIENCE_MS,
  );
  const ended = closing.then(
    () => true,
    (error) => {
      log.error({ err: error }, 'something did not close in order');
      return false;
    },
  );
  const inTime = await Promise.race([ended, sleep(seconds * 1000, false)]);
  clearTimeout(notice);
  return inTime;
}

/** Only a pure worker refuses to start: beside an API, background work waits. */
function assertClock(clock: Clock): void {
  if (isOff(clock))
    throw new SetupError(`${describeSkew(clock)}; set both by NTP, and start the worker again.`);
}

function assertNetworks(config: Settings): void {
  try {
    parseNetworks(config.webhooks.networks);
  } catch (error) {
    throw new SetupError(`WEBHOOK_ALLOW_NETWORKS: ${(error as Error).message}`);
  }
}

/** Names the setting that was wrong. */
function refusedPort(error: NodeJS.ErrnoException): never {
  if (error.code === 'EADDRINUSE')
    throw new SetupError('The port for metrics is taken. Choose another with METRICS_PORT.');
  if (error.code === 'EACCES') {
    throw new SetupError(
      'The port for metrics may not be used by this user. Choose another with METRICS_PORT.',
    );
  }
  throw error;
}

function explain(error: unknown, { host, port }: Settings): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new SetupError(`Port ${port} on ${host} is taken. Choose another with PORT.`);
    case 'EACCES':
      return new SetupError(`Port ${port} may not be used by this user. Choose another with PORT.`);
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new SetupError(`HOST ${host} is not an address of this machine.`);
    default:
      return error;
  }
}
