/** Starts the shop: its key, its name and categories, then the page of the path. */
import { ApiError, api, type Category, openShop } from './api.ts';
import { loadCart, watchOtherTabs } from './cart.ts';
import { h } from './dom.ts';
import { createFrame } from './frame.ts';
import { language, preferredLanguage, setLanguage, words } from './language.ts';
import { basketPage } from './pages/basket.ts';
import { checkoutPage } from './pages/checkout.ts';
import { homePage } from './pages/home.ts';
import { listPage } from './pages/list.ts';
import { orderPage } from './pages/order.ts';
import { productPage } from './pages/product.ts';
import { recoverPage } from './pages/recover.ts';
import { messagePage, missingPage } from './parts/message.ts';
import { explain } from './parts/problems.ts';
import { type Page, pathTo, type Router, startRouter } from './router.ts';

const root = document.getElementById('shop')!;

async function start(): Promise<void> {
  if (!(await openShop())) {
    setLanguage(preferredLanguage());
    const page = messagePage(words().closed, h('p', {}, words().closedMore));
    root.replaceChildren(h('main', {}, page.content));
    return;
  }
  const { data: shop } = await api.getStorefrontShop();
  const tree = new Map<string, Promise<Category[]>>();
  /** Read once for each language. */
  const categories = () => {
    const locale = language();
    if (!tree.has(locale)) tree.set(locale, readCategories(locale));
    return tree.get(locale)!;
  };
  let router: Router;
  const frame = createFrame(
    shop,
    (text) => void router.go(`${pathTo('search')}?q=${encodeURIComponent(text)}`),
  );
  root.replaceChildren(frame.element);
  router = startRouter(
    {
      '': async () => homePage(await categories()),
      categories: async (handle, query) => listPage(handle, query, await categories()),
      search: async (_, query) => listPage(null, query, await categories()),
      products: async (handle) => productPage(handle, await categories()),
      basket: () => basketPage(),
      checkout: () => checkoutPage((path) => void router.go(path)),
      order: () => orderPage(),
      recover: () => recoverPage((path) => void router.replace(path)),
    },
    {
      main: frame.main,
      shopName: shop.property.name,
      failed,
      missing: missingPage,
      preferred: preferredLanguage,
      onPage: () => {
        frame.draw([]);
        void categories().then(frame.draw, () => {});
      },
    },
  );
  watchOtherTabs();
  await loadCart().catch(() => {});
}

async function readCategories(locale: string): Promise<Category[]> {
  const { data } = await api.listStorefrontCategories({ query: { locale } });
  return data;
}

function failed(error: unknown, again: () => void): Page {
  if (error instanceof ApiError && error.status === 404) return missingPage();
  if (!(error instanceof ApiError)) console.error(error);
  return messagePage(
    words().failed,
    h('p', {}, explain(error)),
    h('p', {}, h('button', { class: 'button', type: 'button', onclick: again }, words().tryAgain)),
  );
}

start().catch((error) => {
  setLanguage(preferredLanguage());
  root.replaceChildren(h('main', {}, failed(error, () => location.reload()).content));
});
