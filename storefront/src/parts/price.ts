/** Prices as shoppers read them. */
import type { ListedProduct } from '../api.ts';
import { type Child, h } from '../dom.ts';
import { money, words } from '../language.ts';

export function price(amount: number, compareAt: number | null, currency: string): Child {
  const now = h('span', { class: 'now' }, money(amount, currency));
  if (compareAt === null || compareAt <= amount) return now;
  return [
    now,
    ' ',
    h(
      's',
      { class: 'former' },
      h('span', { class: 'unseen' }, `${words().former}: `),
      money(compareAt, currency),
    ),
  ];
}

export function priceRange({ price: range, currency }: ListedProduct): Child {
  if (range === null) return words().noPrice;
  if (range.from !== range.to) return h('span', { class: 'now' }, words().from(money(range.from, currency)));
  return price(range.from, range.compareAt, currency);
}
