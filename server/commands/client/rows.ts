/** Reads a list of the API page by page. */
import { type Connection, connectTo } from '../api.ts';
import { pairOf } from '../pairs.ts';

export type RowOptions = { filter?: string[]; limit: number; all?: boolean };

/** Every row up to the limit, page by page. A page may be short although more follow. */
export async function* rowsOf<T>(
  path: string,
  options: Connection & RowOptions & { perPage?: number | null },
  signal: AbortSignal,
): AsyncGenerator<T> {
  const { filter = [], limit, all, perPage = 100 } = options;
  const api = connectTo(options, signal);
  const query = new URLSearchParams(filter.map((each) => pairOf('--filter', each)));
  // The feed of events has a cursor of another name, and one on its last page too.
  const cursorName = path === '/v1/events' ? 'after' : 'cursor';
  const most = all ? Number.POSITIVE_INFINITY : limit;
  for (let passed = 0; passed < most; ) {
    if (perPage !== null) query.set('limit', String(Math.min(perPage, most - passed)));
    const asked = query.size === 0 ? path : `${path}?${query}`;
    const { data, nextCursor, hasMore } = await api.page<T>(asked);
    for (const row of data.slice(0, most - passed)) yield row;
    passed += data.length;
    if (nextCursor === null || !hasMore) return;
    query.set(cursorName, nextCursor);
  }
}
