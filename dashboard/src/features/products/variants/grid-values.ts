/** The variant grid without its looks: rows, their form in the API, combinations of options, and pasted cells. */
import type { Data } from '../../../api.ts';
import { readNumber } from '../../../ui/number-field.tsx';

export type Grid = Data<'getProductVariants'>;
export type Option = { name: string; values: string[] };
/** A number, or the text that was typed and is none. */
export type Typed = number | string;
export type Price = { amount: Typed; compareAt: Typed };
export type Row = {
  id?: string;
  sku: string;
  barcode: string;
  optionValues: string[];
  /** By currency. */
  prices: Record<string, Price>;
  weightGrams: Typed;
  status: 'active' | 'archived';
};
export type GridValues = { options: Option[]; variants: Row[] };

export const NO_PRICE: Price = { amount: '', compareAt: '' };

export const newRow = (optionValues: string[]): Row => ({
  sku: '',
  barcode: '',
  optionValues,
  prices: {},
  weightGrams: '',
  status: 'active',
});

export const valuesOf = ({ options, variants }: Grid): GridValues => ({
  options,
  variants: variants.map((variant) => ({
    id: variant.id,
    sku: variant.sku,
    barcode: variant.barcode ?? '',
    optionValues: variant.optionValues,
    prices: Object.fromEntries(
      variant.prices.map(({ currency, amount, compareAt }) => [
        currency,
        { amount, compareAt: compareAt ?? '' },
      ]),
    ),
    weightGrams: variant.weightGrams ?? '',
    status: variant.status,
  })),
});

export const bodyOf = ({ options, variants }: GridValues) => ({
  options,
  variants: variants.map(({ id, barcode, prices, weightGrams, ...row }) => ({
    ...row,
    ...(id !== undefined && { id }),
    barcode: barcode.trim() === '' ? null : barcode,
    weightGrams: weightGrams === '' ? null : (weightGrams as number),
    prices: Object.entries(prices)
      .filter(([, { amount }]) => amount !== '')
      .map(([currency, { amount, compareAt }]) => ({
        currency,
        amount: amount as number,
        compareAt: compareAt === '' ? null : (compareAt as number),
      })),
  })),
});

/** One row for each combination of the options' values; rows that are there keep their place and their values. */
export function combine(options: Option[], rows: Row[], skuOf: (values: string[]) => string): Row[] {
  const combinations = options.reduce<string[][]>(
    (all, { values }) => all.flatMap((before) => values.map((value) => [...before, value])),
    [[]],
  );
  const known = new Set(rows.map(({ optionValues }) => JSON.stringify(optionValues)));
  const missing = combinations.filter((values) => !known.has(JSON.stringify(values)));
  return [...rows, ...missing.map((values) => ({ ...newRow(values), sku: skuOf(values) }))];
}

/** A name for the SKU of a new combination: the beginning that the other SKUs share, and the values. */
export function skuFrom(rows: Row[], title: string): (values: string[]) => string {
  const first = rows.find(({ sku }) => sku !== '');
  // The SKU of a variant mostly ends with its options.
  const base =
    first === undefined
      ? title
      : first.sku
          .split(/[-_ /]/)
          .slice(0, -first.optionValues.length || undefined)
          .join('-') || title;
  const part = (text: string) =>
    text
      .normalize('NFKC')
      .toUpperCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '');
  return (values) => [base, ...values].map(part).filter(Boolean).join('-').slice(0, 200);
}

/** Rows follow a change of the options: a removed option loses its column, a new one takes its first value. */
export function withOptions(rows: Row[], before: Option[], after: Option[]): Row[] {
  const from = after.map((option, index) => {
    const same = before.findIndex(({ name }) => name === option.name);
    return same === -1 && before.length === after.length ? index : same;
  });
  return rows.map((row) => ({
    ...row,
    optionValues: after.map(
      ({ values }, index) =>
        (from[index] === -1 ? undefined : row.optionValues[from[index]!]) ?? values[0] ?? '',
    ),
  }));
}

/** A column of the grid: how a cell is read and changed as text. */
export type Cell = {
  name: string;
  label: string;
  isNumber?: boolean;
  /** Not needed to sell: without a value, it is shown on request. */
  isExtra?: boolean;
  /** The currency, if the value is an amount. */
  currency?: string;
  get: (row: Row) => Typed;
  set: (row: Row, text: string) => Row;
};

/** The currencies that have columns: the tenant's, those of the prices that are there, and those that were added. */
export function currenciesOf({ variants }: Pick<Grid, 'variants'>, own: string, added: string[]): string[] {
  const used = new Set(variants.flatMap(({ prices }) => prices.map(({ currency }) => currency)));
  return [...new Set([own, ...[...used].toSorted(), ...added])];
}

const AMOUNTS = [
  ['amount', 'Price'],
  ['compareAt', 'Compare at'],
] as const;

export function cellsOf(options: Option[], currencies: string[]): Cell[] {
  const priced = currencies.flatMap((currency) =>
    AMOUNTS.map(
      ([field, label]): Cell => ({
        name: `${field} ${currency}`,
        label: `${label} (${currency})`,
        isNumber: true,
        isExtra: field === 'compareAt',
        currency,
        get: ({ prices }) => (prices[currency] ?? NO_PRICE)[field],
        set: (row, text) => {
          // Spreadsheets copy the sign of the currency with the number.
          const number = readNumber(text.replaceAll(/\p{Sc}|\b[A-Z]{3}\b/gu, '').trim());
          const price = { ...(row.prices[currency] ?? NO_PRICE), [field]: number };
          return { ...row, prices: { ...row.prices, [currency]: price } };
        },
      }),
    ),
  );
  return [
    ...options.map(
      ({ name }, index): Cell => ({
        name: `optionValues.${index}`,
        label: name || `Option ${index + 1}`,
        get: ({ optionValues }) => optionValues[index] ?? '',
        set: (row, text) => ({ ...row, optionValues: row.optionValues.with(index, text) }),
      }),
    ),
    { name: 'sku', label: 'SKU', get: ({ sku }) => sku, set: (row, sku) => ({ ...row, sku }) },
    ...priced,
    {
      name: 'barcode',
      label: 'Barcode',
      isExtra: true,
      get: ({ barcode }) => barcode,
      set: (row, barcode) => ({ ...row, barcode }),
    },
    {
      name: 'weightGrams',
      label: 'Grams',
      isNumber: true,
      isExtra: true,
      get: ({ weightGrams }) => weightGrams,
      set: (row, text) => ({ ...row, weightGrams: readNumber(text) }),
    },
  ];
}

/** The columns that are shown: without values, those that nobody needs to sell are left out. */
export const filledCells = (cells: Cell[], rows: Row[]): Cell[] =>
  cells.filter(({ isExtra, get }) => !isExtra || rows.some((row) => get(row) !== ''));

/** How many columns a text takes that a spreadsheet copied. */
export const columnsOfText = (text: string): number =>
  Math.max(...text.split('\n').map((line) => line.split('\t').length));

/** The cell that a problem of the API is about: `prices.1.amount` is `amount EUR`, since prices that are empty are not sent. */
export function cellNameOf(at: string, { prices }: Row): string {
  const [field, place, inner] = at.split('.');
  if (field !== 'prices' || place === undefined) return at;
  const sent = Object.entries(prices).filter(([, { amount }]) => amount !== '');
  return `${inner === 'compareAt' ? inner : 'amount'} ${sent[Number(place)]?.[0]}`;
}

/** Puts a rectangle of cells, as a spreadsheet copies it, over the rows from this place on; more rows are added as needed. */
export function paste(rows: Row[], cells: Cell[], text: string, atRow: number, atCell: number): Row[] {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const next = [...rows];
  lines.forEach((line, down) => {
    const index = atRow + down;
    let row = next[index] ?? newRow((rows.at(-1)?.optionValues ?? []).map(() => ''));
    line.split('\t').forEach((value, right) => {
      row = cells[atCell + right]?.set(row, value.trim()) ?? row;
    });
    next[index] = row;
  });
  return next;
}
