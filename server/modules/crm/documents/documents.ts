/** The documents of an order: what they show is read in the transaction, and drawn after it. */
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import { findCustomer } from '../customers/customers.sql.ts';
import { findOrder } from '../orders/orders.sql.ts';
import { presentOrder } from '../orders/orders.ts';
import type { Sender, Source } from './source.ts';

/** The settings of the tenant, from the module that owns them. */
export type ReadSender = (tx: Tx, actor: Actor) => Promise<Sender>;
/** Finds the logo, and returns the function that reads it as PNG; null: there is none, or none yet. */
export type FindLogo = (tx: Tx, assetId: string) => Promise<(() => Promise<Buffer | null>) | null>;
export type Readers = { readSender: ReadSender; findLogo: FindLogo };

export async function findSource(tx: Tx, actor: Actor, id: string, { readSender, findLogo }: Readers) {
  const found = await findOrder(tx, id);
  if (found === undefined) throw notFound('order');
  const { metadata: _, ...order } = presentOrder(found.order, found.lines);
  const { name, timeZone, locale, address, taxNumber, logoAssetId } = await readSender(tx, actor);
  const customer = await findCustomer(tx, order.customerId);
  const readLogo = logoAssetId === null ? null : await findLogo(tx, logoAssetId);
  const sender = { name, timeZone, locale, address, taxNumber, logoAssetId };
  return { order, sender, customerName: customer?.name ?? '', readLogo };
}

/** A file may be slow to come, so it is read without a connection to the database. */
export async function withLogo(
  { readLogo, ...source }: Awaited<ReturnType<typeof findSource>>,
  madeAt: Date,
): Promise<Source> {
  return { ...source, logo: (await readLogo?.()) ?? null, madeAt };
}
