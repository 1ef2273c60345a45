/** Sort, options, price and availability. Each change is reported at once; there is nothing to submit. */
import { h } from '../dom.ts';
import { words } from '../language.ts';
import { choice, field } from './field.ts';

export type OptionValues = Map<string, Set<string>>;
type Filters = Record<string, string>;

const SORTS = ['new', 'price', 'price-desc', 'title'] as const;

export function filtersPart(
  options: OptionValues,
  given: Filters,
  onChange: (chosen: Filters) => void,
): HTMLElement {
  const w = words();
  const sort = choice(
    'sort',
    w.sort,
    SORTS.map((name) => [name, w.sorts[name]]),
    given.order === 'desc' ? 'price-desc' : (given.sort ?? 'new'),
  );
  const chosenOptions = [...options].map(([name, values], place) => ({
    name: `option.${name}`,
    field: choice(
      `option-${place}`,
      name,
      [['', w.any], ...[...values].map((value): [string, string] => [value, value])],
      given[`option.${name}`] ?? '',
    ),
  }));
  const amount = { inputmode: 'decimal', size: '6', autocomplete: 'off' } as unknown as Record<
    string,
    string
  >;
  const from = field('priceFrom', w.priceFrom, { ...amount, value: given.priceFrom });
  const to = field('priceTo', w.priceTo, { ...amount, value: given.priceTo });
  const available = h('input', { type: 'checkbox', id: 'available', checked: given.available === 'true' });
  const fields = [sort, from, to, ...chosenOptions.map((one) => one.field)];

  const read = (): Filters => {
    const [by, order] = sort.control.value.split('-') as [string, string | undefined];
    const chosen: Filters = {
      ...(by !== 'new' && { sort: by }),
      ...(order !== undefined && { order }),
      ...(available.checked && { available: 'true' }),
    };
    for (const [name, { control }] of Object.entries({ priceFrom: from, priceTo: to })) {
      const value = control.value.trim().replace(',', '.');
      if (/^\d+(\.\d+)?$/.test(value)) chosen[name] = value;
    }
    for (const one of chosenOptions)
      if (one.field.control.value !== '') chosen[one.name] = one.field.control.value;
    return chosen;
  };
  const clear = () => {
    for (const { control } of fields) control.value = control === sort.control ? 'new' : '';
    available.checked = false;
    onChange({});
  };
  return h(
    'form',
    {
      class: 'filters',
      onchange: () => onChange(read()),
      onsubmit: (event: Event) => event.preventDefault(),
    },
    h(
      'details',
      { open: matchMedia('(min-width: 48rem)').matches },
      h('summary', {}, w.filters),
      sort.element,
      chosenOptions.map((one) => one.field.element),
      h('fieldset', {}, h('legend', {}, w.price), h('div', { class: 'pair' }, from.element, to.element)),
      h('div', { class: 'check' }, available, h('label', { for: 'available' }, w.onlyAvailable)),
      h('button', { class: 'plain', type: 'button', onclick: clear }, w.clear),
    ),
  );
}
