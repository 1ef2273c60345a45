/** The way from the first page down to a category. */
import type { Category } from '../api.ts';
import { h } from '../dom.ts';
import { words } from '../language.ts';
import { pathTo } from '../router.ts';

export function breadcrumbs(categories: Category[], lowest: string | null): HTMLElement {
  const way: Category[] = [];
  for (let id = lowest; id !== null; ) {
    const found = categories.find((one) => one.id === id);
    if (found === undefined) break;
    way.unshift(found);
    id = found.parentId;
  }
  return h(
    'nav',
    { class: 'breadcrumbs', 'aria-label': words().home },
    h(
      'ol',
      {},
      h('li', {}, h('a', { href: pathTo() }, words().home)),
      way.map(({ name, handle }) =>
        h('li', {}, h('a', { href: pathTo('categories', handle), dir: 'auto' }, name)),
      ),
    ),
  );
}
