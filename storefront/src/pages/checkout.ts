/** The checkout: one page with contact, address, delivery, payment and the sums. Every problem stands beside its field. */
import { ApiError, api, type Checkout } from '../api.ts';
import { currentCart, emptyCart, loadCart } from '../cart.ts';
import { fill, h } from '../dom.ts';
import { clockTime, money, words } from '../language.ts';
import { addressPart } from '../parts/address.ts';
import { codesPart } from '../parts/codes.ts';
import { field, showProblem } from '../parts/field.ts';
import { messagePage } from '../parts/message.ts';
import { offersPart } from '../parts/offers.ts';
import { explain, inWords } from '../parts/problems.ts';
import { sums } from '../parts/summary.ts';
import { type Page, pathTo } from '../router.ts';
import { cartIsOrdered } from '../tokens.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export async function checkoutPage(go: (path: string) => void): Promise<Page> {
  const w = words();
  if ((await loadCart()) === null || currentCart()!.lines.length === 0) {
    return messagePage(
      w.emptyBasket,
      h('p', {}, h('a', { class: 'button', href: pathTo() }, w.continueShopping)),
    );
  }
  let checkout: Checkout;
  try {
    checkout = (await api.startStorefrontCheckout()).data;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'out_of_stock') throw error;
    return soldOutPage(error);
  }

  const status = h('p', { class: 'status bad', role: 'alert' });
  const email = field(
    'email',
    w.email,
    {
      type: 'email',
      autocomplete: 'email',
      value: checkout.contact.email ?? undefined,
      onchange: () => save(),
    },
    w.emailWhy,
  );
  const address = addressPart(checkout.shippingAddress, () => save());
  const delivery = offersPart('delivery', (id) => void send({ shippingOptionId: id }));
  const payment = offersPart('payment', (id) => void send({ paymentId: id }));
  const codes = codesPart(checkout.currency, async () => show((await api.getStorefrontCheckout()).data));
  const lines = h('ul', { class: 'lines plain-lines' });
  const totals = h('div', { 'aria-live': 'polite' });
  const held = h('p', { class: 'hint' });
  const place = h('button', { class: 'button wide', type: 'submit' });

  function show(to: Checkout): void {
    checkout = to;
    delivery.show(
      to.options.map(({ id, name, amount }) => ({
        ...{ id, name, more: amount === 0 ? w.free : money(amount, to.currency) },
      })),
      to.shippingOption?.id ?? null,
      to.shippingAddress === null ? w.deliveryLater : w.problems.no_delivery,
    );
    payment.show(
      to.paymentMethods.map(({ id, name, instructions }) => ({ id, name, more: instructions ?? '' })),
      to.payment.methodId,
      '',
    );
    codes.show(to.discountCodes);
    fill(
      lines,
      to.lines.map(({ name, quantity, amount }) =>
        h(
          'li',
          {},
          h('span', { class: 'name', dir: 'auto' }, `${quantity} × ${name}`),
          h('span', { class: 'amount' }, money(amount, to.currency)),
        ),
      ),
    );
    if (to.totals === null) return;
    // Shipping and tax depend on the address.
    const { shipping, tax } = to.totals;
    const unknown = {
      shipping: to.shippingOption === null ? null : shipping,
      tax: to.shippingAddress === null ? null : tax,
    };
    fill(totals, sums({ currency: to.currency, ...to.totals, ...unknown }));
    held.textContent = w.held(clockTime(to.expiresAt));
    place.textContent = w.place(money(to.totals.total, to.currency));
  }
  show(checkout);

  /** A checkout that has expired is started again, with all that was typed. */
  async function patch(change: object): Promise<void> {
    try {
      show((await api.updateStorefrontCheckout({ body: change })).data);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      await api.startStorefrontCheckout();
      show((await api.updateStorefrontCheckout({ body: typed() })).data);
    }
    const [first] = checkout.options;
    if (checkout.shippingOption === null && first !== undefined) {
      show((await api.updateStorefrontCheckout({ body: { shippingOptionId: first.id } })).data);
    }
  }

  const typed = () => ({
    ...(EMAIL.test(email.control.value.trim()) && { contact: { email: email.control.value.trim() } }),
    ...(address.isComplete() && { shippingAddress: address.read() }),
  });
  const send = (change: object) =>
    patch(change).then(
      () => {
        status.textContent = '';
      },
      (error) => report(error),
    );
  /** Sends the fields as soon as they are complete, so that delivery and tax are known before the order. */
  const save = () => {
    const change = typed();
    if (Object.keys(change).length > 0) void send(change);
  };

  /** Marks every field that lacks something, and moves the focus to the first. */
  function check(): boolean {
    const text = email.control.value.trim();
    showProblem(email, text === '' ? w.problems.email_missing : EMAIL.test(text) ? null : w.problems.email);
    address.check();
    return settle();
  }
  function settle(): boolean {
    const first = form.querySelector<HTMLElement>('[aria-invalid=true]');
    if (first === null) return true;
    status.textContent = w.check;
    first.focus();
    return false;
  }

  /** Problems of the service go beside the field that their path names. */
  function report(error: unknown): void {
    status.textContent = explain(error);
    if (!(error instanceof ApiError) || !Array.isArray(error.details)) return;
    for (const { path, code, message } of error.details as {
      path?: string;
      code: string;
      message: string;
    }[]) {
      if (path?.startsWith('contact'))
        showProblem(email, code === 'email_missing' ? inWords(code, message) : w.problems.email);
      else if (path?.startsWith('shippingAddress')) address.mark(path.split('.')[1], inWords(code, message));
      else if (code === 'shipping_option_missing') delivery.mark(inWords(code, message));
    }
    settle();
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    status.textContent = '';
    if (!check()) return;
    const seen = checkout.totals?.total;
    place.setAttribute('aria-busy', 'true');
    try {
      await patch(typed());
      const total = checkout.totals?.total ?? 0;
      if (checkout.problems.length > 0) return tell(checkout.problems);
      if (total !== seen) {
        status.textContent = w.changed(money(total, checkout.currency));
        return;
      }
      await api.completeStorefrontCheckout({ body: { expectedTotal: total } });
      cartIsOrdered();
      emptyCart();
      go(pathTo('order'));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'checkout_changed') {
        show((await api.getStorefrontCheckout()).data);
        status.textContent = w.changed(money(checkout.totals?.total ?? 0, checkout.currency));
      } else report(error);
    } finally {
      place.removeAttribute('aria-busy');
    }
  }

  function tell(problems: Checkout['problems']): void {
    for (const { code, message } of problems) {
      const text = inWords(code, message);
      if (code === 'email_missing') showProblem(email, text);
      else if (code === 'address_missing') address.mark(undefined, text);
      else if (code === 'shipping_option_missing') delivery.mark(text);
      else status.textContent = text;
    }
    if (status.textContent === '') settle();
  }

  const form = h(
    'form',
    { id: 'checkout', novalidate: true, onsubmit: submit },
    h('section', {}, h('h2', {}, w.contact), email.element),
    h('section', {}, h('h2', {}, w.address), address.element),
    h('section', {}, h('h2', {}, w.delivery), delivery.element),
    h('section', {}, h('h2', {}, w.payment), payment.element),
  );
  place.setAttribute('form', 'checkout');
  return {
    title: w.checkoutTitle,
    content: h(
      'div',
      { class: 'checkout-page' },
      h('h1', {}, w.checkoutTitle),
      h(
        'div',
        { class: 'beside' },
        form,
        h(
          'aside',
          { class: 'panel', 'aria-label': w.summary },
          h('h2', {}, w.summary),
          lines,
          codes.element,
          totals,
          status,
          place,
          held,
        ),
      ),
    ),
  };
}

function soldOutPage(error: ApiError): Page {
  const { lines } = currentCart()!;
  const wanting = error.details as { sku: string; available: number }[];
  const nameOf = (sku: string) => lines.find((line) => line.sku === sku)?.name ?? sku;
  return messagePage(
    words().problems.out_of_stock,
    h(
      'ul',
      {},
      wanting.map(({ sku, available }) =>
        h('li', {}, h('bdi', {}, nameOf(sku)), ': ', words().problems.out_of_stock_left(available)),
      ),
    ),
    h('p', {}, h('a', { class: 'button', href: pathTo('basket') }, words().toBasket)),
  );
}
