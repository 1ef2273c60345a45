/** Fields of a new order whose default is rarely meant: a line that costs nothing, and a currency that the tenant may not use. */
import type { preValidationHookHandler } from 'fastify';
import { inHeader, MOST_FIELDS } from '#kernel/http/body/unknown-fields.ts';

export const noteDefaults: preValidationHookHandler = (request, reply, done) => {
  const paths = defaultedIn(request.body);
  if (paths.length > 0) reply.header('x-defaulted-fields', inHeader(paths));
  done();
};

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
