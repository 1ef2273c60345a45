/** Draws the invoices or the packing slips of orders, as one PDF. */
import { drawInvoice } from './invoice.ts';
import { drawHead } from './letterhead.ts';
import { drawPackingSlip } from './packing-slip.ts';
import { Sheet } from './sheet.ts';
import type { Kind, Source } from './source.ts';

const TITLES: Record<Kind, string> = { invoice: 'Invoice', 'packing-slip': 'Packing slip' };
/** Countries that print on letter paper. */
const LETTER = ['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'GT', 'CR', 'PA'];

/** The sources have one sender. */
export async function drawDocuments(kind: Kind, sources: Source[]): Promise<Buffer> {
  const { order, sender, madeAt } = sources[0]!;
  const title = TITLES[kind];
  const sheet = await Sheet.open({
    title: sources.length === 1 ? `${title} ${order.orderNumber}` : `${title}s of ${sources.length} orders`,
    author: sender.name,
    madeAt,
    isLetter: LETTER.includes(sender.address?.country ?? ''),
  });
  for (const [place, source] of sources.entries()) {
    if (place > 0) sheet.startAnother();
    drawHead(sheet, source, title);
    if (kind === 'invoice') drawInvoice(sheet, source.order, sender.locale);
    else drawPackingSlip(sheet, source.order);
  }
  return sheet.end();
}
