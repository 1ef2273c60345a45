/** Paths of the shop: /shop/<language>/…. A change of the page moves the focus to its heading. */
import { fill, h } from './dom.ts';
import { language, setLanguage, words } from './language.ts';
import { isLanguage } from './words.ts';

export type Page = { title: string; content: Node };
export type Show = (part: string, query: URLSearchParams) => Promise<Page>;

const BASE = '/shop/';

/** The address of a part of the shop in the current language: `pathTo('products', handle)`. */
export const pathTo = (...parts: string[]): string =>
  BASE + [language(), ...parts.map(encodeURIComponent)].join('/');

type Routes = Record<string, Show>;

export type Router = {
  go(path: string): Promise<void>;
  /** The same, in place of the current page. */
  replace(path: string): Promise<void>;
};

export function startRouter(
  routes: Routes,
  options: {
    main: HTMLElement;
    shopName: string;
    failed(error: unknown, again: () => void): Page;
    missing(): Page;
    preferred(): string;
    onPage(): void;
  },
): Router {
  const { main, shopName, failed, missing } = options;
  let turn = 0;

  /** `isNew`: the visitor came here by a link, not by going back. */
  async function show(isNew: boolean, isFirst = false): Promise<void> {
    const own = ++turn;
    const [lang, part = '', ...rest] = location.pathname.slice(BASE.length).split('/').map(decode);
    if (!isLanguage(lang)) {
      history.replaceState(null, '', `${BASE}${options.preferred()}${location.search}`);
      return show(isNew, isFirst);
    }
    setLanguage(lang);
    options.onPage();
    const route = routes[part];
    main.setAttribute('aria-busy', 'true');
    if (isFirst) fill(main, h('p', { class: 'loading' }, words().loading));
    const page =
      route === undefined
        ? missing()
        : await route(rest.join('/'), new URLSearchParams(location.search)).catch((error) =>
            failed(error, () => void show(isNew)),
          );
    // Another page was asked for meanwhile.
    if (own !== turn) return;
    document.title = `${page.title} – ${shopName}`;
    main.replaceChildren(page.content);
    main.removeAttribute('aria-busy');
    if (isFirst) return;
    const heading = main.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
    scrollTo(0, isNew ? 0 : (history.state?.top ?? 0));
  }

  async function go(path: string): Promise<void> {
    history.replaceState({ top: scrollY }, '');
    history.pushState(null, '', path);
    await show(true);
  }

  async function replace(path: string): Promise<void> {
    history.replaceState(null, '', path);
    await show(true);
  }

  addEventListener('popstate', () => void show(false));
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a');
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented || link.target !== '' || link.hash !== '') return;
    if (link.origin !== location.origin || !link.pathname.startsWith(BASE)) return;
    event.preventDefault();
    void go(link.href);
  });
  history.scrollRestoration = 'manual';
  void show(true, true);
  return { go, replace };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
