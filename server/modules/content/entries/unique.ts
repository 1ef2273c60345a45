/** Values that one entry of a type has at most: slugs, and fields that say they are unique. */
import type { Tx } from '#kernel/db/db.ts';
import { conflict } from '#kernel/errors.ts';
import { slugFieldOf } from '../fields/definition.ts';
import { rekeyed } from '../types/impact.ts';
import type { ContentType } from '../types/record.ts';
import type { EntryRow } from './entries.sql.ts';
import { type Stage, takenByFormer, writeDerived } from './value-index.sql.ts';
import { type Derived, SLUG } from './value-index.ts';

/**
 * Replaces the index keys, unique values and references of the entry at this stage. While entries are rewritten, some have no
 * unique values of the new definition yet; then the index shows theirs.
 */
export async function writeKeys(
  tx: Tx,
  type: ContentType,
  row: EntryRow,
  stage: Stage,
  derived: Derived,
  by: string,
): Promise<void> {
  const taken = await writeDerived(tx, row, stage, derived);
  assertAlone(type, taken, by);
  if (type.conversion === null) return;
  const { locales } = type.conversion;
  const fields = new Map(rekeyed(type.conversion).map((field) => [field.isSlug ? SLUG : field.name, field]));
  const keys = derived.unique.flatMap((key) => {
    const field = fields.get(key.field);
    return field === undefined ? [] : [{ ...key, was: field.was, isSlug: field.isSlug }];
  });
  assertAlone(type, await takenByFormer(tx, type, row.id, stage, locales.default, keys), by);
}

export function assertAlone(
  type: ContentType,
  taken: { field: string; locale: string; key: string }[],
  by: string,
): void {
  if (taken.length === 0) return;
  const nameOf = (field: string) => (field === SLUG ? slugFieldOf(type.fields)!.name : field);
  const fields = taken.map(({ field, locale }) => ({
    path: `fields.${nameOf(field)}${locale === '' ? '' : `.${locale}`}`,
    code: 'not_unique',
    message: `is the value of ${by} of this type`,
  }));
  throw conflict(`${fields[0]!.path}: ${fields[0]!.message}.`, fields);
}
