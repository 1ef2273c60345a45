/**
 * The rules of a migration, examined while it runs: programs of the version before go on working beside it, and nobody waits
 * until a large table is read.
 */
import type pg from 'pg';

/** Few rows per tenant: reading all of them takes a moment. */
const SMALL = [
  'api_keys',
  // It has the changes of ten minutes.
  'content_changes',
  'content_locales',
  'content_types',
  'installation',
  'invitations',
  'memberships',
  'password_links',
  'people',
  'properties',
  'property_domains',
  'row_changes',
  'schema_migrations',
  'tenant_modules',
  'tenants',
  'webhook_lanes',
  'webhook_pace',
  'webhook_subscriptions',
];

const COLUMNS = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;

/** The scans of this transaction, of empty tables too. */
const SCANS = `
  select relname as table, (seq_scan + coalesce(idx_scan, 0))::int as scans from pg_stat_xact_user_tables
  where schemaname = 'public'`;

const LOCKS = `
  select c.relname as table, l.mode from pg_locks l join pg_class c on c.oid = l.relation
  where l.pid = pg_backend_pid() and l.granted and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`;

const KEEPS_WRITERS_OUT = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

/** Runs a step in the open transaction, and returns a sentence per broken rule. `sql` of the whole migration says what it removes. */
export async function examineStep(owner: pg.Client, step: string, sql = step): Promise<string[]> {
  const before = await look(owner);
  await owner.query(step);
  const now = await look(owner);
  const removed = /^-- Removes: (.+)$/m.exec(sql)?.[1]?.split(', ') ?? [];
  const faults: string[] = [];
  for (const table of before.tables) {
    if (!now.tables.has(table) && !removed.includes(table)) faults.push(`It removes ${table}. ${SAY_SO}`);
  }
  for (const [column, type] of before.types) {
    const table = column.split('.')[0]!;
    if (!now.tables.has(table) || removed.includes(column)) continue;
    const newType = now.types.get(column);
    if (newType === undefined) faults.push(`It removes ${column}. ${SAY_SO}`);
    else if (newType !== type) faults.push(`It makes ${column} ${newType}. Add a column instead.`);
  }
  for (const table of before.tables) {
    if (SMALL.includes(table)) continue;
    const modes = now.locks.filter((lock) => lock.table === table).map(({ mode }) => mode);
    const isRead = (now.scans.get(table) ?? 0) > (before.scans.get(table) ?? 0);
    if (isRead && modes.some((mode) => KEEPS_WRITERS_OUT.includes(mode))) {
      faults.push(`Writers of ${table} wait until all of it is read. ${READ_APART}`);
    }
    if (modes.includes('RowExclusiveLock')) {
      faults.push(`It changes rows of ${table}. A worker does that, in batches (row-changes.ts).`);
    }
  }
  return faults;
}

const SAY_SO = 'Programs of the version before may need it; if none does, say so: "-- Removes: …".';
const READ_APART =
  'Build an index outside a transaction; add a constraint "not valid", and validate it in another step.';

async function look(owner: pg.Client) {
  const { rows: columns } = await owner.query<{ table: string; column: string; type: string }>(COLUMNS);
  const { rows: scans } = await owner.query<{ table: string; scans: number }>(SCANS);
  const { rows: locks } = await owner.query<{ table: string; mode: string }>(LOCKS);
  return {
    tables: new Set(columns.map(({ table }) => table)),
    types: new Map(columns.map(({ table, column, type }) => [`${table}.${column}`, type])),
    scans: new Map(scans.map(({ table, scans }) => [table, scans])),
    locks,
  };
}
