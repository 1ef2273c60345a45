/**
 * Traces for an OpenTelemetry collector, by OTLP over HTTP with JSON: a request with its statements, an event with its dispatch and
 * its deliveries. Without an endpoint nothing is recorded.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#kernel/log.ts';
import { sampled } from '#kernel/log-sampling.ts';
import type { Tracing } from '#kernel/tracing-settings.ts';

/** The numbers of OTLP. */
export const KIND = { internal: 1, server: 2, client: 3, consumer: 5 } as const;

type Value = string | number | boolean;
export type Attributes = Record<string, Value | null | undefined>;
type Place = { traceId: string; spanId: string };
type Beginning = { name: string; kind: number; attributes?: Attributes; parent?: Partial<Place> };

export class Span implements Place {
  readonly traceId: string;
  readonly spanId = randomBytes(8).toString('hex');
  readonly parentId: string | undefined;
  readonly links: Place[] = [];
  name: string;
  readonly kind: number;
  attributes: Attributes;
  readonly startedAt = now();
  endedAt = 0n;
  isFailed = false;

  constructor({ name, kind, attributes = {}, parent = {} }: Beginning) {
    this.name = name;
    this.kind = kind;
    this.attributes = attributes;
    this.traceId = parent.traceId ?? randomBytes(16).toString('hex');
    this.parentId = parent.spanId;
  }

  end(attributes: Attributes = {}, isFailed = false): void {
    Object.assign(this.attributes, attributes);
    this.isFailed = isFailed;
    this.endedAt = now();
    exporter?.add(this);
  }
}

const now = (): bigint => BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n;

const current = new AsyncLocalStorage<Span | undefined>();
let exporter: Exporter | null = null;

/** The span that the caller works in; undefined if it is not recorded. */
export const currentSpan = (): Span | undefined => (exporter === null ? undefined : current.getStore());

export const isTracing = (): boolean => exporter !== null;

/** Runs `work` in the span; the span does not end by itself. */
export const within = <T>(span: Span | undefined, work: () => T): T => current.run(span, work);

/** A part of the current span. */
export async function inSpan<T>(
  name: string,
  kind: number,
  attributes: () => Attributes,
  work: () => Promise<T>,
): Promise<T> {
  const parent = currentSpan();
  return parent === undefined
    ? work()
    : finishing(new Span({ name, kind, attributes: attributes(), parent }), work);
}

/** Work for several callers at once: a trace of its own, to which the spans of the callers are linked. */
export async function inSharedSpan<T>(
  name: string,
  callers: (Span | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  const recorded = callers.filter((span) => span !== undefined);
  if (recorded.length === 0) return exporter === null ? work() : within(undefined, work);
  const span = new Span({ name, kind: KIND.internal, attributes: { 'batch.size': callers.length } });
  for (const caller of recorded) caller.links.push({ traceId: span.traceId, spanId: span.spanId });
  return finishing(span, work);
}

async function finishing<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await within(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end({ 'error.type': (error as { code?: string }).code ?? (error as Error).name }, true);
    throw error;
  }
}

/** An id of zeros alone is invalid: a collector may refuse all spans that are sent with it. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/** A request of a client, who may name the trace that it belongs to, but does not decide whether it is recorded. */
export function beginRequest(method: string, traceparent: string | string[] | undefined): Span | undefined {
  if (exporter === null || Math.random() >= exporter.ratio) return undefined;
  const [, traceId, spanId] = TRACEPARENT.exec(String(traceparent)) ?? [];
  return new Span({ name: method, kind: KIND.server, parent: { traceId, spanId } });
}

/**
 * The id of an event is the id of its trace, so that every process finds the same trace and nothing is stored for it. The last
 * digits are random, so all processes record the same events.
 */
export function beginOfEvent(eventId: string, name: string, attributes: Attributes): Span | undefined {
  if (exporter === null) return undefined;
  const traceId = eventId.replaceAll('-', '');
  if (Number.parseInt(traceId.slice(-8), 16) / 2 ** 32 >= exporter.ratio) return undefined;
  return new Span({ name, kind: KIND.consumer, attributes, parent: { traceId } });
}

const MOST_WAITING = 8_192;
const MOST_AT_ONCE = 512;
const FLUSH_MS = 1_000;
const TIMEOUT_MS = 10_000;
/** The end of a process does not wait longer for a silent collector. */
const LAST_MS = 1_000;

/** The most recent start counts. Returns a function that sends the rest. */
export function startTracing(settings: Tracing, log: Logger): () => Promise<void> {
  const started = new Exporter(settings, log);
  exporter = started;
  return async () => {
    exporter = null;
    await Promise.race([started.stop(), sleep(LAST_MS, undefined, { ref: false })]);
  };
}

class Exporter {
  readonly ratio: number;
  readonly #settings: Tracing;
  readonly #log: Logger;
  #waiting: Span[] = [];
  #sending: Promise<void> | null = null;
  readonly #timer: NodeJS.Timeout;

  constructor(settings: Tracing, log: Logger) {
    this.ratio = settings.ratio;
    this.#settings = settings;
    this.#log = log;
    this.#timer = setInterval(() => this.#flush(), FLUSH_MS).unref();
  }

  /** Spans that a slow collector has no time for are dropped: requests do not wait for it. */
  add(span: Span): void {
    if (this.#waiting.length < MOST_WAITING) this.#waiting.push(span);
    else this.#lose('the collector is too slow');
    if (this.#waiting.length >= MOST_AT_ONCE) this.#flush();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sending;
    while (this.#waiting.length > 0) await this.#flush();
  }

  #flush(): Promise<void> {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #send(): Promise<void> {
    const spans = this.#waiting.splice(0, MOST_AT_ONCE);
    if (spans.length === 0) return;
    try {
      const answer = await fetch(`${this.#settings.endpoint}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...this.#settings.headers },
        body: JSON.stringify(requestOf(this.#settings.service, spans)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.arrayBuffer();
      if (!answer.ok) this.#lose(`the collector answers ${answer.status}`);
    } catch (error) {
      this.#lose(((error as Error).cause as Error | undefined)?.message ?? (error as Error).message);
    }
  }

  #lose(reason: string): void {
    sampled(`traces: ${reason}`, (count) => this.#log.warn({ reason, count }, 'traces are lost'));
  }
}

function requestOf(service: string, spans: Span[]) {
  const resource = { attributes: attributesOf({ 'service.name': service, 'process.pid': process.pid }) };
  return {
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'colonnade' }, spans: spans.map(spanOf) }] }],
  };
}

const spanOf = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentId,
  name: span.name,
  kind: span.kind,
  startTimeUnixNano: String(span.startedAt),
  endTimeUnixNano: String(span.endedAt),
  attributes: attributesOf(span.attributes),
  links: span.links,
  status: span.isFailed ? { code: 2 } : {},
});

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => ({ key, value: typed(value as Value) }));

function typed(value: Value) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
