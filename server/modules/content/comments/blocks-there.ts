/** The blocks of an entry that a comment may be about: those of its draft, by the ids that they keep when they are moved. */
import type { Tx } from '#kernel/db/db.ts';
import { findEntry } from '../entries/entries.sql.ts';
import { hasBlocks, mapBlocks } from '../fields/structure.ts';
import { inForce } from '../types/conversion.ts';
import { readType } from '../types/record.ts';
import { findTypeById } from '../types/types.sql.ts';

/** `locale`: of the value that the block is in, if its field, or a field inside of that, has one for each. */
export type BlockThere = { type: string; field: string; locale: string | null };

/** A block whose id another field or language has too is found once: the first of them. */
export async function findBlocks(tx: Tx, entryId: string): Promise<Map<string, BlockThere>> {
  const row = await findEntry(tx, entryId);
  const there = new Map<string, BlockThere>();
  if (row === undefined) return there;
  const { fields } = readType((await findTypeById(tx, row.type_id))!);
  const values = JSON.parse((await inForce(row)).fields);
  for (const field of fields.filter(hasBlocks)) {
    mapBlocks(field, values[field.name], (kind, block, locale) => {
      if (!there.has(block.id)) there.set(block.id, { type: kind.name, field: field.name, locale });
      return block;
    });
  }
  return there;
}
