import type { Data } from '../../api.ts';
import { formatNumber } from '../../ui/formats.ts';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';

export type StockItem = Data<'getItem'>;

/** The worst of what is true of an item, in words. */
function stateOf({ tracked, short, available, backorderLimit, lowAt, levels }: StockItem): [Tone, string] {
  if (!tracked) return ['quiet', 'Not tracked'];
  if (levels.length === 0) return ['quiet', 'Never stocked'];
  if (short > 0) return ['bad', `${formatNumber(short)} short`];
  if (available <= 0) return backorderLimit === 0 ? ['bad', 'Sold out'] : ['warn', 'On backorder'];
  if (lowAt !== null && available <= lowAt) return ['warn', 'Low'];
  return ['good', 'In stock'];
}

export function StockState({ item }: { item: StockItem }) {
  const [tone, words] = stateOf(item);
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

/** The address of an item's page. */
export const itemPath = (sku: string): string => `/inventory/items/${encodeURIComponent(sku)}`;

export const onHandAt = ({ levels }: Pick<StockItem, 'levels'>, locationId: string): number =>
  levels.find((level) => level.locationId === locationId)?.onHand ?? 0;
