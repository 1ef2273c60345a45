/** Draws the invoice or the packing slip of an order, as PDF. */
import { drawInvoice } from './invoice.ts';
import { drawHead } from './letterhead.ts';
import { drawPackingSlip } from './packing-slip.ts';
import { Sheet } from './sheet.ts';
import type { Kind, Source } from './source.ts';

const TITLES: Record<Kind, string> = { invoice: 'Invoice', 'packing-slip': 'Packing slip' };
/** Countries that print on letter paper. */
const LETTER = ['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'GT', 'CR', 'PA'];

export async function drawDocument(kind: Kind, source: Source): Promise<Buffer> {
  const { order, sender, madeAt } = source;
  const title = TITLES[kind];
  const sheet = await Sheet.open({
    title: `${title} ${order.orderNumber}`,
    author: sender.name,
    madeAt,
    isLetter: LETTER.includes(sender.address?.country ?? ''),
  });
  drawHead(sheet, source, title);
  if (kind === 'invoice') drawInvoice(sheet, order, sender.locale);
  else drawPackingSlip(sheet, order);
  return sheet.end();
}
