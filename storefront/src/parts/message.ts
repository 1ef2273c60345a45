/** Pages that only say something. */
import { type Child, h } from '../dom.ts';
import { words } from '../language.ts';
import { type Page, pathTo } from '../router.ts';

export const messagePage = (title: string, ...more: Child[]): Page => ({
  title,
  content: h('section', { class: 'message' }, h('h1', {}, title), ...more),
});

export const missingPage = (): Page =>
  messagePage(
    words().notFound,
    h('p', {}, words().notFoundMore),
    h('p', {}, h('a', { class: 'button', href: pathTo() }, words().toShop)),
  );
