/** The sender with its logo, the recipients, and the facts of the order. */
import { dayAt } from '#shared/time-zone.ts';
import { MARGIN, type Sheet } from './sheet.ts';
import type { Address, Sender, Source } from './source.ts';

const LOGO = { width: 180, height: 60 };

export function drawHead(sheet: Sheet, source: Source, title: string): void {
  const { order, customerName, sender, logo } = source;
  if (logo !== null) sheet.image(logo, LOGO.width, LOGO.height);
  const half = sheet.width / 2;
  const right = { align: 'right' } as const;
  const name = sheet.text(sender.name, MARGIN + half, sheet.y, half, { size: 11, isBold: true, ...right });
  const lines = addressLines(sender.address);
  if (sender.taxNumber !== null) lines.push(`Tax number ${sender.taxNumber}`);
  const end = sheet.text(lines.join('\n'), MARGIN + half, name + 2, half, { isGrey: true, ...right });
  sheet.y = Math.max(end, logo === null ? 0 : sheet.y + LOGO.height) + 26;

  const shipping = order.shippingAddress as Address | null;
  const billing = (order.billingAddress as Address | null) ?? shipping;
  const third = sheet.width / 3;
  const facts = `Order ${order.orderNumber}\n${dateOf(order.createdAt, sender)}`;
  const ends = [
    drawParty(sheet, 'Bill to', recipient(billing, customerName), MARGIN, third - 12),
    drawParty(sheet, 'Ship to', recipient(shipping, customerName), MARGIN + third, third - 12),
    drawParty(sheet, 'Reference', facts, MARGIN + 2 * third, third),
  ];
  sheet.y = Math.max(...ends) + 22;
  sheet.y = sheet.text(title, MARGIN, sheet.y, sheet.width, { size: 17, isBold: true }) + 10;
}

function drawParty(sheet: Sheet, label: string, text: string, x: number, width: number): number {
  const y = sheet.text(label, x, sheet.y, width, { size: 8, isGrey: true });
  return sheet.text(text, x, y + 2, width);
}

const recipient = (address: Address | null, customerName: string) =>
  [...(address?.name ? [] : [customerName]), ...addressLines(address)].join('\n');

/** The usual parts in the usual order; a country by its name. */
export function addressLines(address: Address | null): string[] {
  if (address === null) return [];
  const { name, company, line1, line2, postalCode, city, region, country } = address;
  const place = [postalCode, city].filter(Boolean).join(' ');
  const lines = [name, company, line1, line2, place, region, country && countryName(country)];
  return lines.filter((line): line is string => Boolean(line));
}

function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
}

function dateOf(at: string, { timeZone, locale }: Sender): string {
  const day = new Date(`${dayAt(timeZone, Date.parse(at))}T00:00:00Z`);
  return new Intl.DateTimeFormat(locale ?? 'en', { dateStyle: 'long', timeZone: 'UTC' }).format(day);
}
