/** Thank you: the number of the last order, its lines and sums. The page can be loaded again while the cart's token lives. */
import { ApiError, type Checkout, type Order, orderApi } from '../api.ts';
import { h, icon } from '../dom.ts';
import { countriesOf, money, words } from '../language.ts';
import { CHECK } from '../parts/icons.ts';
import { messagePage } from '../parts/message.ts';
import { sums } from '../parts/summary.ts';
import { type Page, pathTo } from '../router.ts';
import { orderToken } from '../tokens.ts';

export async function orderPage(): Promise<Page> {
  const w = words();
  const found = await findOrder();
  const onwards = h('p', {}, h('a', { class: 'button', href: pathTo() }, w.continueShopping));
  if (found === null) return messagePage(w.noOrder, onwards);
  const { order, checkout } = found;
  const { currency } = order;
  return {
    title: w.thanks,
    content: h(
      'div',
      { class: 'order-page' },
      h('p', { class: 'tick' }, icon(CHECK)),
      h('h1', {}, w.thanks),
      h('p', { class: 'lead' }, w.thanksMore(order.orderNumber)),
      h(
        'section',
        { class: 'panel', 'aria-label': w.summary },
        h('h2', {}, w.summary),
        h(
          'ul',
          { class: 'lines plain-lines' },
          checkout.lines.map(({ name, quantity, amount }) =>
            h(
              'li',
              {},
              h('span', { class: 'name', dir: 'auto' }, `${quantity} × ${name}`),
              h('span', { class: 'amount' }, money(amount, currency)),
            ),
          ),
        ),
        checkout.totals && sums({ currency, ...checkout.totals }),
      ),
      paymentPart(checkout.payment),
      addressPart(order),
      onwards,
    ),
  };
}

/** The lines of the order are without tax; those of its checkout are the ones that the shopper has seen. */
async function findOrder(): Promise<{ order: Order; checkout: Checkout } | null> {
  if (orderToken() === null) return null;
  try {
    const [order, checkout] = await Promise.all([
      orderApi.getStorefrontOrderOfCart(),
      orderApi.getStorefrontCheckout(),
    ]);
    return { order: order.data, checkout: checkout.data };
  } catch (error) {
    if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return null;
    throw error;
  }
}

/** How to pay: the instructions of the shop, as it wrote them. */
function paymentPart({ name, instructions }: Checkout['payment']): HTMLElement | null {
  if (name === null) return null;
  return h(
    'section',
    {},
    h('h2', {}, words().paidBy),
    h('p', { dir: 'auto', class: 'method' }, name),
    instructions !== null && h('p', { dir: 'auto', class: 'instructions' }, instructions),
  );
}

function addressPart({ shippingAddress: to }: Order): HTMLElement | null {
  if (to === null) return null;
  const country = to.country ? countriesOf([to.country])[0]![1] : null;
  const rows = [to.name, to.line1, to.line2, [to.postalCode, to.city].filter(Boolean).join(' '), country];
  return h(
    'section',
    {},
    h('h2', {}, words().sentTo),
    h(
      'address',
      {},
      rows.filter(Boolean).map((row) => h('span', { dir: 'auto' }, row)),
    ),
  );
}
