/** The fields of an address, with the names that browsers know from other shops. */
import type { Checkout } from '../api.ts';
import { h } from '../dom.ts';
import { countriesOf, words } from '../language.ts';
import { choice, field, showProblem } from './field.ts';

type Address = NonNullable<Checkout['shippingAddress']>;
const NAMES = ['name', 'line1', 'line2', 'postalCode', 'city'] as const;
const OPTIONAL: readonly string[] = ['line2'];
const AUTOCOMPLETE = {
  name: 'name',
  line1: 'address-line1',
  line2: 'address-line2',
  postalCode: 'postal-code',
  city: 'address-level2',
};
const COUNTRIES = (
  'AT AU BE BG BR CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IL IN IS IT JP KR LI LT LU LV MT MX NL NO NZ PL PT RO SE ' +
  'SG SI SK TR UA US ZA'
).split(' ');

/** `onChange` is called after a field was changed. */
export function addressPart(given: Address | null, onChange: () => void) {
  const w = words();
  const fields = Object.fromEntries(
    NAMES.map((name) => [
      name,
      field(name, w.fields[name], {
        ...{ autocomplete: AUTOCOMPLETE[name], value: given?.[name] ?? undefined, dir: 'auto' },
        ...{ 'aria-required': String(!OPTIONAL.includes(name)), onchange: onChange },
      }),
    ]),
  ) as Record<(typeof NAMES)[number], ReturnType<typeof field>>;
  const country = choice(
    'country',
    w.fields.country,
    countriesOf(COUNTRIES),
    given?.country ?? firstCountry(),
    {
      ...{ autocomplete: 'country', onchange: onChange },
    },
  );
  const all = { ...fields, country };
  const typed = (name: (typeof NAMES)[number]) => fields[name].control.value.trim();
  const missing = () => NAMES.filter((name) => !OPTIONAL.includes(name) && typed(name) === '');

  return {
    element: h(
      'div',
      { class: 'address' },
      Object.values(all).map(({ element }) => element),
    ),
    isComplete: () => missing().length === 0,
    read: (): Address => ({
      name: typed('name'),
      line1: typed('line1'),
      line2: typed('line2') || null,
      postalCode: typed('postalCode'),
      city: typed('city'),
      country: country.control.value,
    }),
    /** Marks the fields that are missing. */
    check(): void {
      for (const name of NAMES)
        showProblem(fields[name], missing().includes(name) ? w.problems.required : null);
    },
    /** Without a known name, the problem is that of the whole address. */
    mark(name: string | undefined, text: string): void {
      const known = Object.keys(all).find((one) => one === name) as keyof typeof all | undefined;
      showProblem(all[known ?? 'line1'], text);
    },
  };
}

/** The visitor's own, if the browser tells and it is one of the list. */
function firstCountry(): string {
  const regions = navigator.languages.map((tag) => /-([A-Z]{2})$/.exec(tag)?.[1] ?? '');
  return regions.find((region) => COUNTRIES.includes(region)) ?? 'DE';
}
