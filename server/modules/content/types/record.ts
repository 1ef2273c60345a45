/** A content type as it is stored, and whether its entries may be written. */
import { AppError } from '#kernel/errors.ts';
import type { Field } from '../fields/field.ts';
import type { TypeRow } from './types.sql.ts';

export type ContentType = {
  id: string;
  name: string;
  title: string;
  fields: Field[];
  version: number;
  /** It has no entries: fields of other types name it as a kind of block. */
  block: boolean;
  /** It has one entry at most. */
  singleton: boolean;
};

export const readType = (
  row: Pick<TypeRow, 'id' | 'name' | 'title' | 'fields' | 'version' | 'block' | 'singleton'>,
): ContentType => ({
  id: row.id,
  name: row.name,
  title: row.title,
  fields: JSON.parse(row.fields),
  version: row.version,
  block: row.block,
  singleton: row.singleton,
});

/** While a type is being changed, some entries have the old definition and some the new, so no new value can be checked. */
export function assertSettled({ name, change_id }: Pick<TypeRow, 'name' | 'change_id'>): void {
  if (change_id === null) return;
  throw new AppError(
    'conflict',
    `The type ${name} is being changed. Its entries can be read, and written again when that is over.`,
    { changeId: change_id },
    { 'retry-after': '5' },
  );
}
