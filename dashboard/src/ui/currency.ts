/** Currencies as ISO 4217 has them. Browsers count decimals by custom instead: two of them would hide a third of a dinar. */
const OTHER_DECIMALS: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const DECIMALS = new Map(
  Object.entries(OTHER_DECIMALS).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code) => [code, Number(decimals)] as const),
  ),
);

export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2;

const names = new Intl.DisplayNames('en', { type: 'currency' });

/** For a choice: those that most people need first, then all that the browser knows and that are money. */
export const CURRENCIES = [
  ...new Set(['USD', 'EUR', 'GBP', 'CHF', 'JPY', ...Intl.supportedValuesOf('currency')]),
]
  .map((code) => ({ value: code, label: `${code} · ${names.of(code)}` }))
  // Long gone ones carry their years, as "German Mark"; the server has the last word on the rest.
  .filter(({ label }) => !/\(\d{4}/.test(label));
