/** The documents of orders: what they show is read in the transaction, and drawn after it. */
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import { findLines, findOrdersByIds } from '../exports/exports.sql.ts';
import { presentOrder } from '../orders/orders.ts';
import { findNames } from './documents.sql.ts';
import type { Sender, Source } from './source.ts';

/** The settings of the tenant, from the module that owns them. */
export type ReadSender = (tx: Tx, actor: Actor) => Promise<Sender>;
/** Finds the logo, and returns the function that reads it as PNG; null: there is none, or none yet. */
export type FindLogo = (tx: Tx, assetId: string) => Promise<(() => Promise<Buffer | null>) | null>;
export type Readers = { readSender: ReadSender; findLogo: FindLogo };

/** The lines of all orders of a file: so many take one to two seconds to draw. */
const MOST_LINES = 2_000;

export const findSource = (tx: Tx, actor: Actor, id: string, readers: Readers) =>
  findSources(tx, actor, [id], readers);

/** In the order of `ids`. */
export async function findSources(tx: Tx, actor: Actor, ids: string[], { readSender, findLogo }: Readers) {
  const rows = await findOrdersByIds(tx, ids);
  if (rows.length < ids.length) throw notFound('order');
  const lines = await findLines(tx, ids);
  const count = [...lines.values()].reduce((sum, own) => sum + own.length, 0);
  if (ids.length > 1 && count > MOST_LINES) {
    const message = `have ${count} lines together, and a file has room for ${MOST_LINES}; ask for fewer orders`;
    throw invalid([{ path: 'ids', code: 'too_many', message }]);
  }
  const names = await findNames(tx, [...new Set(rows.map((row) => row.customer_id))]);
  const { name, timeZone, locale, address, taxNumber, logoAssetId } = await readSender(tx, actor);
  const readLogo = logoAssetId === null ? null : await findLogo(tx, logoAssetId);
  const orders = rows.map((row) => {
    const { metadata: _, ...order } = presentOrder(row, lines.get(row.id) ?? []);
    return { order, customerName: names.get(row.customer_id) ?? '' };
  });
  return { orders, sender: { name, timeZone, locale, address, taxNumber, logoAssetId }, readLogo };
}

/** A file may be slow to come, so it is read without a connection to the database. */
export async function withLogo(
  { orders, sender, readLogo }: Awaited<ReturnType<typeof findSources>>,
  madeAt: Date,
): Promise<Source[]> {
  const logo = (await readLogo?.()) ?? null;
  return orders.map((one) => ({ ...one, sender, logo, madeAt }));
}
