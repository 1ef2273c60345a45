/** The types that use a block: it stays while they name it, and a change of it changes them. */
import type { Tx } from '#kernel/db/db.ts';
import { conflict } from '#kernel/errors.ts';
import { blocksIn } from '../fields/block-kinds.ts';
import { findTypesWithBlocks, findWanted, lockTypesById, type TypeRow } from './types.sql.ts';

export async function assertUnused(tx: Tx, name: string): Promise<void> {
  const users = (await lockUsers(tx, name, 'change')).map((row) => row.name);
  if (users.length === 0) return assertNotBeingNamed(tx, name);
  throw conflict(`Fields of other types name this block: ${users.slice(0, 5).join(', ')}.`, { types: users });
}

/** Returns the types that use a block, locked. None begins to use it meanwhile, because the block is locked. */
export async function lockUsers(tx: Tx, name: string, against: 'entries' | 'change'): Promise<TypeRow[]> {
  const users = (await findTypesWithBlocks(tx)).filter((row) => usesBlock(row.fields, name));
  if (users.length === 0) return [];
  const locked = await lockTypesById(
    tx,
    users.map(({ id }) => id),
    against,
  );
  return locked.filter((row) => usesBlock(row.fields, name));
}

const usesBlock = (fields: string, name: string): boolean =>
  blocksIn(JSON.parse(fields)).some((kind) => kind.name === name);

/** A change that is being checked would put the former block in force. */
export async function assertNotBeingNamed(tx: Tx, name: string): Promise<void> {
  const changing = (await findWanted(tx)).find(({ wanted }) =>
    usesBlock(JSON.stringify(JSON.parse(wanted).fields), name),
  );
  if (changing === undefined) return;
  throw conflict(
    `The type ${changing.name} is being changed and names this block. Wait until that change is over.`,
  );
}
