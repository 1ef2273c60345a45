/** The link to a basket that was left: it becomes the basket of this browser again. */
import { ApiError, api, type Cart } from '../api.ts';
import { adoptCart, countOf, loadCart } from '../cart.ts';
import { h } from '../dom.ts';
import { language, words } from '../language.ts';
import { messagePage } from '../parts/message.ts';
import { type Page, pathTo } from '../router.ts';
import { isLanguage } from '../words.ts';

type Recovered = Cart & { token: string };

/** `replaceWith` shows another page in place of this one, so that the token leaves the address. */
export async function recoverPage(replaceWith: (path: string) => void): Promise<Page> {
  const w = words();
  const found = await recover(location.hash.slice(1));
  if (found === null) {
    return messagePage(
      w.linkOver,
      h('p', {}, w.linkOverMore),
      h('p', {}, h('a', { class: 'button', href: pathTo() }, w.toShop)),
    );
  }
  const own = await loadCart();
  const openIt = () => {
    adoptCart(found, found.token);
    replaceWith(basketIn(found.locale));
  };
  if (own === null || own.lines.length === 0 || own.id === found.id) {
    openIt();
    return messagePage(w.loading);
  }
  const choice = (kind: string, text: string, onclick: () => void) =>
    h('button', { class: kind, type: 'button', onclick }, text);
  return messagePage(
    w.twoBaskets,
    h('p', {}, w.twoBasketsMore),
    h(
      'p',
      { class: 'choices' },
      choice('button', w.openFormer(countOf(found)), openIt),
      choice('button quiet', w.keepPresent(countOf(own)), () => replaceWith(pathTo('basket'))),
    ),
  );
}

/** Null: the link is forged or over. */
async function recover(token: string): Promise<Recovered | null> {
  if (token === '') return null;
  try {
    return (await api.recoverStorefrontCart({ path: { token } })).data;
  } catch (error) {
    if (error instanceof ApiError && [404, 422].includes(error.status)) return null;
    throw error;
  }
}

/** The basket in the language in which it was filled. */
const basketIn = (locale: string | null): string =>
  pathTo('basket').replace(language(), isLanguage(locale ?? '') ? locale! : language());
