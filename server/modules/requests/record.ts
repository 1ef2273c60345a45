/** A request as it is logged: its line, and for a failure what was sent and answered, without secrets. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withoutCardNumbers } from '#kernel/http/body/card-numbers.ts';
import { stringifyJson } from '#kernel/http/body/verbatim.ts';
import { envelope } from '#kernel/http/failures.ts';
import { mask, shorten, withoutSecretParameters, withoutSecrets } from './redaction.ts';
import { idAt } from './request-id.ts';

export type LoggedRequest = {
  tenantId: string;
  id: string;
  /** Milliseconds since 1970, as in the id. */
  at: number;
  keyId: string;
  method: string;
  route: string | null;
  path: string;
  status: number;
  durationMs: number;
  requestId: string;
  errorCode: string | null;
  query: string | null;
  body: string | null;
  answer: string | null;
  /** The size in the log, about. */
  bytes: number;
};

export const FAILED_FROM = 400;
/** A row without its texts, with its entries in the indexes. */
const ROW_BYTES = 240;
const MOST_OF_PATH = 500;

export const isFailure = ({ statusCode }: FastifyReply): boolean => statusCode >= FAILED_FROM;

/** A request is logged under its key. Carts, sessions and orders are too many, so their requests are logged under their site. */
export function callerOf({ actor, shopper }: FastifyRequest): { id: string; tenantId: string } {
  if (shopper === undefined) return { id: actor.id, tenantId: actor.tenant.id };
  const hasKey = shopper.kind === 'publishable' || shopper.kind === 'server';
  return { id: hasKey ? shopper.id : shopper.propertyId, tenantId: shopper.tenant.id };
}

/** `now`: the time of the answer. */
export function recordOf(request: FastifyRequest, reply: FastifyReply, now: number): LoggedRequest {
  const { method, url } = request;
  const caller = callerOf(request);
  const durationMs = reply.elapsedTime;
  // The clock has whole milliseconds; rounded down once more, a request would seem to precede its own beginning.
  const at = Math.ceil(now - durationMs);
  const route = request.routeOptions.url ?? null;
  const mark = url.indexOf('?');
  const path = clean(request, pathOf(mark < 0 ? url : url.slice(0, mark), route));
  const details = isFailure(reply) ? detailsOf(request, mark < 0 ? null : url.slice(mark + 1)) : NONE;
  return {
    tenantId: caller.tenantId,
    id: idAt(at),
    at,
    keyId: caller.id,
    method,
    route,
    path,
    status: reply.statusCode,
    durationMs,
    requestId: request.id,
    errorCode: details.errorCode,
    query: details.query,
    body: details.body,
    answer: details.answer,
    bytes: ROW_BYTES + path.length + details.bytes,
  };
}

/** The token of a preview, also in a path that no route has. */
const PREVIEW = /(\/previews?\/)[^/]+/gi;

/** A secret in a path is a parameter of that name. */
const pathOf = (path: string, route: string | null): string =>
  route?.includes(':token')
    ? route
    : shorten(mask(path).replace(PREVIEW, '$1[removed]'), false, MOST_OF_PATH);

/** A shopper may type the number of a card anywhere. */
const clean = ({ shopper }: FastifyRequest, text: string): string =>
  shopper === undefined ? text : withoutCardNumbers(text);

const NONE = { errorCode: null, query: null, body: null, answer: null, bytes: 0 };

function detailsOf(request: FastifyRequest, givenQuery: string | null) {
  const { failure, id, rawBody, url, shopper } = request;
  const query = givenQuery === null ? null : clean(request, withoutSecretParameters(givenQuery));
  // These bodies consist of secrets, or are about people who do not know of this log.
  const isPrivate = shopper !== undefined || url.startsWith('/v1/auth/');
  const body = isPrivate ? null : withoutSecrets(rawBody);
  const answer =
    failure === null ? null : clean(request, shorten(mask(stringifyJson(envelope(failure, id)))));
  const bytes = (query?.length ?? 0) + (body?.length ?? 0) + (answer?.length ?? 0);
  return { errorCode: failure?.code ?? null, query, body, answer, bytes };
}
