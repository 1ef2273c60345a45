import { api } from '../../api.ts';
import { chunksOf } from '../../ui/chunks.ts';
import { readNumber } from '../../ui/number-field.tsx';
import { openPasteRows } from '../../ui/paste-rows.tsx';
import type { Counts } from './count-rows.tsx';
import { onHandAt, type StockItem } from './stock-state.tsx';

const MOST_ROWS = 500;
/** The most SKUs of one request. */
const MOST_SKUS = 100;

type Row = { sku: string; count: number | string };

/** Takes rows with a SKU and a count, and gives them to the count sheet. */
export const openPaste = (locationId: string, take: (counts: Counts) => void) =>
  openPasteRows<Row>({
    label: 'Rows with a SKU and a count',
    nouns: ['count', 'counts'],
    read: readRows,
    problemWith,
    take: async (rows) => {
      const items = await findItems(rows.map(({ sku }) => sku));
      const missing = rows.map(({ sku }) => sku).filter((sku) => !items.has(sku));
      if (missing.length > 0) return missing;
      take(
        Object.fromEntries(
          rows.map(({ sku, count }) => [sku, { count, seen: onHandAt(items.get(sku)!, locationId) }]),
        ),
      );
      return [];
    },
  });

/** The last cell of a row is its count; a heading is left out. */
const readRows = (cells: string[][]): Row[] =>
  cells
    .map((row) => ({ sku: row[0]!, count: readNumber(row.at(-1)!) }))
    .filter(({ count }, index) => index > 0 || typeof count === 'number');

function problemWith(rows: Row[]): string | null {
  const wrong = rows.find(({ count }) => typeof count !== 'number' || count < 0 || !Number.isInteger(count));
  if (wrong !== undefined) return `The count of ${wrong.sku} is “${wrong.count}”, which is no whole number.`;
  if (rows.length > MOST_ROWS) return `At most ${MOST_ROWS} rows at once.`;
  return null;
}

/** A SKU with a comma is asked for alone. */
async function findItems(skus: string[]): Promise<Map<string, StockItem>> {
  const [alone, together] = [
    skus.filter((sku) => sku.includes(',')),
    skus.filter((sku) => !sku.includes(',')),
  ];
  const queries = [
    ...chunksOf(together, MOST_SKUS).map((some) => ({ skus: some.join(','), limit: MOST_SKUS })),
    ...alone.map((sku) => ({ sku, limit: 1 })),
  ];
  const found = await Promise.all(queries.map((query) => api.listItems({ query })));
  return new Map(found.flatMap(({ data }) => data).map((item) => [item.sku, item]));
}
