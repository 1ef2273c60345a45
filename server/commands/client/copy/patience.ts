/** Requests of a long run: a server that is away for a moment does not end it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, isAway } from '../../api.ts';
import { Refusal } from '../../failures.ts';

const AGAIN_MS = 500;
/** The longest absence of the server, and the longest stay in a limit of requests. */
const PATIENCE_MS = 120_000;
const PAGE = 100;

const isLater = (error: unknown) =>
  isAway(error) || (error instanceof Refusal && error.code === 'idempotency_in_progress');

/** Only for requests that may be sent twice. */
export async function insist<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isLater(error) || performance.now() > end) throw error;
    }
    await sleep(AGAIN_MS, undefined, { signal });
  }
}

/** The pages of a list. A page of large entries that exceeds the limit of an answer is asked for again, smaller. */
export async function* pagesOf<T>(
  api: Api,
  path: string,
  asked: Record<string, string>,
  signal: AbortSignal,
): AsyncGenerator<T[]> {
  const query = new URLSearchParams(asked);
  for (let limit = PAGE; ; ) {
    query.set('limit', String(limit));
    const page = await insist(() => api.page<T>(`${path}?${query}`), signal).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'answer_too_large' && limit > 1) return null;
      throw error;
    });
    if (page === null) {
      limit = Math.ceil(limit / 4);
      continue;
    }
    yield page.data;
    if (page.nextCursor === null || !page.hasMore) return;
    query.set('cursor', page.nextCursor);
  }
}

/** The rows of those that have one of these ids. */
export async function rowsWithIds<T>(
  api: Api,
  path: string,
  ids: string[],
  asked: Record<string, string>,
  signal: AbortSignal,
): Promise<T[]> {
  if (ids.length === 0) return [];
  const where = JSON.stringify({ id: { in: ids } });
  return (await Array.fromAsync(pagesOf<T>(api, path, { ...asked, where }, signal))).flat();
}

/** One `where` takes this many ids. */
export const IDS_AT_ONCE = PAGE;
