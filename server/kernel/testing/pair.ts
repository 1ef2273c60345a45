/** Two PostgreSQL servers: a primary, and a standby that streams from it through a proxy. */
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbedded } from '#kernel/db/embedded.ts';
import { withHostList } from '#kernel/db/host-list.ts';
import { connectAsOwner, migrate } from '#kernel/db/migrate.ts';
import { deriveSecrets } from '#kernel/secrets.ts';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { startProxy, type TestProxy } from '#kernel/testing/proxy.ts';

export type TestServer = {
  /** Its address and port, as in a list of hosts. */
  host: string;
  /** The port stays the same; the settings are those of this start. */
  start(settings?: string[]): Promise<void>;
  stop(): Promise<void>;
  /** Ends the server at once, without a last word to its standby. */
  kill(): Promise<void>;
};

export type Pair = {
  primary: TestServer;
  standby: TestServer;
  /** The address of the migrated database on these hosts. */
  at(...hosts: string[]): string;
  /** Stands between primary and standby. */
  replication: TestProxy;
  promote(): Promise<void>;
  close(): Promise<void>;
};

const STANDBY = 'standby';
const secrets = deriveSecrets([TEST_SECRET]);
const password = secrets.databasePassword('owner');

/** If the pair is synchronous, the primary acknowledges a commit once the standby has it. */
export async function startPair({
  synchronous = false,
  durable = false,
  settings = [] as string[],
} = {}): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'colonnade-pair-'));
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const primary = await createServer(first, durable);
  const at = (...hosts: string[]) =>
    withHostList(`postgres://colonnade:${password}@host/colonnade`, hosts.join(','));
  const ask = async (host: string, sql: string) => {
    const owner = await connectAsOwner({ connectionString: at(host).replace(/\/colonnade$/, '/postgres') });
    return owner.query(sql).finally(() => owner.end());
  };
  await ask(primary.host, 'create database colonnade');
  await migrate({ connectionString: at(primary.host) }, secrets);
  // The package of the embedded PostgreSQL has no pg_basebackup; a copy of a stopped server serves as well.
  await primary.stop();
  cpSync(join(first, 'postgres'), join(second, 'postgres'), { recursive: true });
  chmodSync(join(second, 'postgres'), 0o700);
  writeFileSync(join(second, 'postgres/standby.signal'), '');
  await primary.start([...settings, ...(synchronous ? [`synchronous_standby_names=${STANDBY}`] : [])]);
  const replication = await startProxy();
  const { port } = new URL(replication.inFrontOf({ connectionString: at(primary.host) }).connectionString);
  const standby = await createServer(second, durable, [
    `primary_conninfo=host=127.0.0.1 port=${port} user=colonnade password=${password} application_name=${STANDBY}`,
  ]);
  const isStreaming = async () =>
    (await ask(primary.host, `select from pg_stat_replication where state = 'streaming'`)).rowCount === 1;
  while (!(await isStreaming())) await sleep(20);
  return {
    ...{ primary, standby, at, replication },
    async promote() {
      await ask(standby.host, 'select pg_promote()');
    },
    async close() {
      await Promise.all([primary.kill(), standby.kill(), replication.close()]);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function createServer(dataDir: string, durable: boolean, settings: string[] = []): Promise<TestServer> {
  const launch = (settings: string[]) =>
    startEmbedded({ dataDir, password, durable, flags: settings.flatMap((setting) => ['-c', setting]) });
  let running: EmbeddedPostgres | null = await launch(settings);
  const { host, port } = running;
  const stop = async () => {
    await running?.stop();
    running = null;
  };
  return {
    host: `${host}:${port}`,
    async start(settings = []) {
      running = await launch([`port=${port}`, ...settings]);
    },
    stop,
    async kill() {
      if (running === null) return;
      process.kill(
        Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
        'SIGQUIT',
      );
      await stop();
    },
  };
}
