/** The products and the reserved units of an order's lines, where the tenant has these modules. */
import { useMemo } from 'react';
import { useSession } from '../../session/use-session.ts';
import { useData, useList } from '../../ui/use-data.ts';
import type { Line } from './order.ts';

const MOST_SKUS = 100;

export type LineProduct = { id: string; assetId: string | undefined };

/** The product of a line, by its SKU. An order may name others, which the catalog does not know. */
export function useProductsOf(skus: string[]): (line: Line) => LineProduct | undefined {
  const isOn = useSession().tenant.modules.includes('catalog');
  // A comma separates SKUs in the address.
  const asked = [...new Set(skus)].filter((sku) => !sku.includes(',')).slice(0, MOST_SKUS);
  const query = { sku: asked.join(',') };
  const enabled = isOn && asked.length > 0;
  const variants = useData('listVariants', { query }, { enabled });
  const products = useData('listProducts', { query: { ...query, limit: 100 } }, { enabled });
  return useMemo(() => {
    const assets = new Map((products.data ?? []).map(({ id, media }) => [id, media[0]]));
    const known = new Map(
      (variants.data ?? []).map(({ sku, productId }) => [
        sku,
        { id: productId, assetId: assets.get(productId) },
      ]),
    );
    return ({ sku }: Line) => known.get(sku);
  }, [variants.data, products.data]);
}

/** The units of a SKU that are reserved and not there, in all orders together. */
export function useShort(skus: string[]): (sku: string) => number {
  const isOn = useSession().tenant.modules.includes('inventory');
  const asked = [...new Set(skus)].filter((sku) => !sku.includes(',')).slice(0, MOST_SKUS);
  const query = { skus: asked.join(','), limit: 100 };
  const { rows } = useList('listItems', { query }, { enabled: isOn && asked.length > 0 });
  return useMemo(() => {
    const short = new Map(rows.map((item) => [item.sku, item.short]));
    return (sku: string) => short.get(sku) ?? 0;
  }, [rows]);
}

/** The units that the order holds and that are not shipped yet, by SKU; undefined while nobody keeps its stock. */
export function useReserved(orderId: string): (sku: string) => number | undefined {
  const isOn = useSession().tenant.modules.includes('inventory');
  const { rows } = useList('listReservations', { query: { orderId, limit: 100 } }, { enabled: isOn });
  return useMemo(() => {
    const units = new Map<string, number>();
    for (const { sku, quantity, shipped } of rows) units.set(sku, (units.get(sku) ?? 0) + quantity - shipped);
    return (sku: string) => units.get(sku);
  }, [rows]);
}
