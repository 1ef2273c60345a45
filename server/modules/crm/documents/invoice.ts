/** The lines of an order with their prices, its sums, and the amount to be paid. */
import { MARGIN, type Sheet } from './sheet.ts';
import type { Source } from './source.ts';

export function drawInvoice(sheet: Sheet, order: Source['order'], locale: string | null): void {
  const { currency } = order;
  const format = new Intl.NumberFormat(locale ?? 'en', { style: 'currency', currency });
  // A price may have more decimals than the currency.
  const price = new Intl.NumberFormat(locale ?? 'en', {
    style: 'currency',
    currency,
    maximumFractionDigits: 6,
  });
  const count = new Intl.NumberFormat(locale ?? 'en');
  const money = (amount: number) => format.format(amount);
  const rest = sheet.width - 70 - 100 - 110;
  sheet.table(
    [
      { title: 'Product', width: rest },
      { title: 'Quantity', width: 70, align: 'right' },
      { title: 'Price', width: 100, align: 'right' },
      { title: 'Amount', width: 110, align: 'right' },
    ],
    order.items.map(({ name, sku, quantity, unitPrice, amount }) => [
      { text: name, note: sku },
      { text: count.format(quantity) },
      { text: price.format(unitPrice) },
      { text: money(amount) },
    ]),
  );
  const sums: [label: string, amount: number, isShown: boolean, isBold?: boolean][] = [
    ['Subtotal', order.subtotal, true],
    ['Discount', -order.discountTotal, order.discountTotal > 0],
    ['Shipping', order.shippingTotal, order.shippingTotal > 0],
    ['Tax', order.taxTotal, true],
    ['Total', order.total, true, true],
    ['Paid', -order.paidTotal, order.paidTotal > 0],
    ['Refunded', order.refundedTotal, order.refundedTotal > 0],
    ['To be paid', order.balance, true, true],
  ];
  const shown = sums.filter(([, , isShown]) => isShown);
  sheet.need(shown.length * 17 + 10);
  sheet.y += 6;
  const left = MARGIN + sheet.width - 250;
  for (const [label, amount, , isBold = false] of shown) {
    sheet.text(label, left, sheet.y, 120, { isBold });
    sheet.text(money(amount), left + 120, sheet.y, 122, { isBold, align: 'right' });
    sheet.y += 17;
  }
}
