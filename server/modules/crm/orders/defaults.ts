/** Fields of a new order whose default is rarely meant: a line that costs nothing, and a currency that the tenant may not use. */
import type { FastifyReply, preValidationHookHandler } from 'fastify';
import { inHeader, MOST_FIELDS } from '#kernel/http/body/unknown-fields.ts';

export const noteDefaults: preValidationHookHandler = (request, reply, done) => {
  name(reply, defaultedIn(request.body));
  done();
};

/** The same for a list of orders. */
export function noteDefaultsInBulk(body: unknown, reply: FastifyReply): void {
  const { orders } = (body ?? {}) as { orders?: unknown };
  const paths: string[] = [];
  for (const [index, order] of Array.isArray(orders) ? orders.entries() : []) {
    paths.push(...defaultedIn(order).map((path) => `orders[${index}].${path}`));
    if (paths.length >= MOST_FIELDS) break;
  }
  name(reply, paths.slice(0, MOST_FIELDS));
}

function name(reply: FastifyReply, paths: string[]): void {
  if (paths.length > 0) reply.header('x-defaulted-fields', inHeader(paths));
}

function defaultedIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const { currency, items } = body as Record<string, unknown>;
  const paths = currency === undefined ? ['currency'] : [];
  if (!Array.isArray(items)) return paths;
  for (let index = 0; index < items.length && paths.length < MOST_FIELDS; index++) {
    if (items[index]?.unitPrice === undefined) paths.push(`items[${index}].unitPrice`);
  }
  return paths;
}
