/** Follows the feed of events. A server that is away for a while costs no event: the cursor stays. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, type Connection, connectTo, isAway } from '../api.ts';
import { plain } from '../output.ts';

export type FeedEvent = { id: string; type: string; createdAt: string; data: object };

const ASK_EVERY_MS = 1_000;

/** Yields events until it is stopped. `began` is called after the first answer, which also proves the address and the key. */
export async function* followFeed(
  api: Api,
  { types, after = 'end' }: { types?: string; after?: string },
  began: () => void,
  signal: AbortSignal,
): AsyncGenerator<FeedEvent> {
  const query = new URLSearchParams({ limit: '100', ...(types && { types }) });
  let cursor = after;
  let hasBegun = false;
  let wasAway = false;
  while (!signal.aborted) {
    query.set('after', cursor);
    const page = await api.page<FeedEvent>(`/v1/events?${query}`).catch((error: unknown) => {
      if (signal.aborted) return null;
      if (!hasBegun || !isAway(error)) throw error;
      if (!wasAway) console.error(error.message);
      wasAway = true;
      return null;
    });
    if (page !== null) {
      if (!hasBegun) began();
      if (wasAway) console.error('The server answers again.');
      [hasBegun, wasAway, cursor] = [true, false, page.nextCursor!];
      yield* page.data;
      if (page.hasMore) continue;
    }
    await sleep(ASK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

export type TailOptions = Connection & { types?: string; after?: string; json?: boolean };

/** `events tail` */
export async function tailEvents(options: TailOptions, signal: AbortSignal): Promise<void> {
  const began = () => options.json || console.error('Waiting for events. Stop with Ctrl-C.');
  for await (const event of followFeed(connectTo(options, signal), options, began, signal)) {
    console.log(options.json ? JSON.stringify(event) : plain(describe(event)));
  }
}

const describe = ({ id, type, createdAt, data }: FeedEvent) =>
  `${createdAt}  ${type}  ${id}\n${JSON.stringify(data, null, 2)}`;
