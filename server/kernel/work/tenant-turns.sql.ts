import type { Queryable } from '#kernel/db/db.ts';
import { dueIf } from '#kernel/work/poller.ts';

const AT_ONCE = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

type Statement = { name: string; text: string };
/** `due`: the query for the poller. */
export type TenantSearch = Statement & { due: string };

/**
 * Tenants with due rows, after the one in $2. Each step finds the next tenant with a waiting row by one look-up, so a tenant with
 * many rows delays no other.
 */
export const tenantsWith = (of: {
  name: string;
  table: string;
  waiting: string;
  due: string;
}): TenantSearch => ({
  name: of.name,
  text: `
    with recursive found (tenant_id, step) as (
      (select q.tenant_id, 1 from ${of.table} q where q.tenant_id > $2 and ${of.waiting} order by q.tenant_id limit 1)
      union all
      select n.tenant_id, f.step + 1
      from found f cross join lateral (
        select q.tenant_id from ${of.table} q where q.tenant_id > f.tenant_id and ${of.waiting}
        order by q.tenant_id limit 1) n
      where f.step < ${AT_ONCE}
    )
    select f.tenant_id, exists (select from ${of.table} q where q.tenant_id = f.tenant_id and ${of.due} offset 0) as is_due
    from found f order by f.tenant_id`,
  due: `
    with recursive found (tenant_id) as (
      (select q.tenant_id from ${of.table} q where ${of.waiting} order by q.tenant_id limit 1)
      union all
      select n.tenant_id from found f cross join lateral (
        select q.tenant_id from ${of.table} q where q.tenant_id > f.tenant_id and ${of.waiting}
        order by q.tenant_id limit 1) n
    )
    ${dueIf(`from found f where exists (select from ${of.table} q where q.tenant_id = f.tenant_id and ${of.due} offset 0)`)}`,
});

/** The position of a loop in the list of tenants: after the last one it begins again. */
export class TenantTurns {
  readonly #worker: Queryable;
  readonly #search: TenantSearch;
  #after = BEFORE_ALL;

  constructor(worker: Queryable, search: TenantSearch) {
    this.#worker = worker;
    this.#search = search;
  }

  get due(): string {
    return this.#search.due;
  }

  /** True if the last round ended before the last tenant. */
  get hasMore(): boolean {
    return this.#after !== BEFORE_ALL;
  }

  async next(now: Date): Promise<string[]> {
    const { rows } = await this.#worker.query<{ tenant_id: string; is_due: boolean }>(this.#search, [
      now,
      this.#after,
    ]);
    this.#after = rows.length < AT_ONCE ? BEFORE_ALL : rows.at(-1)!.tenant_id;
    return rows.filter(({ is_due }) => is_due).map(({ tenant_id }) => tenant_id);
  }
}
