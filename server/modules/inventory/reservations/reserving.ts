/** Reserves stock: baskets that arrive together are reserved together, even if they belong to several tenants. */
import { crashPoint } from '#kernel/crash.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import { AppError } from '#kernel/errors.ts';
import { batchingBy, batchingInLanes } from '#kernel/work/batching.ts';
import { Company } from '#kernel/work/company.ts';
import { type Lacking, outOfStock } from './out-of-stock.ts';
import { reserveAll } from './reserve-all.ts';
import { type Basket, basketColumns, RESERVE, type Verdict } from './reserving.sql.ts';

/** A tenant uses one lane at a time, so that two batches of one process never wait for its levels. */
const LANES = 2;
const BATCH = { most: 64, waiting: 10_000, waitingOfOne: 1_000 };
const OF_ONE_TENANT = { most: 64, waiting: 500 };

/** Throws `out_of_stock` with all lines that lack units; nothing is reserved then. Repeating it with the same order is safe. */
export type Reserve = (basket: Basket) => Promise<void>;

/** Null: granted. */
type Outcome = Lacking[] | null;

/**
 * Natural batching, as orders have it. The shared statement waits for no lock and decides nearly all baskets; the others go in
 * batches of their own tenant, which wait for locks, sweep expired holds and combine locations. If a shared batch fails, its
 * baskets are decided there too, unless it is unknown whether the batch was stored.
 */
export function createReserving(db: Db, clock: () => Date): Reserve {
  const tenants = { partyOf: ({ tenantId }: Basket) => tenantId, company: new Company('reservations') };
  const together = batchingInLanes<Basket, Verdict>(LANES, {
    ...{ name: 'reservations', ...BATCH, ...tenants },
    run: async (baskets) => {
      const tenantIds = [...new Set(baskets.map(({ tenantId }) => tenantId))];
      try {
        const values = basketColumns(baskets, clock());
        const { rows } = await db.inTenantsQuery<Verdict>(tenantIds, RESERVE, values);
        if (rows.some(({ verdict }) => verdict === 'granted')) crashPoint('after_reserve');
        return rows;
      } catch (error) {
        if (error instanceof AppError) throw error;
        return baskets.map((): Verdict => ({ verdict: 'alone', lacking: null }));
      }
    },
  });
  const ofTenant = batchingBy<Basket, PromiseSettledResult<Outcome>>(tenants.partyOf, {
    ...{ name: 'reservations of one tenant', ...OF_ONE_TENANT, ...tenants },
    run: async (baskets) => {
      const decide = (some: Basket[]) =>
        db.inTenant(
          some[0]!.tenantId,
          (tx) => reserveAll(tx, clock(), some, { mayRunShort: false }),
          'request',
        );
      try {
        return (await decide(baskets)).map((value) => ({ status: 'fulfilled', value }));
      } catch (error) {
        if (error instanceof AppError || baskets.length === 1) throw error;
        // One bad basket must not harm the others.
        return Promise.allSettled(baskets.map(async (basket) => (await decide([basket]))[0]!));
      }
    },
  });

  return async (given) => {
    const basket = { ...given, lines: merged(given.lines) };
    const { verdict, lacking } = await together(basket);
    if (verdict === 'granted') return;
    if (verdict === 'refused') throw outOfStock(JSON.parse(lacking!));
    const settled = await ofTenant(basket);
    if (settled.status === 'rejected') throw settled.reason;
    if (settled.value !== null) throw outOfStock(settled.value);
  };
}

/** The same in the caller's transaction, which has locked what comes before levels. */
export async function reserve(tx: Tx, now: Date, basket: Basket): Promise<void> {
  const [lacking] = await reserveAll(tx, now, [{ ...basket, lines: merged(basket.lines) }], {
    mayRunShort: false,
  });
  if (lacking) throw outOfStock(lacking);
}

/** Each SKU once. */
export function merged(lines: Basket['lines']): Basket['lines'] {
  const units = new Map<string, number>();
  for (const { sku, quantity } of lines) units.set(sku, (units.get(sku) ?? 0) + quantity);
  return Array.from(units, ([sku, quantity]) => ({ sku, quantity }));
}
