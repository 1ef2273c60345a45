import { api } from '../../api.ts';
import { chunksOf } from '../../ui/chunks.ts';
import { readNumber } from '../../ui/number-field.tsx';
import { openPasteRows } from '../../ui/paste-rows.tsx';
import type { PriceList } from './price-list.tsx';

const MOST_ROWS = 1000;
/** The most SKUs of one request. */
const MOST_SKUS = 100;

export type Entry = { variantId: string; minQuantity: number; amount: number };
type Row = { sku: string; minQuantity: number | string; amount: number | string };

/** Takes rows with a SKU, a quantity if there are three cells or more, and a price; stores all or none. */
export const openPastePrices = (list: PriceList, store: (entries: Entry[]) => Promise<unknown>) =>
  openPasteRows<Row>({
    label: `Rows with a SKU, a quantity if you like, and a price in ${list.currency}`,
    nouns: ['price', 'prices'],
    read: readRows,
    problemWith,
    take: async (rows) => {
      const ids = await findVariants([...new Set(rows.map(({ sku }) => sku))]);
      const missing = rows.map(({ sku }) => sku).filter((sku) => !ids.has(sku));
      if (missing.length > 0) return [...new Set(missing)];
      const entries = rows.map(({ sku, minQuantity, amount }) => ({
        variantId: ids.get(sku)!,
        minQuantity: minQuantity as number,
        amount: amount as number,
      }));
      await store(entries);
      return [];
    },
  });

/** A heading is left out: its last cell is no number. */
const readRows = (cells: string[][]): Row[] =>
  cells
    .map((row) => ({
      sku: row[0]!,
      minQuantity: row.length > 2 ? readNumber(row[1]!) : 1,
      amount: readNumber(row.at(-1)!),
    }))
    .filter(({ amount }, index) => index > 0 || typeof amount === 'number');

function problemWith(rows: Row[]): string | null {
  for (const { sku, minQuantity, amount } of rows) {
    if (typeof amount !== 'number' || amount < 0)
      return `The price of ${sku} is “${amount}”, which is no price.`;
    if (typeof minQuantity !== 'number' || minQuantity < 1 || !Number.isInteger(minQuantity))
      return `The quantity of ${sku} is “${minQuantity}”, which is no whole number from 1 on.`;
  }
  return rows.length > MOST_ROWS ? `At most ${MOST_ROWS} rows at once.` : null;
}

/** A SKU with a comma is not found this way. */
async function findVariants(skus: string[]): Promise<Map<string, string>> {
  const found = await Promise.all(
    chunksOf(skus, MOST_SKUS).map((some) =>
      api.listVariants({ query: { sku: some.join(','), limit: MOST_SKUS } }),
    ),
  );
  return new Map(found.flatMap(({ data }) => data).map(({ sku, id }) => [sku, id]));
}
