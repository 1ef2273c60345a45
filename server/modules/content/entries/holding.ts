/** An entry that is read, or locked for a save. While its type is being changed, one of the former definition is
 * converted. */
import type { Tx } from '#kernel/db/db.ts';
import { inForce, readConversion } from '../types/conversion.ts';
import { findStored } from '../types/migration-run.sql.ts';
import { rewriteHeld } from '../types/migration-run.ts';
import { assertWritable, readType } from '../types/record.ts';
import { type EntryRow, type HeldEntry, holdEntry } from './entries.sql.ts';
import { slugOf } from './slugs.ts';

export async function holdCurrent(tx: Tx, now: Date, id: string): Promise<HeldEntry | undefined> {
  const held = await holdEntry(tx, id);
  if (held === undefined) return undefined;
  assertWritable(held.type);
  return bringUp(tx, now, held);
}

/** The rewrite has the revision and the events that the change itself would make, so the change finds nothing to do. */
export async function bringUp(tx: Tx, now: Date, held: HeldEntry): Promise<HeldEntry> {
  const { entry, seen } = held;
  if (entry.conversion === null) return held;
  await rewriteHeld(tx, now, readType(held.type), await findStored(tx, [entry.id]));
  return { ...(await holdEntry(tx, entry.id))!, seen };
}

/** Returns the entry as it is under the definition in force. */
export async function entryInForce<Row extends EntryRow>(row: Row): Promise<Row> {
  const conversion = readConversion(row.conversion);
  if (conversion === null) return row;
  const shown = await inForce(row);
  const slug = slugOf({ fields: conversion.after }, JSON.parse(shown.fields), conversion.locales);
  return { ...shown, slug };
}

export async function entriesInForce<Row extends EntryRow>(rows: Row[]): Promise<Row[]> {
  const all: Row[] = [];
  for (const row of rows) all.push(row.conversion === null ? row : await entryInForce(row));
  return all;
}
