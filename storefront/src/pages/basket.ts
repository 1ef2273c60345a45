/** The basket: lines with their quantities, discount codes, and the sums. It follows changes of other tabs. */
import type { Cart } from '../api.ts';
import { currentCart, loadCart, onCart, setQuantity } from '../cart.ts';
import { fill, h, icon } from '../dom.ts';
import { money, words } from '../language.ts';
import { codesPart } from '../parts/codes.ts';
import { CROSS } from '../parts/icons.ts';
import { picture } from '../parts/picture.ts';
import { explain, inWords } from '../parts/problems.ts';
import { quantityPart } from '../parts/quantity.ts';
import { sums } from '../parts/summary.ts';
import { type Page, pathTo } from '../router.ts';

export async function basketPage(): Promise<Page> {
  await loadCart();
  const w = words();
  const heading = h('h1', { tabindex: '-1' }, w.basket);
  const status = h('p', { class: 'status bad', role: 'status' });
  const lines = h('ul', { class: 'lines' });
  const totals = h('div', {});
  const content = h('div', { class: 'basket-page' }, heading);
  const codes = codesPart(currentCart()?.currency ?? 'EUR', () => {});
  const go = h('a', { class: 'button wide', href: pathTo('checkout') }, w.checkout);
  const filled = h(
    'div',
    { class: 'beside' },
    h('div', {}, status, lines),
    h(
      'aside',
      { class: 'panel', 'aria-label': w.summary },
      h('h2', {}, w.summary),
      codes.element,
      totals,
      go,
    ),
  );
  const empty = h(
    'div',
    { class: 'message' },
    h('p', {}, w.emptyBasketMore),
    h('p', {}, h('a', { class: 'button', href: pathTo() }, w.continueShopping)),
  );

  const change = async (key: string, quantity: number) => {
    try {
      status.textContent = '';
      await setQuantity(key, quantity);
      if (quantity === 0) heading.focus();
    } catch (error) {
      status.textContent = explain(error);
      show(currentCart());
    }
  };

  function show(cart: Cart | null): void {
    const isEmpty = cart === null || cart.lines.length === 0;
    heading.textContent = isEmpty ? w.emptyBasket : w.basket;
    const shown = isEmpty ? empty : filled;
    if (shown.parentNode !== content) content.replaceChildren(heading, shown);
    if (isEmpty) return;
    fill(
      lines,
      cart.lines.map((line) => lineOf(cart, line, change)),
    );
    codes.show(cart.discountCodes);
    const { subtotal, discount, total } = cart.totals;
    fill(totals, sums({ ...{ currency: cart.currency, subtotal, discount, total }, ...UNKNOWN }));
  }
  show(currentCart());
  const stop = onCart((cart) => {
    if (content.isConnected) show(cart);
    else stop();
  });
  return { title: w.basket, content };
}

const UNKNOWN = { shipping: null, tax: null, taxIncluded: true } as const;

type Line = Cart['lines'][number];

function lineOf(
  cart: Cart,
  line: Line,
  change: (key: string, quantity: number) => Promise<void>,
): HTMLElement {
  const w = words();
  const name = line.name ?? line.sku ?? w.item;
  const problem = cart.problems.find(({ lineKey }) => lineKey === line.key);
  const { element } = quantityPart(`quantity-${line.key}`, name, line.quantity, {
    min: 1,
    onChange: (quantity) => void change(line.key, quantity),
  });
  return h(
    'li',
    {},
    picture(line.image, '', 'thumbnail'),
    h(
      'div',
      { class: 'what' },
      h('p', { class: 'name', dir: 'auto' }, name),
      line.unitPrice !== null && h('p', { class: 'hint' }, w.each(money(line.unitPrice, cart.currency))),
      problem && h('p', { class: 'problem' }, inWords(problem.code, problem.message)),
    ),
    element,
    h('p', { class: 'amount' }, line.amount === null ? '–' : money(line.amount, cart.currency)),
    h(
      'button',
      { class: 'plain', type: 'button', 'aria-label': w.removeOf(name), onclick: () => change(line.key, 0) },
      icon(CROSS),
    ),
  );
}
