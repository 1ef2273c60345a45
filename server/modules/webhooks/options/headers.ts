/** Headers that a tenant adds to the deliveries of a subscription. Their values are sealed, and no answer shows them. */
import { Type } from 'typebox';
import type { Problem } from '#kernel/errors.ts';
import { Nullable } from '#kernel/http/fields.ts';
import type { Secrets } from '#kernel/secrets.ts';

const MAX_HEADERS = 20;
const MAX_BYTES = 8_192;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Printable ASCII without spaces at either end: the same for every server and proxy on the way. */
const VALUE = /^[!-~](?:[ -~]*[!-~])?$/;

/** Names that describe the request, its connection or its signature. */
const RESERVED =
  /^(?:connection|content-.*|cookie2?|date|expect|host|http2-settings|keep-alive|proxy-.*|te|trailers?|transfer-encoding|traceparent|tracestate|upgrade|user-agent|via|forwarded|x-forwarded-.*|webhook-.*|x-service-.*)$/i;

export type Headers = Record<string, string>;
export type HeaderChange = Record<string, string | null>;

export const HeadersField = Type.Record(Type.String(), Type.String(), {
  maxProperties: MAX_HEADERS,
  description:
    'Headers of your own for every delivery, for example { "Authorization": "Bearer …" }. The values are stored encrypted and never shown again.',
});

export const HeaderChangeField = Type.Record(Type.String(), Nullable(Type.String()), {
  maxProperties: 2 * MAX_HEADERS,
  description: 'Headers to set; null removes one; those that are not named stay.',
});

/** Finds problems of the headers as given. Accepts any value: the schema reports another kind. */
export function headerProblems(given: unknown): Problem[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(given)) {
    const path = `headers.${name}`;
    if (!NAME.test(name)) {
      problems.push({
        path,
        code: 'invalid_format',
        message: 'is not the name of a header, of at most 100 characters',
      });
    } else if (RESERVED.test(name)) {
      problems.push({ path, code: 'reserved', message: 'is a header that Colonnade or the connection sets' });
    } else if (seen.has(name.toLowerCase())) {
      problems.push({
        path,
        code: 'duplicate',
        message: 'is named twice; upper and lower case are the same',
      });
    }
    seen.add(name.toLowerCase());
    if (value === '') problems.push({ path, code: 'too_short', message: 'must have a value' });
    else if (typeof value === 'string' && !VALUE.test(value)) {
      problems.push({
        path,
        code: 'invalid_format',
        message: 'must be printable ASCII characters without a space at either end',
      });
    }
  }
  return problems;
}

/** The headers after a change. A name is the same in upper and lower case, and keeps the case that it was given last. */
export function changedHeaders(before: Headers, change: HeaderChange): Headers {
  const named = new Set(Object.keys(change).map((name) => name.toLowerCase()));
  const kept = Object.entries(before).filter(([name]) => !named.has(name.toLowerCase()));
  const set = Object.entries(change).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries([...kept, ...set]);
}

/** The limits of all headers together, after a change. */
export function sizeProblems(headers: unknown): Problem[] {
  if (typeof headers !== 'object' || headers === null) return [];
  const sizes = Object.entries(headers).map(([name, value]) => name.length + String(value).length);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (Object.keys(headers).length <= MAX_HEADERS && bytes <= MAX_BYTES) return [];
  return [
    {
      path: 'headers',
      code: 'too_large',
      message: `may be ${MAX_HEADERS} at most, with ${MAX_BYTES} characters of names and values together`,
    },
  ];
}

const binding = (tenantId: string, id: string) => `webhook headers ${tenantId} ${id}`;

export const sealHeaders = (
  secrets: Secrets,
  tenantId: string,
  id: string,
  headers: Headers,
): Buffer | null =>
  Object.keys(headers).length === 0 ? null : secrets.seal(JSON.stringify(headers), binding(tenantId, id));

export const openHeaders = (
  open: Secrets['open'],
  tenantId: string,
  id: string,
  sealed: Buffer | null,
): Headers => (sealed === null ? {} : JSON.parse(open(sealed, binding(tenantId, id))));
