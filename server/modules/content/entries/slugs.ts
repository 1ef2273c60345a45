/** An absent slug is made from the text that its field names, and numbered when it is taken. */
import type { Tx } from '#kernel/db/db.ts';
import { slugFieldOf } from '../fields/definition.ts';
import type { Field } from '../fields/field.ts';
import { isMissing } from '../fields/field.ts';
import { MAX_SLUG, slugFrom } from '../fields/text.ts';
import { chainOf, type Locales } from '../locales/locales.ts';
import type { ContentType } from '../types/record.ts';
import type { EntryRow } from './entries.sql.ts';
import { takenSlugs } from './value-index.sql.ts';
import { type Values, valuesOf } from './values.ts';

const MOST_NUMBERED = 50;

export async function fillSlugs(tx: Tx, row: EntryRow, fields: Field[], values: Values): Promise<Values> {
  const field = slugFieldOf(fields);
  const source = field?.from === undefined ? undefined : fields.find(({ name }) => name === field.from);
  if (field === undefined || source === undefined) return values;
  const filled = { ...values };
  for (const { locale, value } of valuesOf(source, values)) {
    const given = values[field.name];
    const present = locale === '' ? given : (given as Values | undefined)?.[locale];
    if (!isMissing(present) || isMissing(value)) continue;
    const made = await freeSlug(
      tx,
      row,
      locale,
      slugFrom(value as string, (field.maxLength ?? MAX_SLUG) - 5),
    );
    if (made === null) continue;
    filled[field.name] =
      locale === '' ? made : { ...(filled[field.name] as Values | undefined), [locale]: made };
  }
  // Fields are in the order of the type, whether their value was sent or made.
  return Object.fromEntries(fields.flatMap(({ name }) => (name in filled ? [[name, filled[name]]] : [])));
}

async function freeSlug(tx: Tx, row: EntryRow, locale: string, base: string): Promise<string | null> {
  if (base === '') return null;
  const wanted = Array.from({ length: MOST_NUMBERED }, (_, n) => (n === 0 ? base : `${base}-${n + 1}`));
  const taken = new Set(await takenSlugs(tx, row.type_id, row.property_id ?? '', locale, wanted, row.id));
  // After fifty entries of the same name, numbers no longer help; the entry's own id is certainly free.
  return wanted.find((slug) => !taken.has(slug)) ?? `${base.slice(0, 100)}-${row.id}`;
}

/** Returns the slug in the default locale. */
export function slugOf(type: Pick<ContentType, 'fields'>, values: Values, locales: Locales): string | null {
  const field = slugFieldOf(type.fields);
  const value = field && values[field.name];
  if (value === undefined || value === '') return null;
  if (typeof value === 'string') return value;
  const byLocale = value as Record<string, string>;
  const served = chainOf(locales, locales.default).find((code) => byLocale[code]);
  return served === undefined ? null : byLocale[served]!;
}
