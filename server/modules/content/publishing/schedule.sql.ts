import type { Queryable, Tx } from '#kernel/db/db.ts';
import { dueIf } from '#kernel/work/poller.ts';
import { tenantsWith } from '#kernel/work/tenant-turns.sql.ts';
import type { EntryRow, ScheduledAction } from '../entries/entries.sql.ts';

export type ActionKind = 'publish' | 'unpublish' | 'purge';
/** `publish:de` is of one locale, `publish` of all. */
export type Action = ActionKind | `${'publish' | 'unpublish'}:${string}`;

export const kindOfAction = (action: Action) => action.split(':')[0] as ActionKind;
export const localeOfAction = (action: Action): string | undefined => action.split(':')[1];

/**
 * The scheduled actions that an action ends, as patterns. A person who publishes in all locales has done what was set for each; the
 * schedule ends its own action alone, because a locale may have a later time of its own.
 */
export function actionsOf(
  kind: 'publish' | 'unpublish',
  locales: string[] | undefined,
  scheduled: boolean,
): string[] {
  if (locales !== undefined) return locales.map((code) => `${kind}:${code}`);
  return scheduled ? [kind] : [kind, `${kind}:%`];
}

/** The entry as it is without these scheduled actions. */
export function withoutActions(entry: EntryRow, patterns: string[]): EntryRow {
  const isEnded = ({ action }: ScheduledAction) =>
    patterns.some((one) => (one.endsWith('%') ? action.startsWith(one.slice(0, -1)) : action === one));
  const actions: ScheduledAction[] = JSON.parse(entry.schedule ?? '[]');
  return { ...entry, schedule: JSON.stringify(actions.filter((one) => !isEnded(one))) };
}

/** Replaces an action that was scheduled before, also one that failed. */
export async function setSchedule(tx: Tx, entryId: string, action: Action, at: Date): Promise<void> {
  await tx.query(
    `insert into content_schedule (tenant_id, entry_id, action, at) values (current_tenant(), $1, $2, $3)
     on conflict (tenant_id, entry_id, action) do update
       set at = excluded.at, claimed_until = null, failed_at = null, failure = null`,
    [entryId, action, at],
  );
}

/** Clears the actions of these patterns, or all of them. */
export async function clearSchedule(tx: Tx, entryId: string, patterns?: string[]): Promise<void> {
  await tx.query(CLEAR_SCHEDULE, [entryId, patterns ?? null]);
}

const CLEAR_SCHEDULE = {
  name: 'clear_content_schedule',
  text: `
    delete from content_schedule
    where tenant_id = current_tenant() and entry_id = $1 and ($2::text[] is null or action like any($2))`,
};

export type DueAction = { tenant_id: string; entry_id: string; action: Action; at: Date };

const IS_DUE = 'failed_at is null and at <= $1 and (claimed_until is null or claimed_until <= $1)';

/** Tenants with pages to publish or take down now. */
export const FIND_TENANTS_WITH_DUE_PAGES = tenantsWith({
  name: 'find_tenants_with_due_pages',
  table: 'content_schedule',
  waiting: "q.action <> 'purge'",
  due: `q.action <> 'purge' and ${IS_DUE}`,
});

/**
 * Claims due actions of all tenants, the longest waiting first; or so many of each of these tenants. The actions of one entry run one
 * after the other: an entry unpublished before it was published would stay published for good.
 */
export async function claimDue(
  worker: Queryable,
  now: Date,
  until: Date,
  actions: ActionKind[],
  limit: number,
  tenantIds?: string[],
): Promise<DueAction[]> {
  const { rows } =
    tenantIds === undefined
      ? await worker.query<DueAction>(CLAIM_DUE, [now, until, actions, limit])
      : await worker.query<DueAction>(CLAIM_DUE_OF_TENANTS, [now, until, actions, limit, tenantIds]);
  return rows;
}

const due = (more: string) => `
  select tenant_id, entry_id, action from content_schedule later
  where ${IS_DUE} and split_part(action, ':', 1) = any($3) ${more}
    and not exists (
      select from content_schedule sooner
      where sooner.tenant_id = later.tenant_id and sooner.entry_id = later.entry_id and sooner.failed_at is null
        and (sooner.at, sooner.action) < (later.at, later.action) offset 0)
  order by at limit $4 for update skip locked`;
const claim = (claimed: string) => `
  with due as materialized (${claimed})
  update content_schedule s set claimed_until = $2 from due
  where (s.tenant_id, s.entry_id, s.action) = (due.tenant_id, due.entry_id, due.action)
  returning s.tenant_id, s.entry_id, s.action, s.at`;

const CLAIM_DUE = { name: 'claim_due_content', text: claim(due('')) };
const CLAIM_DUE_OF_TENANTS = {
  name: 'claim_due_content_of_tenants',
  text: claim(`
    select d.* from unnest($5::uuid[]) tenant (id) cross join lateral (
      ${due("and later.tenant_id = any (array[tenant.id]) and later.action <> 'purge'")}) d`),
};

/** Looks a second ahead, because the actions of another kind, of which there may be many, are in the same index. */
export function actionDue(actions: ActionKind[]): string {
  const open = `failed_at is null and split_part(action, ':', 1) in (${actions.map((action) => `'${action}'`)})`;
  return `select coalesce(
    (${dueIf(`from content_schedule where ${open} and at <= $1 and (claimed_until is null or claimed_until <= $1)`)}),
    (select at from content_schedule where ${open} and at > $1 and at < $1 + interval '1 second' order by at limit 1))`;
}

/** Returns whether this action is still due at this time. The entry is locked, so no transaction changes it meanwhile. */
export async function isStillDue(tx: Tx, entryId: string, action: Action, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from content_schedule
     where tenant_id = current_tenant() and entry_id = $1 and action = $2 and at <= $3 and failed_at is null`,
    [entryId, action, now],
  );
  return rowCount > 0;
}

export async function failSchedule(
  tx: Tx,
  entryId: string,
  action: Action,
  now: Date,
  failure: { message: string; problems: unknown[] },
): Promise<void> {
  await tx.query(
    `update content_schedule set failed_at = $3, failure = $4
     where tenant_id = current_tenant() and entry_id = $1 and action = $2 and at <= $3 and failed_at is null`,
    [entryId, action, now, JSON.stringify(failure)],
  );
}
