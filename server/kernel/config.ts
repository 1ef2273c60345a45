/** Settings of the kernel: read once from the environment, validated, and passed on by argument. No file imports them. */
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { CRASH_POINTS, type CrashAt } from '#kernel/crash.ts';
import { hostListOf, parseHostList, withFirstHost } from '#kernel/db/host-list.ts';
import { readHost, readPort, readPublicUrl } from '#kernel/public-url.ts';
import { type RelaySettings, readRelay } from '#kernel/relay/settings.ts';
import { type Env, integer, number, oneOf, parseUrl, SetupError } from '#kernel/setting.ts';
import { readTracing, type Tracing } from '#kernel/tracing-settings.ts';
import type { Quotas, UsageKind } from '#kernel/usage-kinds.ts';

export type Config = {
  mode: 'development' | 'production';
  host: string;
  port: number;
  /** The port of health and metrics for operators; null: they are only on the port of the API. */
  metricsPort: number | null;
  /** The address at which clients reach the API, without a trailing slash; differs from host and port behind a reverse proxy. */
  publicUrl: string;
  dataDir: string;
  /** An external PostgreSQL; without it the embedded one is started. */
  databaseUrl: string | null;
  /** The secret from the environment (current first, then former ones); without it one is stored in the data directory. */
  secrets: string[];
  logLevel: string;
  trustProxy: boolean | string[];
  rateLimitPerMinute: number;
  /** Multiplies the limits of shoppers. */
  storefrontLimitScale: number;
  /** More requests of one key, or of one sign-in, are refused until some of them have ended. */
  requestsAtOncePerKey: number;
  /** Connections of a trusted proxy are not limited. */
  connectionsPerAddress: number;
  authFailuresPerMinute: number;
  /** For requests, of all processes of one supervisor together. */
  databaseConnections: number;
  /** The processes that answer requests; more than one have a supervisor. */
  processes: number;
  /** The point at which this process kills itself; only fault tests set it, and production refuses it. */
  crashAt: CrashAt | null;
  shutdownSeconds: number;
  /** The time for which events, deliveries and attempts are stored. */
  retentionDays: number;
  /** The least that an upload must send in each window. */
  uploadPace: { windowMs: number; leastBytes: number };
  /** The quotas of a tenant, unless the operator sets others for it. */
  quotas: Quotas;
  /** The stream that gets every event; null: none. */
  relay: RelaySettings | null;
  /** Uploads are refused when the disk has less free space than this; 0: never. */
  diskReserveBytes: number;
  /** Null: no traces. */
  tracing: Tracing | null;
};

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** `kinds` lists every kind of usage, whose quotas are settings too. */
export function readConfig(env: Env, kinds: readonly UsageKind[]): Config {
  const host = readHost(env);
  const port = readPort(env);
  const mode = oneOf(env, 'MODE', 'development', ['development', 'production']);
  return {
    mode: mode as Config['mode'],
    host,
    port,
    metricsPort: env.METRICS_PORT ? integer(env, 'METRICS_PORT', 0, 0, 65535) : null,
    publicUrl: readPublicUrl(env),
    dataDir: readDataDir(env),
    databaseUrl: readDatabaseUrl(env),
    secrets: readSecrets(env),
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', LOG_LEVELS),
    trustProxy: readTrustProxy(env),
    rateLimitPerMinute: integer(env, 'RATE_LIMIT_PER_MINUTE', 600_000, 1, 1e9),
    storefrontLimitScale: number(env, 'STOREFRONT_LIMIT_SCALE', 1, 0.01, 1e6),
    requestsAtOncePerKey: integer(env, 'REQUESTS_AT_ONCE_PER_KEY', 300, 1, 1e6),
    connectionsPerAddress: integer(env, 'CONNECTIONS_PER_ADDRESS', 2_000, 1, 1e6),
    authFailuresPerMinute: integer(env, 'AUTH_FAILURES_PER_MINUTE', 600, 1, 1e9),
    databaseConnections: integer(env, 'DATABASE_CONNECTIONS', 20, 2, 1000),
    processes: integer(env, 'PROCESSES', defaultProcesses(), 1, 64),
    crashAt: readCrashAt(env, mode),
    shutdownSeconds: integer(env, 'SHUTDOWN_SECONDS', 12, 1, 600),
    retentionDays: integer(env, 'RETENTION_DAYS', 30, 1, 3650),
    uploadPace: {
      windowMs: integer(env, 'UPLOAD_WINDOW_SECONDS', 30, 1, 3600) * 1000,
      leastBytes: integer(env, 'UPLOAD_WINDOW_KIB', 16, 0, 1e6) * 1024,
    },
    quotas: new Map(kinds.map((kind) => [kind, readQuota(env, kind)])),
    relay: readRelay(env),
    diskReserveBytes: integer(env, 'DISK_RESERVE_MIB', 512, 0, 10_000_000) * 1024 * 1024,
    tracing: readTracing(env),
  };
}

/** An order costs PostgreSQL more than this program, and smaller batches cost it more still: most processors are for it. */
const defaultProcesses = (): number => Math.max(1, Math.min(8, Math.floor(availableParallelism() / 4)));

function readDataDir(env: Env): string {
  const path = env.DATA_DIR || '.data';
  if (path !== path.trim()) {
    throw new SetupError(`DATA_DIR must be a path without blanks at its ends, but is "${path}".`);
  }
  return resolve(path);
}

function readDatabaseUrl(env: Env): string | null {
  if (!env.DATABASE_URL) return null;
  const list = hostListOf(env.DATABASE_URL);
  const isList = list.includes(',');
  if (isList && parseHostList(list) === null) {
    throw new SetupError(
      'DATABASE_URL lists several hosts; each must be a name, an IPv4 address or an IPv6 address in brackets, with a port from 1 ' +
        'to 65535 or without one: postgres://user:password@h1:5432,h2:5433/database',
    );
  }
  const url = parseUrl('DATABASE_URL', withFirstHost(env.DATABASE_URL), ['postgres:', 'postgresql:']);
  const named = url.searchParams.get('host');
  if (named?.includes(',') || (isList && (named !== null || url.searchParams.has('port')))) {
    throw new SetupError(
      'DATABASE_URL must list several hosts before the name of the database, and not in its parameters: ' +
        'postgres://user:password@h1:5432,h2:5433/database',
    );
  }
  // Without a name, each role would connect to a database of its own name.
  if (url.pathname.length < 2) {
    throw new SetupError('DATABASE_URL must name the database: postgres://user:password@host:5432/database');
  }
  return env.DATABASE_URL;
}

/** Blanks around a secret are ignored: a file that it comes from may end with a line break. */
function readSecrets(env: Env): string[] {
  if (env.COLONNADE_SECRET && env.COLONNADE_SECRET.trim() === '') {
    throw new SetupError('COLONNADE_SECRET has only blanks; make one with: openssl rand -hex 32');
  }
  const secrets = [env.COLONNADE_SECRET, ...(env.COLONNADE_SECRET_PREVIOUS ?? '').split(',')]
    .map((secret) => secret?.trim() ?? '')
    .filter((secret) => secret !== '');
  if (secrets.some((secret) => secret.length < 32)) {
    throw new SetupError(
      'COLONNADE_SECRET must be at least 32 characters long; make one with: openssl rand -hex 32',
    );
  }
  if (env.COLONNADE_SECRET_PREVIOUS && !env.COLONNADE_SECRET) {
    throw new SetupError('COLONNADE_SECRET_PREVIOUS is set without COLONNADE_SECRET.');
  }
  return secrets;
}

function readTrustProxy(env: Env): boolean | string[] {
  const text = env.TRUST_PROXY?.trim() ?? '';
  if (text === '' || text === 'false') return false;
  const addresses = text.split(',').map((part) => part.trim());
  const wrong = addresses.find((part) => !isNetwork(part));
  if (wrong !== undefined) {
    throw new SetupError(
      `TRUST_PROXY must list the addresses or networks of your reverse proxy; "${wrong}" is neither.`,
    );
  }
  const everyone = addresses.find((part) => /\/0+$/.test(part));
  if (everyone !== undefined) {
    throw new SetupError(
      `TRUST_PROXY must list the addresses or networks of your reverse proxy; "${everyone}" is every address.`,
    );
  }
  return addresses;
}

function readCrashAt(env: Env, mode: string): CrashAt | null {
  if (!env.CRASH_AT) return null;
  if (mode === 'production') throw new SetupError('CRASH_AT is for fault tests; production refuses it.');
  const [, name, passage] = /^([a-z_]+)(?::([1-9]\d{0,8}))?$/.exec(env.CRASH_AT) ?? [];
  const point = CRASH_POINTS.find((candidate) => candidate === name);
  if (point === undefined) {
    throw new SetupError(`CRASH_AT must be one of ${CRASH_POINTS.join(', ')}, with :n for the n-th time.`);
  }
  return { point, passage: Number(passage ?? 1) };
}

/** 0 means that there is no limit. */
function readQuota(env: Env, { unit, quota }: UsageKind): number | null {
  if (quota === undefined) return null;
  return integer(env, quota.setting, quota.default, 0, 1e12) * (unit === 'bytes' ? 1024 * 1024 : 1) || null;
}

function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  if (isIP(address) === 0 || prefix === undefined) return isIP(address) !== 0;
  // With a shorter prefix, the IPv6 form of an IPv4 address matches all IPv4 addresses, or none.
  const least = /^::ffff:/i.test(address) ? 97 : 0;
  return Number(prefix) >= least && Number(prefix) <= (isIP(address) === 4 ? 32 : 128);
}
