/** The amounts of an order that is placed with a reckoning: its own rule gives the same total. Pure. */
import { fromMinor } from '#shared/money.ts';
import { type Reckoned, type ReckoningInput, spread, unitPricesOf } from './reckoning.ts';

export type OrderAmounts = {
  /** The parts of each line: mostly one. */
  items: { quantity: number; unitPrice: number; taxAmount: number }[][];
  discountTotal: number;
  shippingTotal: number;
  taxTotal: number;
};

export function orderAmounts(
  { exponent, taxIncluded, lines }: Pick<ReckoningInput, 'exponent' | 'taxIncluded' | 'lines'>,
  reckoned: Reckoned,
): OrderAmounts {
  const money = (minor: bigint) => fromMinor(minor, exponent);
  const items = lines.map(({ quantity, unitPrice }, index) => {
    const { net, tax } = reckoned.lines[index]!;
    const parts = taxIncluded ? unitPricesOf(net, quantity, exponent) : [{ quantity, unitPrice }];
    const taxes = spread(
      tax,
      parts.map((part) => BigInt(part.quantity)),
    );
    return parts.map((part, at) => ({ ...part, taxAmount: money(taxes[at]!) }));
  });
  return {
    items,
    discountTotal: money(reckoned.order.discount),
    shippingTotal: money(reckoned.order.shipping),
    taxTotal: money(reckoned.tax),
  };
}
