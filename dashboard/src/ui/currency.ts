import { currencyExponent } from '#shared/money.ts';

/** Decimals according to ISO 4217. Browsers use customary ones instead, which would hide the third decimal of a dinar. */
export const decimalsOf = (currency: string): number => currencyExponent(currency) ?? 2;

const names = new Intl.DisplayNames('en', { type: 'currency' });

/** The common currencies first, then every other currency that the browser knows. */
export const CURRENCIES = [
  ...new Set(['USD', 'EUR', 'GBP', 'CHF', 'JPY', ...Intl.supportedValuesOf('currency')]),
]
  .map((code) => ({ value: code, label: `${code} · ${names.of(code)}` }))
  // Former currencies have years in their name, as "Afghan Afghani (1927–2002)"; the server validates the rest.
  .filter(({ label }) => !/\(\d{4}/.test(label));
