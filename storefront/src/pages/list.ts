/** Products of a category, or of a search, with filters that the address keeps. */
import { api, type Category, type ListedProduct } from '../api.ts';
import { fill, h } from '../dom.ts';
import { language, words } from '../language.ts';
import { breadcrumbs } from '../parts/breadcrumbs.ts';
import { filtersPart, type OptionValues } from '../parts/filters.ts';
import { missingPage } from '../parts/message.ts';
import { explain } from '../parts/problems.ts';
import { productCard, productGrid } from '../parts/product-card.ts';
import { type Page, pathTo } from '../router.ts';

/** A handle of null is a search; without words, it finds everything. */
export async function listPage(
  handle: string | null,
  query: URLSearchParams,
  categories: Category[],
): Promise<Page> {
  const category = handle === null ? null : categories.find((one) => one.handle === handle);
  if (category === undefined) return missingPage();
  const w = words();
  const text = query.get('q') ?? '';
  const title = category?.name ?? (text === '' ? w.everything : w.resultsFor(text));
  const base = { locale: language(), category: category?.handle, q: text === '' ? undefined : text };
  const read = (filters: Record<string, string>, cursor?: string) =>
    api.listStorefrontProducts({ query: { ...base, ...filters, cursor, limit: 24 } as object });

  const given = filtersIn(query);
  // Without filters, the products tell which options there are to choose from.
  const [all, first] = await Promise.all([Object.keys(given).length === 0 ? null : read({}), read(given)]);
  const grid = h('div', {});
  const status = h('p', { class: 'status', role: 'status' });
  const filters = filtersPart(optionsOf((all ?? first).data), given, (chosen) => void update(chosen));
  show(first, given);

  function show({ data, pagination }: typeof first, chosen: Record<string, string>): void {
    status.textContent = data.length === 0 ? w.noResults : w.count(data.length, pagination.hasMore);
    const list = productGrid(data);
    let cursor = pagination.nextCursor;
    const more = h('button', { class: 'button quiet', type: 'button', onclick: append }, w.more);
    async function append(): Promise<void> {
      const next = await read(chosen, cursor!);
      const cards = next.data.map((product) => productCard(product));
      list.append(...cards);
      cursor = next.pagination.nextCursor;
      more.hidden = cursor === null;
      status.textContent = w.count(list.children.length, next.pagination.hasMore);
      cards[0]?.querySelector('a')?.focus();
    }
    more.hidden = cursor === null;
    fill(grid, data.length > 0 && list, h('p', { class: 'more' }, more));
  }

  let turn = 0;
  async function update(chosen: Record<string, string>): Promise<void> {
    const own = ++turn;
    const kept = new URLSearchParams({ ...(text !== '' && { q: text }), ...chosen });
    history.replaceState(history.state, '', `${location.pathname}${kept.size > 0 ? `?${kept}` : ''}`);
    try {
      const answer = await read(chosen);
      if (own === turn) show(answer, chosen);
    } catch (error) {
      if (own === turn) status.textContent = explain(error);
    }
  }

  const below = category ? categories.filter(({ parentId }) => parentId === category.id) : [];
  return {
    title,
    content: h(
      'div',
      { class: 'list' },
      breadcrumbs(categories, category?.parentId ?? null),
      h('h1', { dir: 'auto' }, title),
      below.length > 0 &&
        h(
          'ul',
          { class: 'below' },
          below.map((one) =>
            h('li', {}, h('a', { href: pathTo('categories', one.handle), dir: 'auto' }, one.name)),
          ),
        ),
      h('div', { class: 'beside' }, filters, h('div', {}, status, grid)),
    ),
  };
}

const FILTERS = ['sort', 'order', 'priceFrom', 'priceTo', 'available'];

const filtersIn = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...query].filter(([name]) => FILTERS.includes(name) || name.startsWith('option.')));

/** Every option of these products, with its values in the order in which they are found. */
function optionsOf(products: ListedProduct[]): OptionValues {
  const options: OptionValues = new Map();
  for (const { name, values } of products.flatMap((product) => product.options)) {
    options.set(name, new Set([...(options.get(name) ?? []), ...values]));
  }
  return options;
}
