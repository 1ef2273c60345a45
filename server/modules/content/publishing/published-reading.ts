/** Reading by slug: requests that arrive together share one statement, which sees their tenants and no others. */
import type { Db } from '#kernel/db/db.ts';
import { texts } from '#kernel/db/list.ts';
import { batching } from '#kernel/work/batching.ts';
import { Rounds } from '#kernel/work/rounds.ts';
import { chainOf, liveChainOf, readLocales } from '../locales/locales.ts';
import {
  columnsOf,
  FIND_BY_SLUG,
  FIND_SEEN_BY_SLUG,
  type Query,
  type Wanted,
  type WithLocales,
} from './published.sql.ts';

export type ReadBySlug = (wanted: Wanted) => Promise<WithLocales | undefined>;

const BATCH = { most: 64, waiting: 10_000, waitingOfOne: 500, heaviest: 1024 * 1024 };

/** Entries of a tenant that are presented in one round of the event loop, in company. */
const PRESENTED_IN_A_ROUND = 4;

/** A request that is alone is sent at once. */
export function createReading(db: Pick<Db, 'readInTenants'>): ReadBySlug {
  const rounds = new Rounds(PRESENTED_IN_A_ROUND);
  const read = batching<Wanted, WithLocales | undefined>({
    ...{ name: 'published entries', ...BATCH },
    partyOf: ({ tenantId }) => tenantId,
    weighOutput: (row) => (row === undefined ? 0 : row.fields.length + row.type_fields.length),
    async run(wanted) {
      const tenants = [...new Set(wanted.map(({ tenantId }) => tenantId))];
      return findBySlug((statement, values) => db.readInTenants(tenants, statement, values), wanted);
    },
  });
  return async (wanted) => {
    const row = await read(wanted);
    await rounds.pass(wanted.tenantId);
    return row;
  };
}

/** Finds live entries, each in a locale that readers see. */
export async function findBySlug(query: Query, wanted: Wanted[]): Promise<(WithLocales | undefined)[]> {
  const find = async (statement: typeof FIND_BY_SLUG, some: Wanted[], more: unknown[] = []) => {
    const { rows } = await query(statement, [...columnsOf(some), ...more]);
    const found: (WithLocales | undefined)[] = some.map(() => undefined);
    for (const { nth, ...row } of rows) found[nth - 1] = row;
    return found;
  };
  const found = await find(FIND_BY_SLUG, wanted);
  const unseen = wanted.flatMap((one, at) => {
    const row = found[at];
    if (row === undefined || row.live_locales === null) return [];
    const locales = readLocales(row);
    const code = one.locale || locales.default;
    if (liveChainOf(locales, code, row.live_locales).length > 0) return [];
    return [{ one, at, chain: chainOf(locales, code) }];
  });
  if (unseen.length === 0) return found;
  const chains = texts(unseen, ({ chain }) => chain.join('>'));
  const others = await find(
    FIND_SEEN_BY_SLUG,
    unseen.map(({ one }) => one),
    [chains],
  );
  for (const [nth, { at }] of unseen.entries()) found[at] = others[nth];
  return found;
}
