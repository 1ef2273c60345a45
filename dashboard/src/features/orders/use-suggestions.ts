/** Suggestions for a line of a new order: variants of the catalog with price and stock, then items sold lately. */
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, type Data } from '../../api.ts';
import { useSession } from '../../session/use-session.ts';
import { useData, useList } from '../../ui/use-data.ts';
import type { Suggestion } from './new-order.ts';

const MOST_PRODUCTS = 4;
const MOST = 12;

/** `asked` is the text after a pause in typing, `typed` the one in the field. */
export function useSuggestions(
  asked: string,
  typed: string,
  currency: string,
  isUsed: boolean,
): Suggestion[] {
  const variants = useVariants(asked, currency, isUsed);
  const sold = useData(
    'listSoldItems',
    { query: { q: asked || undefined } },
    { enabled: isUsed, keepsFormer: true },
  );
  const text = typed.toLowerCase();
  const known = new Set(variants.map(({ sku }) => sku));
  // The answer to the text before may still be shown.
  const others = (sold.data ?? [])
    .filter(({ sku, name }) => [sku, name].some((each) => each.toLowerCase().includes(text)))
    .filter(({ sku }) => !known.has(sku))
    .map((item) => ({
      sku: item.sku,
      name: item.name,
      unitPrice: item.currency === currency ? item.unitPrice : null,
    }));
  return [...variants, ...others].slice(0, MOST);
}

function useVariants(asked: string, currency: string, isUsed: boolean): Suggestion[] {
  const { modules } = useSession().tenant;
  const enabled = isUsed && asked !== '' && modules.includes('catalog');
  const query = { q: asked, status: 'active' as const, limit: MOST_PRODUCTS };
  const products = useData('listProducts', { query }, { enabled, keepsFormer: true });
  const found = enabled ? (products.data ?? []) : [];
  const grids = useQueries({
    queries: found.map(({ id }) => ({
      queryKey: ['getProductVariants', { path: { id } }],
      queryFn: async () => (await api.getProductVariants({ path: { id } })).data,
    })),
  });
  const titles = new Map(found.map(({ id, title }) => [id, title]));
  const all = grids.flatMap(({ data }) =>
    data ? suggestionsOf(data, titles.get(data.productId)!, currency) : [],
  );
  const text = asked.toLowerCase();
  const named = all.filter(({ sku }) => sku.toLowerCase().startsWith(text));
  const shown = (named.length > 0 ? named : all).slice(0, MOST);
  const availableOf = useAvailable(shown, modules.includes('inventory'));
  return shown.map((each) => ({ ...each, available: availableOf.get(each.sku) }));
}

function suggestionsOf(grid: Data<'getProductVariants'>, title: string, currency: string): Suggestion[] {
  return grid.variants
    .filter(({ status }) => status === 'active')
    .map(({ id, productId, sku, optionValues, prices }) => ({
      sku,
      variant: { productId, variantId: id },
      name: optionValues.length === 0 ? title : `${title}, ${optionValues.join(', ')}`,
      unitPrice: prices.find((price) => price.currency === currency)?.amount ?? null,
    }));
}

function useAvailable(variants: Suggestion[], isOn: boolean): Map<string, number> {
  const skus = variants.map(({ sku }) => sku).filter((sku) => !sku.includes(','));
  const query = { skus: skus.join(','), limit: 100 };
  const { rows } = useList('listItems', { query }, { enabled: isOn && skus.length > 0 });
  return useMemo(
    () => new Map(rows.filter(({ tracked }) => tracked).map(({ sku, available }) => [sku, available])),
    [rows],
  );
}
