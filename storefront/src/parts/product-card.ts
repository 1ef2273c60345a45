/** A product in a grid: one link with its picture, name, price and, if there is something to say, its availability. */
import type { ListedProduct } from '../api.ts';
import { h } from '../dom.ts';
import { words } from '../language.ts';
import { pathTo } from '../router.ts';
import { picture } from './picture.ts';
import { priceRange } from './price.ts';

export function productCard(product: ListedProduct, isFirst = false): HTMLElement {
  const { title, handle, media, availability, vendor } = product;
  return h(
    'li',
    { class: `card ${availability}` },
    h(
      'a',
      { href: pathTo('products', handle) },
      picture(media[0]?.id, '', 'small', isFirst),
      h('span', { class: 'name', dir: 'auto' }, title),
      vendor && h('span', { class: 'vendor', dir: 'auto' }, vendor),
      h('span', { class: 'price' }, priceRange(product)),
      availability !== 'in_stock' && h('span', { class: 'badge' }, words().availability[availability]),
    ),
  );
}

export const productGrid = (products: ListedProduct[]): HTMLElement =>
  h(
    'ul',
    { class: 'grid' },
    products.map((product, place) => productCard(product, place < 2)),
  );
