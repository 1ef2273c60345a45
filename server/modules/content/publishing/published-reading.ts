/** Reading by slug: requests that arrive together share one statement, which sees their tenants and no others. */
import type { Db } from '#kernel/db/db.ts';
import { batching } from '#kernel/work/batching.ts';
import { columnsOf, FIND_BY_SLUG, type FoundBySlug, type Wanted, type WithLocales } from './published.sql.ts';

export type ReadBySlug = (wanted: Wanted) => Promise<WithLocales | undefined>;

const BATCH = { most: 64, waiting: 10_000, waitingOfOne: 500 };

/** A request that is alone is sent at once. */
export function createReading(db: Pick<Db, 'readInTenants'>): ReadBySlug {
  return batching<Wanted, WithLocales | undefined>({
    ...{ name: 'published entries', ...BATCH },
    partyOf: ({ tenantId }) => tenantId,
    async run(wanted) {
      const tenants = [...new Set(wanted.map(({ tenantId }) => tenantId))];
      const { rows } = await db.readInTenants<FoundBySlug>(tenants, FIND_BY_SLUG, columnsOf(wanted));
      const found: (WithLocales | undefined)[] = wanted.map(() => undefined);
      for (const { nth, ...row } of rows) found[nth - 1] = row;
      return found;
    },
  });
}
