/** What is answered to an order, and kept for its Idempotency-Key, from what the statement says of it. */
import { notFound } from '#kernel/errors.ts';
import { stringifyJson, Verbatim } from '#kernel/http/body/verbatim.ts';
import { type HeldKey, keyInProgress, keyReused } from '#kernel/http/idempotency.ts';
import type { Order } from './fields.ts';
import { presentOrder } from './orders.ts';
import type { KeptOrder, NewOrder, Placed } from './placing.sql.ts';

export type Answered = { order: Order | Verbatim; replayed: boolean };

/** Undefined: it must be tried alone. */
export function readPlaced(entry: NewOrder, placed: Placed): Answered | undefined {
  if (placed.obstacle === 'unknown') throw notFound('customer');
  if (placed.obstacle === 'in_progress') throw keyInProgress();
  if (placed.obstacle === 'reused') throw keyReused();
  if (placed.obstacle === 'replayed') return { order: new Verbatim(placed.answer!), replayed: true };
  const { order_number } = placed;
  if (order_number === null) return undefined;
  const { order, lines, answer } = entry;
  if (answer === undefined)
    return { order: presentOrder({ ...order, order_number }, lines), replayed: false };
  const text =
    answer.text.slice(0, answer.gap) + JSON.stringify(order_number) + answer.text.slice(answer.gap);
  return { order: new Verbatim(text), replayed: false };
}

/** As it will be sent and kept, but for its number. */
export function answerTo({ order, lines }: NewOrder, key: HeldKey): KeptOrder {
  // As the data of an answer, in which metadata is embedded the quick way.
  const data = presentOrder({ ...order, order_number: '' }, lines);
  const text = stringifyJson({ data }).slice('{"data":'.length, -1);
  const gap = text.indexOf(NUMBER) + NUMBER.length;
  return { ...key, text: text.slice(0, gap) + text.slice(gap + 2), gap };
}
/** Only an id stands before it. */
const NUMBER = '"orderNumber":';
