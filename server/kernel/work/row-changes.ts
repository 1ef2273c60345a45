/**
 * Changes of the rows of all tenants, in batches beside the daily work. A migration announces a change, a later one that depends on
 * it says so (`-- Needs: name`) and is refused until every tenant's rows are changed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Queryable, Tx } from '#kernel/db/db.ts';
import type { Logger } from '#kernel/log.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';

export type RowChange = {
  /** The name that the migration announces. */
  name: string;
  /**
   * Changes some rows of the transaction's tenant behind `place`, which is null at the beginning. Returns the place that it
   * reached, or null at the end. A batch may run twice, after a crash.
   */
  batch(tx: Tx, place: string | null): Promise<string | null>;
};

const POLL_MS = 5_000;
/** Requests come first: a change works for a third of the time. */
const REST = 2;
const LONGEST_REST_MS = 1_000;

type Held = { name: string; at_tenant: string | null; place: string | null };

export function startRowChanges({ db, log }: { db: Db; log: Logger }, changes: RowChange[]): Loop {
  const names = changes.map(({ name }) => name);

  /** The row stays locked for the batch, so that no other worker takes the same one; a process that dies lets go of it. */
  const takeTurn = () =>
    db.acrossTenants(async (tx) => {
      const held = await hold(tx, names);
      if (held === undefined) return false;
      const tenantId = held.at_tenant ?? (await nextTenant(tx, null));
      if (tenantId === null) return finish(tx, held.name);
      const { batch } = changes.find(({ name }) => name === held.name)!;
      try {
        const place = await db.inTenant(tenantId, (own) => batch(own, held.place));
        const next = place === null ? await nextTenant(tx, tenantId) : tenantId;
        if (next === null) return finish(tx, held.name);
        await tx.query(
          'update row_changes set at_tenant = $2, place = $3, last_error = null where name = $1',
          [held.name, next, place],
        );
      } catch (error) {
        log.error({ err: error, change: held.name, tenantId }, 'a change of rows could not go on');
        await postpone(tx, held.name, error as Error);
      }
      return true;
    });

  async function finish(tx: Queryable, name: string): Promise<true> {
    await tx.query('update row_changes set done_at = now(), last_error = null where name = $1', [name]);
    log.info({ change: name }, 'a change of rows is done for every tenant');
    return true;
  }

  return startLoop({
    name: 'changes of rows',
    idleMs: POLL_MS,
    log,
    round: async () => {
      const began = performance.now();
      const moved = await takeTurn();
      if (moved) await sleep(Math.min(REST * (performance.now() - began), LONGEST_REST_MS));
      return moved;
    },
  });
}

async function hold(tx: Queryable, names: string[]): Promise<Held | undefined> {
  const { rows } = await tx.query<Held>(
    `select name, at_tenant, place from row_changes
     where name = any($1) and done_at is null and next_at <= now() order by name limit 1 for update skip locked`,
    [names],
  );
  return rows[0];
}

async function nextTenant(tx: Queryable, after: string | null): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from tenants where $1::uuid is null or id > $1 order by id limit 1',
    [after],
  );
  return rows[0]?.id ?? null;
}

async function postpone(tx: Queryable, name: string, error: Error): Promise<void> {
  const { message } = (error.cause as Error | undefined) ?? error;
  await tx.query(
    "update row_changes set next_at = now() + interval '1 minute', last_error = left($2, 500) where name = $1",
    [name, message],
  );
}

export type Unfinished = { name: string; tenants: number; lastError: string | null };

/** The changes that are not done, with the number of tenants that they have yet to reach. */
export async function findUnfinished(db: Db): Promise<Unfinished[]> {
  const { rows } = await db.acrossTenantsQuery<Unfinished>(
    `select c.name, c.last_error as "lastError", (
       select count(*)::int from tenants t where c.at_tenant is null or t.id >= c.at_tenant) as tenants
     from row_changes c where c.done_at is null order by c.name`,
  );
  return rows;
}
