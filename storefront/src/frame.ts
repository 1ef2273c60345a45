/** The frame of every page: the shop's name, search, categories, languages and the basket. */
import type { Category, Shop } from './api.ts';
import { countOf, currentCart, onCart } from './cart.ts';
import { fill, h, icon } from './dom.ts';
import { words } from './language.ts';
import { BASKET, LENS } from './parts/icons.ts';
import { pathTo } from './router.ts';
import { LANGUAGES } from './words.ts';

export type Frame = {
  main: HTMLElement;
  element: HTMLElement;
  /** Draws header and footer in the language of the page. */
  draw(categories: Category[]): void;
};

export function createFrame(shop: Shop, search: (words: string) => void): Frame {
  const header = h('header', { class: 'top' });
  const main = h('main', { id: 'main', tabindex: '-1' });
  const footer = h('footer', { class: 'bottom' });
  const count = h('span', { class: 'count' });
  const skip = h('a', { class: 'skip', href: '#main' });
  const basket = h('a', { class: 'basket' }, icon(BASKET), count);
  const drawCount = () => {
    const items = countOf(currentCart());
    count.textContent = items === 0 ? '' : String(items);
    basket.setAttribute('aria-label', words().basketWith(items));
  };
  onCart(drawCount);

  function draw(categories: Category[]): void {
    const w = words();
    skip.textContent = w.skip;
    basket.setAttribute('href', pathTo('basket'));
    drawCount();
    fill(
      header,
      h('a', { class: 'brand', href: pathTo(), dir: 'auto' }, shop.property.name),
      searchForm(search),
      languages(),
      basket,
      h('nav', { 'aria-label': w.menu }, h('ul', {}, topOf(categories).map(categoryLink))),
    );
    fill(footer, h('p', {}, shop.property.name), h('p', {}, w.taxNote), h('p', {}, w.legal));
  }
  return { main, element: h('div', { class: 'frame' }, skip, header, main, footer), draw };
}

export const topOf = (categories: Category[]): Category[] =>
  categories.filter(({ parentId }) => parentId === null).sort((one, other) => one.position - other.position);

function categoryLink({ name, handle }: Category): HTMLElement {
  const href = pathTo('categories', handle);
  const isHere = location.pathname === href;
  return h('li', {}, h('a', { href, dir: 'auto', 'aria-current': isHere && 'page' }, name));
}

function searchForm(search: (words: string) => void): HTMLElement {
  const input = h('input', {
    ...{
      type: 'search',
      name: 'q',
      id: 'q',
      placeholder: words().searchFor,
      'aria-label': words().searchFor,
    },
    ...{ autocomplete: 'off', enterkeyhint: 'search' },
  });
  input.value = new URLSearchParams(location.search).get('q') ?? '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    search(input.value.trim());
  };
  return h(
    'form',
    { role: 'search', onsubmit: submit },
    input,
    h('button', { class: 'plain', type: 'submit', 'aria-label': words().search }, icon(LENS)),
  );
}

/** The same page in each language; a handle may have another form there, and both are understood. */
function languages(): HTMLElement {
  const [, , , ...rest] = location.pathname.split('/');
  return h(
    'ul',
    { class: 'languages', 'aria-label': words().language },
    Object.entries(LANGUAGES).map(([tag, { name }]) =>
      h(
        'li',
        {},
        h(
          'a',
          {
            ...{ href: `/shop/${[tag, ...rest].join('/')}${location.search}`, lang: tag, hreflang: tag },
            'aria-current': tag === document.documentElement.lang && 'true',
          },
          tag.toUpperCase(),
          h('span', { class: 'unseen' }, ` ${name}`),
        ),
      ),
    ),
  );
}
