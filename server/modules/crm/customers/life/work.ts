/** Processes a merge or an erasure, one bounded step at a time: people, orders with their history and events, stored answers. */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { publishAll } from '#kernel/events/publish.ts';
import { forgetAnswersAbout, stopForgetting } from '#kernel/http/idempotency.ts';
import { newId } from '#kernel/id.ts';
import { removeAddedText } from '../../orders/lists/search.sql.ts';
import type { WorkLeft } from '../fields.ts';
import {
  anonymiseEvents,
  anonymiseHistory,
  anonymiseOrders,
  findMerged,
  withoutErased,
} from './erase.sql.ts';
import { hasOrders, lockOrders, lockPeople, moveOrders, movePeople } from './merge.sql.ts';
import { findWorkOf, findWorkOnOrder, type Work } from './work.sql.ts';

/** The size of a batch, and the most orders and people that a request processes itself. */
export const AT_ONCE = 500;
/** Orders are counted up to this number, so that no request waits for a longer count. */
export const MOST_COUNTED = 1_000_000;

export const newWork = (
  by: Author,
  now: Date,
  about: Pick<Work, 'kind' | 'customer_id' | 'into_id' | 'phase' | 'orders_total'>,
): Work => ({
  ...about,
  id: newId(),
  author: JSON.stringify({ type: by.type, id: by.id, name: by.name }),
  orders_done: 0,
  reached_at: null,
  reached_id: null,
  reached_digest: null,
  created_at: now,
});

/** Processes the next batch and returns the remaining work; null when it is done. The caller saves it in the same transaction. */
export async function takeStep(tx: Tx, now: Date, work: Work, limit = AT_ONCE): Promise<Work | null> {
  planByIndex(tx);
  if (work.phase === 'people') return takePeople(tx, now, work, limit);
  if (work.phase === 'answers') return takeAnswers(tx, work);
  const orders = await lockOrders(tx, work.customer_id, work, limit);
  const ids = orders.map(({ id }) => id);
  if (work.kind === 'merge') await moveOrders(tx, authorOf(work), now, ids, work.into_id!);
  else await erase(tx, authorOf(work), now, ids);
  const last = orders.at(-1);
  const done = work.orders_done + orders.length;
  if (last !== undefined && orders.length === limit) {
    return { ...work, orders_done: done, reached_at: last.created_at, reached_id: last.id };
  }
  const next = { ...work, orders_done: done, reached_at: null, reached_id: null };
  if (work.kind === 'erase') return { ...next, phase: 'answers' };
  // A batch may be short because a concurrent transaction moved one of its orders.
  return (await hasOrders(tx, work.customer_id)) ? next : null;
}

async function takePeople(tx: Tx, now: Date, work: Work, limit: number): Promise<Work> {
  const ids = await lockPeople(tx, work.customer_id, limit);
  if (ids.length === 0) return { ...work, phase: 'orders' };
  const people = await movePeople(tx, now, ids, work.into_id!);
  await publishAll(tx, now, peopleMoved(people, now));
  return work;
}

export const peopleMoved = (people: { id: string; version: number }[], now: Date) =>
  people.map(({ id, version }) => ({
    type: 'customer.updated',
    data: { id, changed: ['companyId'], version, updatedAt: now.toISOString() },
  }));

async function takeAnswers(tx: Tx, work: Work): Promise<Work | null> {
  const ids = [work.customer_id, ...(await findMerged(tx, work.customer_id))];
  const { reached_id: actorId, reached_digest: digest } = work;
  const reached = await forgetAnswersAbout(tx, ids, actorId === null ? null : { actorId, digest: digest! });
  if (reached !== null) return { ...work, reached_id: reached.actorId, reached_digest: reached.digest };
  await stopForgetting(tx, ids);
  return null;
}

async function erase(tx: Tx, by: Author, now: Date, orderIds: string[]): Promise<void> {
  const ids = await withoutErased(tx, orderIds);
  await anonymiseEvents(tx, ids);
  await anonymiseHistory(tx, ids);
  await anonymiseOrders(tx, by, now, ids);
  await removeAddedText(tx, ids);
}

/** Finishes the pending work on one order before it is changed. The caller has locked the order. */
export async function settleOrder(tx: Tx, now: Date, id: string): Promise<void> {
  for (const work of await findWorkOnOrder(tx, id)) {
    if (work.kind === 'merge') await moveOrders(tx, authorOf(work), now, [id], work.into_id!);
    else await erase(tx, authorOf(work), now, [id]);
  }
}

const authorOf = (work: Work): Author => JSON.parse(work.author);

/** The unfinished work as the customer's record shows it; empty when there is none. */
export async function describeWork(tx: Tx, customerId: string): Promise<{ inProgress?: WorkLeft[] }> {
  const works = await findWorkOf(tx, customerId);
  return works.length === 0 ? {} : { inProgress: works.map(presentWork) };
}

export const presentWork = (work: Work): WorkLeft => ({
  kind: work.kind,
  from: work.kind === 'merge' ? work.customer_id : null,
  orders: { done: work.orders_done, left: Math.max(work.orders_total - work.orders_done, 0) },
  since: work.created_at.toISOString(),
});
