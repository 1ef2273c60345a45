/** How a CSV file is written: its delimiter, its numbers, and the names of its columns. */
import { type Static, Type } from 'typebox';
import { invalid } from '#kernel/errors.ts';
import { OneOf, Text } from '#kernel/http/fields.ts';

export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;
export type Delimiter = keyof typeof DELIMITERS;
const DECIMALS = ['point', 'comma'] as const;
export type Decimal = (typeof DECIMALS)[number];
/** Field → column of the file. */
export type Mapping = Record<string, string>;

/** The parameters of an import that describe its CSV file. */
export const CsvQuery = Type.Object({
  mapping: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description: 'For CSV, as JSON: field → column. Other fields are found by their own name.',
    }),
  ),
  delimiter: Type.Unsafe<Delimiter>({
    ...OneOf(Object.keys(DELIMITERS) as Delimiter[]),
    default: 'comma',
  }),
  decimal: Type.Unsafe<Decimal>({
    ...OneOf(DECIMALS),
    default: 'point',
    description: 'For CSV: how it writes numbers, 1234.50 or 1.234,50.',
  }),
  fileName: Type.Optional(Text(255, 'The name of the file, by which lists of imports show it.')),
});
export type CsvQuery = Static<typeof CsvQuery>;

const NUMBERS: Record<Decimal, RegExp> = {
  point: /^-?\d+(\.\d+)?$/,
  // Points between groups of three digits are allowed: 1.234,50.
  comma: /^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/,
};

/** A JavaScript number preserves fifteen digits; any other text stays text, which the schema then rejects. */
export function numberOf(text: string, decimal: Decimal): number | string {
  if (!NUMBERS[decimal].test(text) || text.replace(/\D/g, '').length > 15) return text;
  return Number(decimal === 'comma' ? text.replaceAll('.', '').replace(',', '.') : text);
}

/** `{"sku":"Article"}`. `what` has the fields, such as “an order”. */
export function readMapping(
  text: string | undefined,
  isField: (name: string) => boolean,
  what: string,
): Mapping {
  const refuse = (message: string) => invalid([{ path: 'mapping', code: 'wrong_format', message }]);
  let mapping: unknown;
  try {
    mapping = JSON.parse(text ?? '{}');
  } catch {
    throw refuse('must be JSON, for example {"sku":"Article"}');
  }
  if (typeof mapping !== 'object' || mapping === null || Array.isArray(mapping))
    throw refuse('must be a JSON object');
  for (const [field, column] of Object.entries(mapping)) {
    if (!isField(field)) throw refuse(`names “${field.slice(0, 60)}”, which is no field of ${what}`);
    if (typeof column !== 'string' || column.trim() === '') throw refuse(`must name a column for ${field}`);
    // PostgreSQL stores neither, so the import could not even record why it failed.
    if (column.includes('\0') || !column.isWellFormed())
      throw refuse(`names a column for ${field} with characters that no text has`);
  }
  const columns = Object.values(mapping as Mapping).map((column) => column.trim());
  if (new Set(columns).size < columns.length) throw refuse('must not use a column for two fields');
  return Object.fromEntries(Object.keys(mapping).map((field, index) => [field, columns[index]!]));
}
