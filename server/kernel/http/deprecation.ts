/** Announces deprecated routes: every answer of one has the headers of RFC 9745 and RFC 8594, and a link to the list. */
import type { FastifyReply } from 'fastify';

/** Days as YYYY-MM-DD; `instead` is the request to use, such as `POST /v1/carts`. */
export type Deprecation = { since: string; sunset?: string; instead: string };

const LIST = '/docs/deprecations';

/** Made when the route is declared, so that a wrong declaration stops the start. */
const HEADERS = new WeakMap<Deprecation, Record<string, string>>();

export function declareDeprecation(deprecation: Deprecation): void {
  HEADERS.set(deprecation, deprecationHeaders(deprecation));
}

/** For every answer of the route, also if it refuses. */
export function announceDeprecation(reply: FastifyReply, deprecation: Deprecation): void {
  reply.headers(HEADERS.get(deprecation)!);
}

export function deprecationHeaders({ since, sunset }: Deprecation): Record<string, string> {
  const begun = dayOf(since);
  const ends = sunset === undefined ? null : dayOf(sunset);
  if (ends !== null && ends <= begun) throw new Error(`the sunset ${sunset} is not after ${since}`);
  return {
    deprecation: `@${begun.getTime() / 1000}`,
    ...(ends !== null && { sunset: ends.toUTCString() }),
    link: `<${LIST}>; rel="deprecation"; type="text/html"`,
  };
}

function dayOf(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) {
    throw new Error(`a deprecation needs a day as YYYY-MM-DD, not ${text}`);
  }
  return day;
}
