/** Checks a product with its variants as a whole, and reports every problem at once: pure. */
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '#kernel/errors.ts';
import { MAX_PROBLEMS } from '#kernel/http/body/validation.ts';
import { MAX_MINOR, MAX_PRICE_DECIMALS, toMinor } from '#shared/money.ts';
import { isHandle } from '../keys.ts';
import { MAX_VARIANTS } from './fields.ts';
import type { Option, Price, Product, Variant } from './record.ts';

/** `former`: the variants before the change. A price that was stored before a rule was made does not prevent other changes. */
export function problemsOf(product: Product, variants: Variant[], former: Variant[]): Problem[] {
  const problems: Problem[] = [];
  const say = (path: string, code: string, message: string) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ path, code, message });
  };
  checkHandles(product, say);
  const lists = {
    tags: product.tags,
    media: product.media,
    categoryIds: product.category_ids,
    propertyIds: product.property_ids,
    options: product.options.map(({ name }) => name),
  };
  for (const [path, values] of Object.entries(lists)) checkUnique(path, values, say);
  for (const [index, { values }] of product.options.entries()) {
    checkUnique(`options[${index}].values`, values, say);
  }
  if (variants.length > MAX_VARIANTS) {
    say('variants', 'too_many', `must be at most ${MAX_VARIANTS} of a product`);
    return problems;
  }
  checkVariants(product.options, variants, former, say);
  return problems;
}

type Say = (path: string, code: string, message: string) => void;

function checkUnique(path: string, values: string[], say: Say): void {
  const seen = new Set<string>();
  values.forEach((value, index) => {
    if (seen.has(value)) say(`${path}[${index}]`, 'not_unique', 'is in the list already');
    seen.add(value);
  });
}

const NO_HANDLE = 'must be letters, digits and single hyphens between them, in small letters';

function checkHandles({ handle, translations }: Product, say: Say): void {
  if (!isHandle(handle)) say('handle', 'wrong_format', NO_HANDLE);
  for (const [locale, { handle: own }] of Object.entries(translations)) {
    if (normalLocale(locale) !== locale) {
      say(`translations.${locale}`, 'wrong_format', 'must be under a language tag such as en or pt-BR');
    }
    if (own !== undefined && !isHandle(own)) say(`translations.${locale}.handle`, 'wrong_format', NO_HANDLE);
  }
}

export function normalLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

function checkVariants(options: Option[], variants: Variant[], former: Variant[], say: Say): void {
  const stored = new Map(former.map(({ id, prices }) => [id, prices]));
  const allowed = options.map(({ values }) => new Set(values));
  const [ids, skus, grids] = [new Set<string>(), new Set<string>(), new Set<string>()];
  variants.forEach((variant, index) => {
    const path = `variants[${index}]`;
    const { id, sku, option_values: values, prices } = variant;
    if (ids.has(id)) say(`${path}.id`, 'not_unique', 'is the id of another variant of this list');
    ids.add(id);
    if (skus.has(sku)) say(`${path}.sku`, 'not_unique', 'is the SKU of another variant of this list');
    skus.add(sku);
    if (values.length !== options.length) {
      const message = `must have one value for each of the ${options.length} options of the product`;
      say(`${path}.optionValues`, 'wrong_length', message);
    } else {
      values.forEach((value, place) => {
        if (allowed[place]!.has(value)) return;
        const message = `must be one of the values of the option ${options[place]!.name}`;
        say(`${path}.optionValues[${place}]`, 'not_allowed', message);
      });
      const grid = JSON.stringify(values);
      if (grids.has(grid)) {
        say(`${path}.optionValues`, 'not_unique', 'are the values of another variant of this list');
      }
      grids.add(grid);
    }
    checkPrices(path, prices, stored.get(id) ?? [], say);
  });
}

function checkPrices(path: string, prices: Price[], stored: Price[], say: Say): void {
  const currencies = new Set<string>();
  prices.forEach((price, index) => {
    const { currency, amount, compareAt } = price;
    const at = `${path}.prices[${index}]`;
    if (currencies.has(currency)) say(`${at}.currency`, 'not_unique', 'has a price already');
    currencies.add(currency);
    if (!isAmount(amount)) say(`${at}.amount`, 'too_many_decimals', DECIMALS);
    if (compareAt !== null && !isAmount(compareAt)) say(`${at}.compareAt`, 'too_many_decimals', DECIMALS);
    else if (isBelow(price) && !stored.some((one) => isDeepStrictEqual(one, price)))
      say(`${at}.compareAt`, 'too_small', `must be at least the amount, ${amount}`);
  });
}

/** A former price that is lower than the present one would show a discount that there is not. */
export const isBelow = ({ amount, compareAt }: Price) => compareAt !== null && compareAt < amount;

export const DECIMALS = `must have at most ${MAX_PRICE_DECIMALS} decimals`;

export function isAmount(amount: number): boolean {
  const exact = toMinor(amount, MAX_PRICE_DECIMALS);
  return exact !== null && exact < MAX_MINOR;
}
