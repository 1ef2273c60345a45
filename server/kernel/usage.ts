/** A tenant's usage and its quotas. Triggers record every change; a worker adds the changes up; no request counts a table. */
import type { Config } from '#kernel/config.ts';
import type { Db, Queryable, Tx } from '#kernel/db/db.ts';
import type { Owner } from '#kernel/db/owner.ts';
import { AppError } from '#kernel/errors.ts';
import type { Metrics } from '#kernel/metrics.ts';
import { ANSWERS, type Quotas, type UsageKind } from '#kernel/usage-kinds.ts';
import { placing } from '#kernel/work/activity.ts';

/** Counts a tenant's usage of a kind. */
export type CountUsage = ReadonlyMap<UsageKind, (tx: Tx) => Promise<number>>;

export type Usage = { kind: string; unit: 'bytes' | 'rows'; used: number; allowed: number | null };

/**
 * Refuses with 403 `quota_exceeded` a write that would exceed the quota. Concurrent transactions are not counted. `noted`: how much of
 * it this transaction has written already.
 */
export type AssertRoom = (tx: Tx, kind: UsageKind, adding: number, noted?: number) => Promise<void>;

export function createAssertRoom(config: Config, metrics: Metrics): AssertRoom {
  return async (tx, kind, adding, noted = 0) => {
    const { used: sum, allowed } = await findRoom(tx, config.quotas, kind);
    const used = sum - noted;
    if (allowed === null || used + adding <= allowed) return;
    metrics.quotaRefusals.inc({ kind: kind.name });
    throw new AppError('quota_exceeded', quotaMessage(kind, used, allowed), {
      ...{ kind: kind.name, unit: kind.unit },
      ...{ used, allowed, adding },
    });
  };
}

/** Read once before many rows are added; the caller then checks each row. `allowed` null: no limit. */
export async function findRoom(
  tx: Tx,
  quotas: Quotas,
  kind: UsageKind,
): Promise<{ used: number; allowed: number | null }> {
  const { rows } = await tx.query<{ used: bigint; overridden: boolean; allowed: bigint | null }>(ROOM, [
    kind.name,
  ]);
  const { used, overridden, allowed } = rows[0]!;
  const limit = overridden ? (allowed === null ? null : Number(allowed)) : quotaOf(quotas, kind);
  return { used: Number(used), allowed: limit };
}

function quotaOf(quotas: Quotas, kind: UsageKind): number | null {
  const quota = quotas.get(kind);
  if (quota === undefined) throw new Error(`no quota was read for the kind "${kind.name}"`);
  return quota;
}

function quotaMessage({ name, unit, remedy }: UsageKind, used: number, allowed: number): string {
  const amount = (value: number) => (unit === 'bytes' ? inMebibytes(value) : value.toLocaleString('en'));
  return `Your ${name} use ${amount(used)} of the ${amount(allowed)} that your quota allows. ${remedy}, or ask the operator for more.`;
}

const inMebibytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** The usage of a kind: the sum so far, and the changes recorded since. */
const NOTED = `
  coalesce((select used from tenant_usage u where u.tenant_id = current_tenant() and u.kind = k.kind), 0)
  + coalesce((select sum(amount) from usage_changes c where c.tenant_id = current_tenant() and c.kind = k.kind), 0)`;
/** The sum is negative when rows older than the triggers are deleted before they are counted. */
const USED = `greatest(${NOTED}, 0)`;

const ROOM = {
  name: 'room',
  text: `
    select (${USED})::bigint as used, q.kind is not null as overridden, q.allowed
    from (select $1::text as kind) k left join tenant_quotas q on q.tenant_id = current_tenant() and q.kind = k.kind`,
};

/** `ofModules`: kinds without recorded changes, counted by their module. */
export async function readUsage(tx: Tx, quotas: Quotas, ofModules: CountUsage): Promise<Usage[]> {
  const kinds = [...quotas];
  const { rows } = await tx.query<{ used: bigint; overridden: boolean; allowed: bigint | null }>(
    `select (${USED})::bigint as used, q.kind is not null as overridden, q.allowed
     from unnest($1::text[]) with ordinality k (kind, place)
     left join tenant_quotas q on q.tenant_id = current_tenant() and q.kind = k.kind
     order by k.place`,
    [kinds.map(([{ name }]) => name)],
  );
  const usage: Usage[] = [];
  for (const [index, [kind, quota]] of kinds.entries()) {
    const { used, overridden, allowed } = rows[index]!;
    usage.push({
      kind: kind.name,
      unit: kind.unit,
      used: (await ofModules.get(kind)?.(tx)) ?? Number(used),
      allowed: overridden ? (allowed === null ? null : Number(allowed)) : quota,
    });
  }
  return usage;
}

/**
 * Undefined: the quota of the settings applies. Runs as the owner, because no role that serves requests may write quotas. The
 * policies bind an owner that is no superuser, so they are suspended meanwhile.
 */
export async function setQuota(
  owner: Owner,
  tenantId: string,
  { name }: UsageKind,
  allowed: number | null | undefined,
): Promise<void> {
  await owner.query(
    "begin; set local lock_timeout = '5s'; alter table tenant_quotas no force row level security",
  );
  try {
    await owner.query('delete from tenant_quotas where tenant_id = $1 and kind = $2', [tenantId, name]);
    if (allowed !== undefined) {
      await owner.query('insert into tenant_quotas (tenant_id, kind, allowed) values ($1, $2, $3)', [
        tenantId,
        name,
        allowed,
      ]);
    }
    await owner.query(
      'set constraints all immediate; alter table tenant_quotas force row level security; commit',
    );
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

/** A table whose changes are recorded, and its primary key, along which it is counted in steps. */
export type CountedTable = { table: string; kind: UsageKind; amount: string; key: Record<string, string> };

const OF_THE_KERNEL: CountedTable = {
  table: 'idempotency_keys',
  kind: ANSWERS,
  amount: 'octet_length(answer::text)',
  key: { actor_id: 'uuid', request_digest: 'bytea' },
};

const TENANTS_AT_ONCE = 100;

/** Adds the usage from before the triggers existed, some tenants at a time; returns true when there may be more. */
export async function countFormer(db: Db, ofModules: CountedTable[], perStep = 1_000): Promise<boolean> {
  const tables = [OF_THE_KERNEL, ...ofModules];
  const kinds = [...new Set(tables.map(({ kind }) => kind.name))];
  const { rows } = await db.acrossTenantsQuery<{ id: string }>(
    `select id from tenants t where not exists (select from usage_counted c where c.tenant_id = t.id and c.kinds @> $1)
     order by id limit ${TENANTS_AT_ONCE}`,
    [kinds],
  );
  for (const { id } of rows) {
    const began = performance.now();
    // One snapshot reads both rows and changes, so their difference is the usage from before the triggers, whenever it is read.
    const former = await db.readInTenant(id, (tx) => countUnnoted(tx, tables, perStep));
    await db.inTenant(id, (tx) => recordFormer(tx, former));
    await placing.restAfter(performance.now() - began);
  }
  return rows.length === TENANTS_AT_ONCE;
}

async function countUnnoted(tx: Tx, tables: CountedTable[], perStep: number): Promise<Map<string, bigint>> {
  const there = new Map<string, bigint>();
  for (const each of tables) {
    const amount = await countRows(tx, each, perStep);
    there.set(each.kind.name, (there.get(each.kind.name) ?? 0n) + amount);
  }
  const { rows } = await tx.query<{ kind: string; noted: bigint }>(
    `select k.kind, (${NOTED})::bigint as noted from unnest($1::text[]) k (kind)`,
    [[...there.keys()]],
  );
  return new Map(rows.map(({ kind, noted }) => [kind, there.get(kind)! - noted]));
}

/** A step reads at most this many rows, so none takes long. */
async function countRows(
  tx: Queryable,
  { table, amount, key }: CountedTable,
  perStep: number,
): Promise<bigint> {
  const names = Object.keys(key);
  const last = names.map((name) => `(array_agg(${name}::text order by place desc))[1] as ${name}`);
  const beyond = Object.values(key).map((type, index) => `$${index + 2}::${type}`);
  let [sum, reached] = [0n, null as string[] | null];
  for (;;) {
    const { rows } = await tx.query<{ count: number; amount: bigint } & Record<string, string>>(
      `select count(*)::int as count, coalesce(sum(amount), 0)::bigint as amount, ${last} from (
         select ${names}, ${amount} as amount, row_number() over (order by ${names}) as place
         from ${table} where tenant_id = current_tenant() ${reached === null ? '' : `and (${names}) > (${beyond})`}
         order by ${names} limit $1) step`,
      [perStep, ...(reached ?? [])],
    );
    const { count, amount: more, ...place } = rows[0]!;
    sum += more;
    if (count < perStep) return sum;
    reached = names.map((name) => place[name]!);
  }
}

/** The process that locks the tenant's row first adds the usage of each kind; other processes found the same figures. */
async function recordFormer(tx: Tx, former: Map<string, bigint>): Promise<void> {
  await tx.query(
    "insert into usage_counted (tenant_id, kinds) values (current_tenant(), '{}') on conflict do nothing",
  );
  const { rows } = await tx.query<{ kinds: string[] }>(
    'select kinds from usage_counted where tenant_id = current_tenant() for update',
  );
  const counted = new Set(rows[0]!.kinds);
  const added = [...former].filter(([kind]) => !counted.has(kind));
  await tx.query(
    `with marked as (update usage_counted set kinds = kinds || $1::text[] where tenant_id = current_tenant())
     insert into usage_changes (tenant_id, kind, amount)
     select current_tenant(), kind, amount from unnest($1::text[], $2::bigint[]) as f (kind, amount) where amount <> 0`,
    [added.map(([kind]) => kind), added.map(([, amount]) => String(amount))],
  );
}

const ADDED_AT_ONCE = 5_000;

/** Adds recorded changes up, some at a time; returns true when there may be more. */
export async function addUp(db: Db): Promise<boolean> {
  const { rows } = await db.acrossTenantsQuery<{ taken: number }>({
    name: 'add_usage_up',
    text: `
      with noted as (
        select tenant_id, kind, id from usage_changes limit ${ADDED_AT_ONCE} for update skip locked
      ),
      taken as (
        delete from usage_changes c using noted n
        where (c.tenant_id, c.kind, c.id) = (n.tenant_id, n.kind, n.id)
        returning c.tenant_id, c.kind, c.amount
      ),
      added as (
        insert into tenant_usage as u (tenant_id, kind, used)
        select tenant_id, kind, sum(amount) from taken group by tenant_id, kind order by tenant_id, kind
        on conflict (tenant_id, kind) do update set used = u.used + excluded.used
      )
      select count(*)::int as taken from taken`,
  });
  return rows[0]!.taken === ADDED_AT_ONCE;
}
