/** Reading a product by handle: requests that arrive together share one statement, which sees their tenants and no others. */
import type { Db } from '#kernel/db/db.ts';
import { batching } from '#kernel/work/batching.ts';
import type { AvailabilityOf } from './browse.sql.ts';
import { AVAILABILITIES } from './browse-fields.ts';
import { columnsOf, type FoundProduct, type FoundVariant, findByHandle, type Wanted } from './product.sql.ts';
import { type Shown, showListed, translationFor } from './shown.ts';

export type ReadByHandle = (wanted: Wanted) => Promise<FoundProduct | undefined>;

const BATCH = { most: 64, waiting: 10_000, waitingOfOne: 500, heaviest: 1024 * 1024 };

/** A request that is alone is sent at once. */
export function createProductReading(
  db: Pick<Db, 'readInTenants'>,
  availabilityOf: AvailabilityOf,
): ReadByHandle {
  const statement = findByHandle(availabilityOf);
  return batching<Wanted, FoundProduct | undefined>({
    ...{ name: 'storefront products', ...BATCH },
    partyOf: ({ tenantId }) => tenantId,
    weighOutput: (row) =>
      row === undefined ? 0 : row.variants.length + row.translations.length + (row.description?.length ?? 0),
    async run(wanted) {
      const tenants = [...new Set(wanted.map(({ tenantId }) => tenantId))];
      const { rows } = await db.readInTenants<FoundProduct>(tenants, statement, columnsOf(wanted));
      const found: (FoundProduct | undefined)[] = wanted.map(() => undefined);
      for (const row of rows) found[row.nth - 1] = row;
      return found;
    },
  });
}

export function showProduct(row: FoundProduct, shown: Shown) {
  const translations = JSON.parse(row.translations);
  const variants = JSON.parse(row.variants) as FoundVariant[];
  const priced = variants.filter(({ amount }) => amount !== null) as (FoundVariant & { amount: number })[];
  const cheapest = priced.reduce<(typeof priced)[number] | null>(
    (best, one) => (best === null || one.amount < best.amount ? one : best),
    null,
  );
  const range = {
    from: cheapest?.amount ?? null,
    to: priced.reduce<number | null>((most, { amount }) => Math.max(most ?? amount, amount), null),
    compareAt: cheapest?.compareAt ?? null,
  };
  const best = variants.map(({ availability }) => AVAILABILITIES.indexOf(availability));
  const availability = AVAILABILITIES[Math.min(AVAILABILITIES.length - 1, ...best)]!;
  const { description } = translationFor<{ description?: string }>(translations, shown.locale);
  return {
    ...showListed({ ...row, translations }, range, availability, shown),
    description: description ?? row.description,
    options: JSON.parse(row.options),
    seo: row.seo === null ? null : JSON.parse(row.seo),
    variants: variants.map(({ id, sku, optionValues, amount, compareAt, availability: state }) => ({
      ...{
        id,
        sku,
        optionValues,
        price: amount === null ? null : { amount, compareAt },
        availability: state,
      },
    })),
    updatedAt: row.updated_at.toISOString(),
  };
}
