/** Finds SKUs by the words of their products, for the inventory. */
import type { Tx } from '#kernel/db/db.ts';
import { hasOwnWord } from './clauses.sql.ts';
import { findProducts, readSort, wordsIn } from './list.ts';
import { findSkusOf } from './of-skus.sql.ts';

/** More products than these match only a search that is too wide to be read. */
const MAX_PRODUCTS = 200;

/** The SKUs of the newest products that match, those after `after`, in their order. */
export async function searchSkus(tx: Tx, q: string, after: string | null, limit: number): Promise<string[]> {
  const clauses = wordsIn(q, hasOwnWord);
  if (clauses.length === 0) return [];
  const { shown } = await findProducts(tx, { clauses, sort: readSort({}), after: null, limit: MAX_PRODUCTS });
  const ids = shown.map(({ id }) => id);
  return ids.length === 0 ? [] : findSkusOf(tx, ids, after, limit);
}
