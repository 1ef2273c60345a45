import { Text } from '@mantine/core';
import { useSession } from '../../session/use-session.ts';
import { formatPrice } from '../../ui/formats.ts';
import type { Product } from './product-status.tsx';

type Ranges = Product['priceRanges'];

/** In the currency of the tenant if the product has a price in it. */
export function rangeInWords(ranges: Ranges, currency: string): string | null {
  const range = ranges.find((each) => each.currency === currency) ?? ranges[0];
  if (range === undefined) return null;
  const from = formatPrice(range.from, range.currency);
  return range.from === range.to ? from : `${from} – ${formatPrice(range.to, range.currency)}`;
}

export function PriceRange({ ranges }: { ranges: Ranges }) {
  const { currency } = useSession().tenant;
  const words = rangeInWords(ranges, currency);
  if (words === null)
    return (
      <Text span size="sm" c="dimmed">
        No price
      </Text>
    );
  return <bdi style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>{words}</bdi>;
}
