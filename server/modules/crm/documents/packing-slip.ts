/** The units to pack, without prices: the parcel may be a present. */
import { MARGIN, type Sheet } from './sheet.ts';
import type { Source } from './source.ts';

export function drawPackingSlip(sheet: Sheet, { items, customerNote }: Source['order']): void {
  sheet.table(
    [
      { title: 'Product', width: sheet.width - 80 - 80 - 60 },
      { title: 'Ordered', width: 80, align: 'right' },
      { title: 'To pack', width: 80, align: 'right' },
      { title: 'Packed', width: 60, align: 'right' },
    ],
    items.map(({ name, sku, quantity, fulfilledQuantity }) => [
      { text: name, note: sku },
      { text: String(quantity) },
      { text: String(quantity - fulfilledQuantity), style: { isBold: true } },
      { text: '' },
    ]),
    (_, x, y) => sheet.box(x + 60 - 8 - 10, y + 1, 10),
  );
  if (customerNote === null) return;
  sheet.y += 10;
  const height = sheet.heightOf(customerNote, sheet.width);
  sheet.need(Math.min(height, 200) + 20);
  sheet.y = sheet.text('Note of the customer', MARGIN, sheet.y, sheet.width, { size: 8, isGrey: true }) + 2;
  sheet.y = sheet.text(customerNote, MARGIN, sheet.y, sheet.width);
}
