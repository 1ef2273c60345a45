import { api } from '../../api.ts';
import type { ListedProduct } from './product-status.tsx';

export type Change = { status?: 'active' | 'archived'; addTags?: string[]; removeTags?: string[] };

/** The most products of one request. */
export const AT_ONCE = 1_000;

/** Resolves to the reasons of those that were refused. */
export async function changeAll(
  products: ListedProduct[],
  change: Change,
): Promise<Map<ListedProduct, string>> {
  const refused = new Map<ListedProduct, string>();
  for (let from = 0; from < products.length; from += AT_ONCE) {
    const some = new Map(products.slice(from, from + AT_ONCE).map((product) => [product.id, product]));
    const { data } = await api.changeProductsInBulk({ body: { ids: [...some.keys()], ...change } });
    for (const { id, message } of data.failed) refused.set(some.get(id)!, message);
  }
  return refused;
}

/** Takes back the tags that a product got or lost; those that it had, or lacked, before stay so. */
export async function takeBackTags(
  products: ListedProduct[],
  { addTags = [], removeTags = [] }: Change,
): Promise<Map<ListedProduct, string>> {
  const alike = Map.groupBy(products, ({ tags }) =>
    JSON.stringify({
      addTags: removeTags.filter((tag) => tags.includes(tag)),
      removeTags: addTags.filter((tag) => !tags.includes(tag)),
    }),
  );
  const refused: [ListedProduct, string][] = [];
  for (const [change, some] of alike) refused.push(...(await changeAll(some, JSON.parse(change) as Change)));
  return new Map(refused);
}
