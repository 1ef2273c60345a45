/** Builds the answer to a placed order, also as stored for its Idempotency-Key, from the result of the statement. */
import { notFound } from '#kernel/errors.ts';
import { stringifyJson, Verbatim } from '#kernel/http/body/verbatim.ts';
import { type HeldKey, keyInProgress, keyReused } from '#kernel/http/idempotency.ts';
import type { Order } from './fields.ts';
import { presentOrder } from './orders.ts';
import type { KeptOrder, NewOrder, Placed } from './placing/placing.sql.ts';

export type Answered = { order: Order | Verbatim; replayed: boolean };

/** Undefined: the order needs a transaction of its own. */
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

/** The answer as it is sent and stored, with a gap for the order number, which only the statement knows. */
export function answerTo({ order, lines }: NewOrder, key: HeldKey): KeptOrder {
  // Serialized as the data of an answer, which embeds metadata without parsing it.
  const data = presentOrder({ ...order, order_number: '' }, lines);
  const text = stringifyJson({ data }).slice('{"data":'.length, -1);
  const gap = text.indexOf(NUMBER) + NUMBER.length;
  return { ...key, text: text.slice(0, gap) + text.slice(gap + 2), gap };
}
/** The number's place in the text: only the id precedes it. */
const NUMBER = '"orderNumber":';
