/** A content type as it is stored, and whether it may be changed and its entries written. */
import { AppError } from '#kernel/errors.ts';
import type { Field } from '../fields/field.ts';
import type { Addresses } from './addresses.ts';
import { type Conversion, readConversion } from './conversion.ts';
import type { EntryOrder, TypeRow } from './types.sql.ts';

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
  review: boolean;
  /** manual: editors choose the order of its entries. tree: these are below each other, too. */
  order: EntryOrder;
  addresses: Addresses;
  /** The `definition` of entries that are saved now. */
  stamp: number;
  /** Turns values of the former definition into those of this one, while a change rewrites entries. */
  conversion: Conversion | null;
};

/** An entry that is saved while a change is checked is checked again before the change is in force. */
export const UNCHECKED = 0;

export const readType = (
  row: Pick<
    TypeRow,
    | 'id'
    | 'name'
    | 'title'
    | 'fields'
    | 'version'
    | 'block'
    | 'singleton'
    | 'review'
    | 'entry_order'
    | 'addresses'
    | 'change_id'
    | 'conversion'
  >,
): ContentType => {
  const conversion = readConversion(row.conversion);
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    fields: JSON.parse(row.fields),
    version: row.version,
    block: row.block,
    singleton: row.singleton,
    review: row.review,
    order: row.entry_order,
    addresses: JSON.parse(row.addresses),
    stamp: row.change_id !== null && conversion === null ? UNCHECKED : row.version,
    conversion,
  };
};

/** One change of a type at a time: the next would be checked against entries that are neither of one definition nor of the other. */
export function assertSettled({ name, change_id }: Pick<TypeRow, 'name' | 'change_id'>): void {
  if (change_id === null) return;
  throw new AppError(
    'conflict',
    `The type ${name} is being changed. Wait until that change is over; its entries can be read and written meanwhile.`,
    { changeId: change_id },
    { 'retry-after': '5' },
  );
}

/** A change that a program from before runs is in force at its end only, and some entries have its values already. */
export const isWritable = ({ change_id, conversion }: Pick<TypeRow, 'change_id' | 'conversion'>) =>
  change_id === null || conversion !== null;

export function assertWritable(row: Pick<TypeRow, 'name' | 'change_id' | 'conversion'>): void {
  const { name, change_id } = row;
  if (isWritable(row)) return;
  throw new AppError(
    'conflict',
    `The type ${name} is being changed. Its entries can be read, and written again when that is over.`,
    { changeId: change_id },
    { 'retry-after': '5' },
  );
}
