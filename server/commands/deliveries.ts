/** `deliveries list` and `events tail`: what became of a tenant's webhooks, and its events as they happen. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, connectTo, ServerAway } from './api.ts';
import { pairOf } from './export.ts';
import { plain, print, shortTime, table } from './output.ts';

type Listed = {
  id: string;
  eventType: string;
  eventAt: string;
  status: string;
  attemptCount: number;
  subscriptionName: string | null;
  lastAttempt: { statusCode: number | null; failure: string | null } | null;
};

export type ListOptions = Connection & { filter?: string[]; limit: number; json?: boolean };

export async function listDeliveriesCommand(options: ListOptions, signal: AbortSignal): Promise<void> {
  const query = new URLSearchParams();
  for (const filter of options.filter ?? []) query.append(...pairOf('--filter', filter));
  const api = connectTo(options, signal);
  const found: Listed[] = [];
  // A page may be short although more follow: the server scans a bounded number of deliveries for each.
  for (let cursor: string | null = ''; cursor !== null && found.length < options.limit; ) {
    if (cursor !== '') query.set('cursor', cursor);
    query.set('limit', String(Math.min(100, options.limit - found.length)));
    const { data, nextCursor } = await api.page<Listed>(`/v1/webhooks/deliveries?${query}`);
    found.push(...data);
    cursor = nextCursor;
  }
  const rows = found.map((delivery) => ({
    event: shortTime(delivery.eventAt),
    type: delivery.eventType,
    state: delivery.status,
    answer: String(delivery.lastAttempt?.statusCode ?? delivery.lastAttempt?.failure ?? '–'),
    attempts: String(delivery.attemptCount),
    subscription: delivery.subscriptionName ?? '(deleted)',
    id: delivery.id,
  }));
  print(options, found, table(rows, 'No delivery matches.'));
}

type FeedEvent = { id: string; type: string; createdAt: string; data: object };

export type TailOptions = Connection & { types?: string; after?: string; json?: boolean };

const ASK_EVERY_MS = 1_000;

/** Prints events until it is stopped. A server that is away for a while costs no event: the cursor stays. */
export async function tailEvents(options: TailOptions, signal: AbortSignal): Promise<void> {
  const api = connectTo(options, signal);
  const query = new URLSearchParams({ limit: '100', ...(options.types && { types: options.types }) });
  let cursor = options.after ?? 'end';
  let isAway = false;
  let isFirst = true;
  while (!signal.aborted) {
    query.set('after', cursor);
    try {
      const { data, nextCursor, hasMore } = await api.page<FeedEvent>(`/v1/events?${query}`);
      if (isFirst && !options.json) console.error('Waiting for events. Stop with Ctrl-C.');
      if (isAway) console.error('The server answers again.');
      [isFirst, isAway, cursor] = [false, false, nextCursor!];
      for (const event of data) console.log(options.json ? JSON.stringify(event) : plain(describe(event)));
      if (hasMore) continue;
    } catch (error) {
      if (signal.aborted) return;
      // The first request also shows a wrong address or key.
      if (isFirst || !(error instanceof ServerAway)) throw error;
      if (!isAway) console.error(error.message);
      isAway = true;
    }
    await sleep(ASK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

const describe = ({ id, type, createdAt, data }: FeedEvent) =>
  `${createdAt}  ${type}  ${id}\n${JSON.stringify(data, null, 2)}`;
