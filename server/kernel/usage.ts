/** What a tenant uses of what it is allowed. Triggers note every change; a worker adds the notes up; nothing counts a table. */
import type { Config } from '#kernel/config.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import { AppError } from '#kernel/errors.ts';
import type { Metrics } from '#kernel/metrics.ts';

/** What is limited, and by what it is measured. */
export const USAGE = {
  files: { unit: 'bytes', remedy: 'Delete files that nobody needs' },
  imports: { unit: 'bytes', remedy: 'Wait until an import is over, or cancel one' },
  answers: {
    unit: 'bytes',
    remedy: 'Kept answers go after 24 hours; until then, send large requests without an Idempotency-Key',
  },
  entries: { unit: 'rows', remedy: 'Delete entries and empty the bin' },
  redirects: { unit: 'rows', remedy: 'Delete redirects that nobody follows' },
  customers: { unit: 'rows', remedy: 'Merge duplicates into the customers they belong to' },
  orders: { unit: 'rows', remedy: '' },
} as const;
export type UsageKind = keyof typeof USAGE;
export const USAGE_KINDS = Object.keys(USAGE) as UsageKind[];

/** Null: no limit. */
export type Quotas = Record<UsageKind, number | null>;

export type Usage = { kind: UsageKind; unit: 'bytes' | 'rows'; used: number; allowed: number | null };

/** Refuses with 403 `quota_exceeded` what would take more than is allowed. Whoever is in flight beside us is not seen. */
export type AssertRoom = (tx: Tx, kind: UsageKind, adding: number) => Promise<void>;

export function createAssertRoom(config: Config, metrics: Metrics): AssertRoom {
  return async (tx, kind, adding) => {
    const { rows } = await tx.query<{ used: bigint; overridden: boolean; allowed: bigint | null }>(ROOM, [
      kind,
    ]);
    const { used, overridden, allowed } = rows[0]!;
    const limit = overridden ? (allowed === null ? null : Number(allowed)) : config.quotas[kind];
    if (limit === null || Number(used) + adding <= limit) return;
    metrics.quotaRefusals.inc({ kind });
    throw new AppError('quota_exceeded', told(kind, Number(used), limit), {
      ...{ kind, unit: USAGE[kind].unit },
      ...{ used: Number(used), allowed: limit, adding },
    });
  };
}

function told(kind: UsageKind, used: number, allowed: number): string {
  const { unit, remedy } = USAGE[kind];
  const amount = (value: number) => (unit === 'bytes' ? inMebibytes(value) : value.toLocaleString('en'));
  return `Your ${kind} take ${amount(used)} of the ${amount(allowed)} you may have. ${remedy}, or ask whoever runs this service for more.`;
}

const inMebibytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** What there is of a kind: what was added up, and what was noted since. */
const USED = `
  coalesce((select used from tenant_usage u where u.tenant_id = current_tenant() and u.kind = k.kind), 0)
  + coalesce((select sum(amount) from usage_changes c where c.tenant_id = current_tenant() and c.kind = k.kind), 0)`;

const ROOM = {
  name: 'room',
  text: `
    select (${USED})::bigint as used, q.kind is not null as overridden, q.allowed
    from (select $1::text as kind) k left join tenant_quotas q on q.tenant_id = current_tenant() and q.kind = k.kind`,
};

export async function readUsage(tx: Tx, quotas: Quotas): Promise<Usage[]> {
  const { rows } = await tx.query<{
    kind: UsageKind;
    used: bigint;
    overridden: boolean;
    allowed: bigint | null;
  }>(
    `select k.kind, (case k.kind
         when 'orders' then (select coalesce(sum(orders), 0) from order_rollups where tenant_id = current_tenant())
         else ${USED} end)::bigint as used, q.kind is not null as overridden, q.allowed
     from unnest($1::text[]) with ordinality k (kind, place)
     left join tenant_quotas q on q.tenant_id = current_tenant() and q.kind = k.kind
     order by k.place`,
    [USAGE_KINDS],
  );
  return rows.map(({ kind, used, overridden, allowed }) => ({
    kind,
    unit: USAGE[kind].unit,
    used: Number(used),
    allowed: overridden ? (allowed === null ? null : Number(allowed)) : quotas[kind],
  }));
}

/** Undefined: as the settings say. */
export async function setQuota(tx: Tx, kind: UsageKind, allowed: number | null | undefined): Promise<void> {
  if (allowed === undefined) {
    await tx.query('delete from tenant_quotas where tenant_id = current_tenant() and kind = $1', [kind]);
    return;
  }
  await tx.query(
    `insert into tenant_quotas (tenant_id, kind, allowed) values (current_tenant(), $1, $2)
     on conflict (tenant_id, kind) do update set allowed = excluded.allowed`,
    [kind, allowed],
  );
}

const ADDED_AT_ONCE = 5_000;

/** Adds notes up, some at a time; true when there may be more. */
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
