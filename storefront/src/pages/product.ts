/** A product: its pictures, the choice of a variant, the price and availability of that variant, and the way into the basket. */
import { api, type Category, type Product } from '../api.ts';
import { addToCart } from '../cart.ts';
import { fill, h } from '../dom.ts';
import { language, words } from '../language.ts';
import { breadcrumbs } from '../parts/breadcrumbs.ts';
import { gallery } from '../parts/gallery.ts';
import { price } from '../parts/price.ts';
import { explain } from '../parts/problems.ts';
import { quantityPart } from '../parts/quantity.ts';
import { type Page, pathTo } from '../router.ts';

export async function productPage(handle: string, categories: Category[]): Promise<Page> {
  const { data: product } = await api.getStorefrontProduct({
    path: { handle },
    query: { locale: language() },
  });
  const w = words();
  const facts = h('div', { class: 'facts', 'aria-live': 'polite' });
  const status = h('p', { class: 'status', role: 'status' });
  const quantity = quantityPart('quantity', product.title, 1, { min: 1 });
  const add = h('button', { class: 'button add', type: 'submit' }, w.add);
  const pictures = gallery(
    product.media.map(({ id }) => id),
    product.title,
  );
  let chosen = firstOf(product);
  const options = optionsPart(product, chosen?.optionValues ?? [], (values) => {
    chosen = product.variants.find((variant) => isOf(variant, values));
    // As many pictures as values of the first option: each shows one of them.
    const [first] = product.options;
    if (first?.values.length === product.media.length) pictures.show(first.values.indexOf(values[0]!));
    show();
  });

  function show(): void {
    const state = chosen?.availability ?? 'sold_out';
    const canBuy = chosen?.price != null && state !== 'sold_out';
    fill(
      facts,
      h(
        'p',
        { class: 'price' },
        chosen?.price ? price(chosen.price.amount, chosen.price.compareAt, product.currency) : w.noPrice,
      ),
      h('p', { class: `availability ${state}` }, w.availability[state]),
    );
    quantity.element.hidden = !canBuy;
    add.disabled = !canBuy;
    add.textContent = canBuy ? w.add : w.availability.sold_out;
    status.textContent = '';
  }
  show();

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (chosen === undefined) return;
    add.setAttribute('aria-busy', 'true');
    try {
      await addToCart(chosen.id, quantity.read());
      fill(status, w.added(product.title), ' ', h('a', { href: pathTo('basket') }, w.toBasket));
      status.className = 'status good';
    } catch (error) {
      status.textContent = explain(error);
      status.className = 'status bad';
    }
    add.removeAttribute('aria-busy');
  }

  return {
    title: product.title,
    content: h(
      'div',
      { class: 'product' },
      breadcrumbs(categories, product.categoryIds[0] ?? null),
      h(
        'div',
        { class: 'beside' },
        pictures.element,
        h(
          'form',
          { onsubmit: submit },
          product.vendor && h('p', { class: 'vendor', dir: 'auto' }, product.vendor),
          h('h1', { dir: 'auto' }, product.title),
          facts,
          options,
          h('div', { class: 'buy' }, quantity.element, add),
          status,
          product.description && h('p', { class: 'description', dir: 'auto' }, product.description),
          h('p', { class: 'hint' }, w.taxNote),
        ),
      ),
    ),
  };
}

type Variant = Product['variants'][number];

const isOf = ({ optionValues }: Variant, values: string[]) =>
  optionValues.every((value, place) => value === values[place]);

/** The first variant that can be bought, else the first. */
const firstOf = ({ variants }: Product): Variant | undefined =>
  variants.find(({ price: own, availability }) => own !== null && availability !== 'sold_out') ?? variants[0];

/** A group of radio buttons for each option. A value is marked if no variant with it, and the other choices, can be bought. */
function optionsPart({ options, variants }: Product, first: string[], onChange: (values: string[]) => void) {
  const values = [...first];
  const marks: (() => void)[] = [];
  const groups = options.map(({ name, values: all }, place) =>
    h(
      'fieldset',
      { class: 'option' },
      h('legend', { dir: 'auto' }, name),
      h(
        'div',
        { class: 'pills' },
        all.map((value, nth) => {
          const id = `option-${place}-${nth}`;
          const input = h('input', {
            ...{ type: 'radio', id, name: `option-${place}`, value, checked: values[place] === value },
            onchange: () => {
              values[place] = value;
              for (const mark of marks) mark();
              onChange(values);
            },
          });
          const label = h('label', { for: id, dir: 'auto' }, value);
          marks.push(() => {
            const wanted = values.with(place, value);
            const found = variants.find((variant) => isOf(variant, wanted));
            label.classList.toggle('gone', (found?.availability ?? 'sold_out') === 'sold_out');
          });
          return [input, label];
        }),
      ),
    ),
  );
  for (const mark of marks) mark();
  return groups;
}
