/** The headers of answers that clients read. */
import type { Json } from '#kernel/http/docs/schemas.ts';
import type { RouteNeeds } from '#kernel/http/guard.ts';
import { takesIdempotencyKey } from '#kernel/http/safeties.ts';

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });
const count = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', minimum: 0 },
  example,
});

export const ANSWER_HEADERS = {
  'X-Request-Id': text(
    'The id of the request: as it was sent, or one that the service made. The log has it too.',
    '01920000-0000-7000-8000-000000000001',
  ),
  ETag: text('The version of the record, for `If-Match` and `If-None-Match`.', '"3"'),
  'Idempotent-Replayed': text('`true` if the answer is that of an earlier request with this key.', 'true'),
  RateLimit: text('The requests that are left, and the seconds until there are more.', '"default";r=599;t=1'),
  'RateLimit-Policy': text('The limit and its window in seconds.', '"default";q=600;w=60'),
  'Retry-After': count('The seconds to wait before the request is repeated.', 1),
  'X-Unknown-Fields': text('Fields of the body that were ignored, percent-encoded.', 'emial'),
  'X-Defaulted-Fields': text(
    'Fields that the body left out and whose default is rarely meant, percent-encoded.',
    'currency, items[0].unitPrice',
  ),
  'Preference-Applied': text('`handling=strict` if it was asked for.', 'handling=strict'),
  Location: text('The path of the record that was made.', '/v1/records/01920000-0000-7000-8000-000000000002'),
  'Content-Location': text(
    'The path of the record that is answered, if its id is another one.',
    '/v1/records/01920000-0000-7000-8000-000000000003',
  ),
  'Content-Disposition': text('The name under which the file is saved.', 'attachment; filename="export.csv"'),
  'Content-Range': text('The part of the file that is sent, and its size.', 'bytes 0-99/1234'),
  'X-Total-Count': count('The number of rows, where it is known beforehand.', 1234),
  'WWW-Authenticate': text('The scheme of the token.', 'Bearer'),
};

export type AnswerHeader = keyof typeof ANSWER_HEADERS;

/** Unknown fields of a JSON body are named, or refused. */
export const takesJson = ({ body, consumes }: Json): boolean => body !== undefined && consumes === undefined;

/** Headers that follow from the declarations of a route; `sends` of its schema lists others. */
export function headersOf(method: string, url: string, needs: RouteNeeds, schema: Json): AnswerHeader[] {
  return [
    'X-Request-Id',
    ...(needs.public ? [] : (['RateLimit', 'RateLimit-Policy'] as const)),
    ...(takesIdempotencyKey(method, url, needs) ? (['Idempotent-Replayed'] as const) : []),
    ...(takesJson(schema) ? (['X-Unknown-Fields', 'Preference-Applied'] as const) : []),
    ...(hasEtag(schema) ? (['ETag'] as const) : []),
    ...(schema.sends ?? []),
  ];
}

/** A record with a version is sent with it as its ETag; an answer that If-None-Match compares has one too. */
function hasEtag({ response, headers, withoutEtag }: Json): boolean {
  if ('if-none-match' in (headers?.properties ?? {})) return true;
  const answer = Object.values<Json>(response)[0];
  return !withoutEtag && answer?.properties?.data?.properties?.version !== undefined;
}
