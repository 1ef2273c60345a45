/** The names on the bus: streams, subjects, and the text of a message. */
import type { StreamedEvent } from '#kernel/events/stream.sql.ts';

/**
 * The tenants of one partition share a consumer that has one message under way at a time, so the events of a tenant stay in order.
 * The number is part of the contract with consumers (sdk/consume.ts).
 */
export const PARTITIONS = 16;

export const streamName = (installation: string, epoch: number): string => `events-${installation}-${epoch}`;

/** All subjects of an installation, or of one epoch: epochs share no subject, because two streams must not. */
export const subjectsOf = (installation: string, epoch?: number): string =>
  epoch === undefined ? `colonnade.${installation}.>` : `colonnade.${installation}.${epoch}.>`;

export const subjectOf = (installation: string, epoch: number, event: StreamedEvent): string =>
  `colonnade.${installation}.${epoch}.${partitionOf(event.tenant_id)}.${event.tenant_id}.${event.type}`;

/** FNV-1a, whose result depends on nothing but the text. */
export function partitionOf(tenantId: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < tenantId.length; at++) hash = Math.imul(hash ^ tenantId.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % PARTITIONS;
}

export function epochOf(installation: string, name: string): number | null {
  const start = `events-${installation}-`;
  const number = name.startsWith(start) ? name.slice(start.length) : '';
  return /^[1-9]\d{0,8}$/.test(number) ? Number(number) : null;
}

/** Fields of `data`, by event type, that an erasure would remove. A stream is a copy that no erasure reaches, so it gets null. */
export type Erasable = ReadonlyMap<string, readonly string[]>;

/**
 * The event as stored: `data` is the stored text. A server refuses messages over its limit, so the data of a larger event is left
 * out, which `isDataLeftOut` says.
 */
export function messageOf(event: StreamedEvent, erasable: Erasable, maxBytes: number): string {
  const { id, type, tenant_id: tenantId, created_at: createdAt, position } = event;
  const head = JSON.stringify({ id, type, tenantId, createdAt, position: Number(position) }).slice(0, -1);
  const whole = `${head},"data":${withoutErasable(event, erasable.get(type) ?? [])}}`;
  return Buffer.byteLength(whole) <= maxBytes ? whole : `${head},"data":null,"isDataLeftOut":true}`;
}

function withoutErasable({ data }: StreamedEvent, fields: readonly string[]): string {
  if (fields.length === 0) return data;
  const known = JSON.parse(data) as Record<string, unknown>;
  for (const field of fields) if (known[field] !== undefined) known[field] = null;
  return JSON.stringify(known);
}
