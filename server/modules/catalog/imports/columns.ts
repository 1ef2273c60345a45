/** Reads rows of CSV as products: the columns of an export, or those of Shopify's product file. */
import { type Decimal, type Mapping, numberOf } from '#kernel/files/csv-options.ts';
import { Unreadable } from '#kernel/files/rows.ts';
import { parseJson } from '#kernel/http/body/json.ts';
import { withoutApostrophe } from '#shared/csv-line.ts';
import { handleFrom } from '../keys.ts';

const OPTIONS = [1, 2, 3, 4];
const PRODUCT = [
  ...['handle', 'title', 'status', 'kind', 'description', 'vendor', 'productType', 'tags', 'categories'],
  ...['taxCode', 'seoTitle', 'seoDescription', 'metadata', 'published', 'options'],
  ...OPTIONS.map((n) => `option${n}Name`),
];
const VARIANT = [
  ...['sku', 'barcode', 'price', 'compareAt', 'currency', 'prices', 'weightGrams', 'requiresShipping'],
  ...['variantTaxCode', 'variantStatus', 'variantMetadata'],
  ...OPTIONS.map((n) => `option${n}Value`),
];
/** `Option1 Name`, `option1_name` and `option1Name` are the same column. */
const bare = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const FIELD_OF = new Map([...PRODUCT, ...VARIANT].map((field) => [bare(field), field]));
/** Columns of Shopify that have another name here. */
const SHOPIFY: Record<string, string> = {
  bodyhtml: 'description',
  type: 'productType',
  variantsku: 'sku',
  variantbarcode: 'barcode',
  variantprice: 'price',
  variantcompareatprice: 'compareAt',
  variantgrams: 'weightGrams',
  variantrequiresshipping: 'requiresShipping',
};

/** `titled`: the handle is made from the title. */
export type Plan = { fields: (string | null)[]; titled: boolean; warnings: string[] };

export const isField = (name: string): boolean => FIELD_OF.get(bare(name)) === name;

const MAX_WARNINGS = 50;

/** `mapping` gives the column of a field; other fields are found by their own name. */
export function planColumns(header: string[], mapping: Mapping): Plan {
  const names = header.map((name) => name.trim());
  const absent = Object.values(mapping).find((name) => !names.includes(name));
  if (absent !== undefined) throw new Unreadable(`The file has no column “${absent.slice(0, 60)}”.`);
  const fieldOf = new Map(Object.entries(mapping).map(([field, name]) => [name, field]));
  const fields = names.map((name) => {
    const found = FIELD_OF.get(bare(name)) ?? SHOPIFY[bare(name)] ?? null;
    return fieldOf.get(name) ?? (found !== null && found in mapping ? null : found);
  });
  const twice = fields.find((field, index) => field !== null && fields.indexOf(field) !== index);
  if (twice !== undefined) throw new Unreadable(`The file has more than one column for ${twice}.`);
  const titled = !fields.includes('handle');
  if (titled && !fields.includes('title'))
    throw new Unreadable('The file has no column handle, and no column title from which to make one.');
  const unused = names.filter((name, index) => fields[index] === null && name !== '');
  const told = unused.slice(0, MAX_WARNINGS).map((name) => `The column “${name.slice(0, 60)}” is not used.`);
  return { fields, titled, warnings: told };
}

export type Cells = Record<string, string>;
/** The currency of prices without one, and how numbers are written. */
export type CellOptions = { currency: string | null; decimal: Decimal };

/** The cells of a row by field; an empty cell is an absent value. */
export function readCells({ fields, titled }: Plan, cells: string[]): Cells {
  const row: Cells = {};
  fields.forEach((field, index) => {
    const cell = withoutApostrophe(cells[index] ?? '');
    if (field !== null && cell !== '') row[field] = cell;
  });
  if (titled && row.title !== undefined) row.handle = handleFrom(row.title);
  return row;
}

/** Rows without any value of a variant only add pictures, in files of Shopify. */
const isVariant = (row: Cells) => VARIANT.some((field) => field in row);

/** The product that rows with one handle describe; `variantRows` are the places of its variants among the rows. */
export function productOf(
  rows: Cells[],
  { currency, decimal }: CellOptions,
): { value: object; variantRows: number[] } {
  const [first] = rows as [Cells];
  const names = OPTIONS.map((n) => first[`option${n}Name`]).filter((name) => name !== undefined);
  const isPlain = names.length === 1 && first.option1Value === 'Default Title';
  const options = isPlain ? [] : names;
  const places = rows.flatMap((row, index) => (isVariant(row) ? [index] : []));
  const variants = places.map((index) =>
    variantOf(first, rows[index]!, options.length, { currency, decimal }),
  );
  const value: Record<string, unknown> = {
    handle: first.handle,
    title: first.title,
    status: first.status?.toLowerCase() ?? publishedAs(first.published),
    kind: first.kind,
    description: first.description,
    vendor: first.vendor,
    productType: first.productType,
    tags: first.tags && [...new Set(listOf(first.tags))],
    categories: first.categories && listOf(first.categories),
    taxCode: first.taxCode,
    metadata: jsonOf(first.metadata),
    ...((first.seoTitle ?? first.seoDescription) !== undefined && {
      seo: { title: first.seoTitle ?? null, description: first.seoDescription ?? null },
    }),
    // Only variants have values of options: without any, the options are in a cell of their own, or stay as they are.
    options: jsonOf(first.options),
    ...(first.options === undefined &&
      options.length > 0 &&
      places.length > 0 && {
        options: options.map((name, n) => ({
          name,
          values: [...new Set(places.flatMap((index) => rows[index]![`option${n + 1}Value`] ?? []))],
        })),
      }),
    variants,
  };
  for (const [name, given] of Object.entries(value)) if (given === undefined) delete value[name];
  return { value, variantRows: places };
}

const listOf = (text: string) => text.split(',').flatMap((part) => part.trim() || []);
const publishedAs = (text: string | undefined) =>
  text === undefined ? undefined : isTrue(text) ? 'active' : 'draft';
const isTrue = (text: string) => /^(true|yes|1)$/i.test(text);

function variantOf(first: Cells, row: Cells, options: number, { currency, decimal }: CellOptions): object {
  const values = OPTIONS.slice(0, options).map((n) => row[`option${n}Value`] ?? '');
  const made = [first.handle, ...values.map((value) => handleFrom(value))].filter(Boolean).join('-');
  const price = row.price && {
    currency: row.currency ?? currency ?? 'USD',
    amount: numberOf(row.price.trim(), decimal),
    ...(row.compareAt && { compareAt: numberOf(row.compareAt.trim(), decimal) }),
  };
  const variant: Record<string, unknown> = {
    sku: row.sku ?? made,
    barcode: row.barcode,
    optionValues: options > 0 ? values : undefined,
    prices: row.prices === undefined ? price && [price] : jsonOf(row.prices),
    weightGrams: row.weightGrams && numberOf(row.weightGrams.trim(), decimal),
    requiresShipping: row.requiresShipping && isTrue(row.requiresShipping),
    taxCode: row.variantTaxCode,
    status: row.variantStatus?.toLowerCase(),
    metadata: jsonOf(row.variantMetadata),
  };
  for (const [name, given] of Object.entries(variant)) if (given === undefined) delete variant[name];
  return variant;
}

/** Metadata keeps its spelling. A text that is no JSON stays a text, which the check of the field then names. */
function jsonOf(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    const { value, problems } = parseJson(Buffer.from(`{"metadata":${text}}`));
    return problems.length > 0 ? text : (value as { metadata: unknown }).metadata;
  } catch {
    return text;
  }
}
