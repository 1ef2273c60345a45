/** `doctor`: checks everything that usually goes wrong and reports how to repair it. */
import type pg from 'pg';
import { followDatabase, MOST_SKEW_MS } from '#kernel/clock.ts';
import { connect, type Db } from '#kernel/db/db.ts';
import { findHoles } from '#kernel/db/inspect.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { assertOwnSessions } from '#kernel/db/sessions.ts';
import { createLog } from '#kernel/log.ts';
import { SetupError } from '#kernel/setting.ts';
import { type Backlog, COUNTED_TO, readBacklogs } from '#kernel/work/backlog.ts';
import { findUnfinished } from '#kernel/work/row-changes.ts';
import {
  assertDatabaseExists,
  assertEntry,
  findMigrations,
  type OpenDatabase,
  openDatabase,
} from '../boot.ts';
import { FACTS, SHARED_TABLES } from '../facts.ts';
import { listOwnerless, listTenants } from '../modules/access/tenants/tenants.sql.ts';
import { findDifferences } from '../modules/inventory/differences.sql.ts';
import type { Settings } from '../settings.ts';
import { examineServer, type Finding } from './doctor-server.ts';
import { print } from './output.ts';

const BACKLOGS = FACTS.flatMap(({ backlog }) => backlog ?? []);

const LATE_SECONDS = 60;
const CLOCK_SECONDS = 5;
const REFUSED_SECONDS = MOST_SKEW_MS / 1000;

export async function doctor(config: Settings, options: { json?: boolean }): Promise<void> {
  const findings = await examine(config);
  const ok = findings.every((finding) => finding.ok);
  print(options, { ok, findings }, findings.map(describe).join('\n'));
  if (!ok) process.exitCode = 1;
}

function describe({ check, ok, warning, message }: Finding): string {
  const margin = `${warning ? '!' : ok ? '✓' : '✗'} ${check.padEnd(12)} `;
  return margin + message.replaceAll('\n', `\n${' '.repeat(margin.length)}`);
}

async function examine(config: Settings): Promise<Finding[]> {
  try {
    assertDatabaseExists(config);
    const database = await openDatabase(config);
    try {
      const owner = await connectAsOwner(database.address);
      return await examineDatabase(config, owner, database).finally(() => owner.end());
    } finally {
      await database.stop();
    }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return [{ check: 'database', ok: false, warning: false, message: error.message }];
  }
}

/** Stops at a failed check that the others depend on. */
async function examineDatabase(
  config: Settings,
  owner: pg.Client,
  database: OpenDatabase,
): Promise<Finding[]> {
  const findings = [
    await look('database', () => readVersion(config, owner, database)),
    await look('clock', () => compareClocks(owner)),
  ];
  if (config.databaseUrl !== null && config.mode === 'production')
    findings.push(...(await examineServer(config, owner)));
  const migrations = await look('migrations', () => checkMigrations(owner));
  findings.push(migrations);
  if (!migrations.ok) return findings;
  const roles = await look('roles', () => checkRoles(owner, database));
  findings.push(await look('isolation', () => checkWalls(owner)), roles);
  if (roles.ok) findings.push(...(await readQueues(database)));
  return findings;
}

async function look(check: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, warning: false, message: await work() };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { check, ok: false, warning: false, message: error.message };
  }
}

async function readVersion(config: Settings, owner: pg.Client, { address }: OpenDatabase): Promise<string> {
  if (config.databaseUrl !== null) await assertOwnSessions(address);
  const { rows } = await owner.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  return `PostgreSQL ${rows[0]!.version}${config.databaseUrl === null ? ', embedded' : ''}`;
}

async function compareClocks(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ now: Date }>('select clock_timestamp() as now');
  const seconds = Math.abs(Date.now() - rows[0]!.now.getTime()) / 1000;
  const sentence = `differs from the database's by ${seconds.toFixed(1)} s`;
  if (seconds > CLOCK_SECONDS) {
    const refused = seconds > REFUSED_SECONDS ? '; background work is refused' : '';
    throw new SetupError(`${sentence}${refused}; set both by NTP`);
  }
  return sentence;
}

async function checkMigrations(owner: pg.Client): Promise<string> {
  const { missing, later } = await findMigrations(owner);
  if (missing.length > 0) {
    throw new SetupError(`missing: ${missing.join(', ')}; run: npx colonnade migrate`);
  }
  if (later.length > 0) return `a newer version has migrated on, to ${later.at(-1)}; this one works with it`;
  return 'up to date';
}

async function checkRoles(owner: pg.Client, { address, secrets }: OpenDatabase): Promise<string> {
  await assertEntry(owner, address, secrets);
  return 'each enters under its own name';
}

async function checkWalls(owner: pg.Client): Promise<string> {
  const { later } = await findMigrations(owner);
  if (later.length > 0) return 'not examined here: the newer version knows its tables';
  const holes = await findHoles(owner, SHARED_TABLES);
  if (holes.length > 0) throw new SetupError(holes.join('\n'));
  return 'row-level security holds';
}

async function readQueues({ address, secrets }: OpenDatabase): Promise<Finding[]> {
  const db = connect({ address, secrets, connections: 2, log: createLog('silent') });
  try {
    const now = await followDatabase(db);
    const backlogs = await readBacklogs(db, now(), BACKLOGS);
    const hasWorker = backlogs.some((backlog) => backlog.hasWorker);
    return [
      await findOwners(db),
      ...backlogs.map((backlog) => judge(backlog, hasWorker)),
      await compareStock(db, now()),
      ...(await findChanges(db)),
    ];
  } finally {
    await db.close();
  }
}

/** A tenant without an owner is not an error: an invitation may be on its way. */
async function findOwners(db: Db): Promise<Finding> {
  const slugs = await listOwnerless(db);
  const message =
    slugs.length === 0
      ? 'every tenant has one who has joined'
      : `none has joined ${slugs.join(', ')}; for a new link, run: npx colonnade staff invite`;
  return { check: 'owners', ok: true, warning: false, message };
}

/** The counters of the stock are what their rows add up to. */
async function compareStock(db: Db, now: Date): Promise<Finding> {
  const differences = await findDifferences(db, now);
  const check = 'inventory';
  if (differences.length === 0) {
    return { check, ok: true, warning: false, message: 'counters agree with reservations and movements' };
  }
  const slugs = new Map((await listTenants(db)).map(({ id, slug }) => [id, slug]));
  const sentences = differences.map(({ tenantId, sku, location, what, counter, rows }) => {
    const source = what === 'reserved' ? 'its reservations add up to' : 'its movements end at';
    return `${slugs.get(tenantId)}: ${what} of "${sku}" at ${location} is ${counter}, but ${source} ${rows}`;
  });
  return { check, ok: false, warning: false, message: sentences.join('\n') };
}

/** Changes of rows that a worker has yet to finish; a later migration may wait for them. */
async function findChanges(db: Db): Promise<Finding[]> {
  const unfinished = await findUnfinished(db);
  return unfinished.map(({ name, tenants, lastError }) => ({
    check: 'row change',
    ok: lastError === null,
    warning: false,
    message: `${name}: ${tenants} tenants to go${lastError === null ? '' : `; it failed: ${lastError}`}`,
  }));
}

function judge(
  { queue, waiting, oldestSeconds, parked, lastError = null }: Backlog,
  hasWorker: boolean,
): Finding {
  const late = oldestSeconds > LATE_SECONDS;
  const parts = [
    waiting === 0 ? 'none waiting' : `${counted(waiting)} waiting, for up to ${lasting(oldestSeconds)}`,
  ];
  if (late && lastError === null) parts.push(hasWorker ? 'a worker is at it' : 'is a worker running?');
  if (lastError !== null) parts.push(`the last try failed: ${lastError}`);
  if (parked > 0)
    parts.push(
      `${counted(parked)} given up after repeated errors, which the server's log names; to try again, run: npx colonnade retry`,
    );
  return { check: queue, ok: !late && parked === 0, warning: false, message: parts.join('; ') };
}

const counted = (count: number) =>
  count < COUNTED_TO ? String(count) : `${COUNTED_TO.toLocaleString('en')} or more`;

function lasting(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
