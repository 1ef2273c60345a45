/** The first page: a greeting, the categories with a picture each, and the newest products. */
import { api, type Category, type ListedProduct } from '../api.ts';
import { h } from '../dom.ts';
import { topOf } from '../frame.ts';
import { language, words } from '../language.ts';
import { picture } from '../parts/picture.ts';
import { productGrid } from '../parts/product-card.ts';
import { type Page, pathTo } from '../router.ts';

const NEWEST = 8;

export async function homePage(categories: Category[]): Promise<Page> {
  const { data: products } = await api.listStorefrontProducts({ query: { limit: 24, locale: language() } });
  const w = words();
  const hero = products.find(({ media, availability }) => media.length > 0 && availability !== 'sold_out');
  return {
    title: w.home,
    content: h(
      'div',
      {},
      h(
        'section',
        { class: 'hero' },
        h(
          'div',
          {},
          h('h1', {}, w.heroTitle),
          h('p', {}, w.heroText),
          h('a', { class: 'button', href: pathTo('search') }, w.heroLink),
        ),
        hero && picture(hero.media[0]?.id, '', 'medium', true),
      ),
      h(
        'section',
        {},
        h('h2', {}, w.menu),
        h(
          'ul',
          { class: 'tiles' },
          topOf(categories).map((category) => tile(category, categories, products)),
        ),
      ),
      h('section', {}, h('h2', {}, w.newest), productGrid(products.slice(0, NEWEST))),
    ),
  };
}

/** The picture is that of a product in the category, or in one below it. */
function tile({ id, name, handle }: Category, all: Category[], products: ListedProduct[]): HTMLElement {
  const within = new Set([id]);
  // The list has each category behind the one that it is under.
  for (const one of all) if (one.parentId !== null && within.has(one.parentId)) within.add(one.id);
  const shown = products.findLast(
    ({ categoryIds, media }) => media.length > 0 && categoryIds.some((of) => within.has(of)),
  );
  return h(
    'li',
    {},
    h(
      'a',
      { href: pathTo('categories', handle) },
      picture(shown?.media[0]?.id, '', 'small'),
      h('span', { dir: 'auto' }, name),
    ),
  );
}
