/** The sums of a cart, a checkout or an order, and the codes that lower them. */
import { type Child, h } from '../dom.ts';
import { money, words } from '../language.ts';

export type Sums = {
  currency: string;
  subtotal: number;
  discount: number;
  /** Null: not known yet. */
  shipping: number | null;
  tax: number | null;
  taxIncluded: boolean;
  total: number;
};

export function sums({ currency, subtotal, discount, shipping, tax, taxIncluded, total }: Sums): HTMLElement {
  const w = words();
  const row = (name: string, value: Child, kind = '') =>
    h('div', { class: kind }, h('dt', {}, name), h('dd', {}, value));
  const shippingText = shipping === null ? w.later : shipping === 0 ? w.free : money(shipping, currency);
  return h(
    'dl',
    { class: 'sums' },
    row(w.subtotal, money(subtotal, currency)),
    discount > 0 && row(w.discount, money(-discount, currency)),
    row(w.shipping, shippingText),
    tax !== null && !taxIncluded && row(w.tax, money(tax, currency)),
    row(w.total, h('strong', { id: 'total' }, money(total, currency)), 'total'),
    tax !== null && taxIncluded && row(w.taxIncluded, money(tax, currency), 'small'),
  );
}
