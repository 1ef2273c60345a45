/** The message of one delivery: its exact bytes, and the headers that sign them. */
import type { KeyObject } from 'node:crypto';
import type { Span } from '#kernel/tracing.ts';
import { type SigningKeys, signAsymmetric, signBody, signStandard } from './signature.ts';

type Message = { id: string; event_type: string; event_id: string; at: Date; data: string };

/** Recomposing a body from stored data gives the same bytes, so the log can show what was signed. */
export function composeBody(
  tenantId: string,
  delivery: Pick<Message, 'id' | 'event_type' | 'data'>,
  deliveredAt: string,
): string {
  const { id, event_type, data } = delivery;
  // Inserts `data` as stored: parsing and serializing could change it.
  return `{"id":"${id}","type":"${event_type}","tenant_id":"${tenantId}","data":${data},"delivered_at":"${deliveredAt}"}`;
}

/** The secrets and the key that sign a delivery, and the headers that its tenant adds. */
export type Signing = {
  keys: SigningKeys;
  /** Former secrets, during the overlaps of rotations. */
  former: SigningKeys[];
  privateKey: KeyObject | null;
  headers: Record<string, string>;
};

/**
 * Signs in our scheme and in that of Standard Webhooks; after a rotation also with the former secrets. Names in two spellings are
 * as in the interface document and in the specification.
 */
export function composeHeaders(
  delivery: Pick<Message, 'id' | 'event_type' | 'event_id' | 'at'>,
  body: Buffer,
  at: Date,
  { keys, former, privateKey, headers: own }: Signing,
  span?: Span,
): Record<string, string> {
  const { id } = delivery;
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const headers: Record<string, string> = {
    ...own,
    'content-type': 'application/json',
    'user-agent': 'Colonnade-Webhooks/1',
    'X-service-Event': delivery.event_type,
    'X-service-Delivery': id,
    'X-service-Event-Id': delivery.event_id,
    'X-service-Event-Time': delivery.at.toISOString(),
    'X-service-Signature': signBody(keys, body),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signStandard(keys, id, timestamp, body),
  };
  if (former.length > 0) {
    headers['X-service-Signature-Previous'] = former.map((each) => signBody(each, body)).join(', ');
    for (const each of former) headers['webhook-signature'] += ` ${signStandard(each, id, timestamp, body)}`;
  }
  if (privateKey !== null) {
    headers['webhook-signature'] += ` ${signAsymmetric(privateKey, id, timestamp, body)}`;
  }
  if (span !== undefined) headers.traceparent = `00-${span.traceId}-${span.spanId}-01`;
  return headers;
}
