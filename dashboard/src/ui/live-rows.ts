/** Keeps an open list current: its first page is read again at intervals, and new rows come in above the others. */
import { type InfiniteData, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';

export type ListPage = { data: unknown[]; pagination: { nextCursor: string | null; hasMore: boolean } };
export type ListPages = InfiniteData<ListPage, unknown>;

const idOf = (row: unknown) => (row as { id: string }).id;
const idsOf = (rows: unknown[]) => new Set(rows.map(idOf));

/**
 * Replaces the first page by a newer one. Rows that the new ones pushed out of it stay behind it, so that no gap opens before the
 * second page. Returns undefined if the two pages do not overlap, as when more rows are new than a page holds.
 */
export function withHead({ pages, pageParams }: ListPages, head: ListPage): ListPages | undefined {
  const [first, ...rest] = pages as [ListPage, ...ListPage[]];
  if (rest.length === 0) return { pages: [head], pageParams };
  const last = head.data.at(-1);
  const end = first.data.findIndex((row) => last !== undefined && idOf(row) === idOf(last));
  if (end === -1) return undefined;
  const there = idsOf(head.data);
  const pushedOut = first.data.slice(end + 1).filter((row) => !there.has(idOf(row)));
  return {
    pages: [
      { data: [...head.data, ...pushedOut], pagination: first.pagination },
      ...rest.map((page) => ({ ...page, data: page.data.filter((row) => !there.has(idOf(row))) })),
    ],
    pageParams,
  };
}

/** The rows of a newer first page that stand above all known ones. */
export function countNew(known: ListPage, head: ListPage): number {
  const ids = idsOf(known.data);
  const above = head.data.findIndex((row) => ids.has(idOf(row)));
  return above === -1 ? head.data.length : above;
}

const isSame = (known: ListPage, head: ListPage) =>
  known.data.length >= head.data.length &&
  JSON.stringify(known.data.slice(0, head.data.length)) === JSON.stringify(head.data);

/** Below this, rows that come in above would move the ones that are being read. */
const NEAR_THE_TOP = 120;

/**
 * Reads the first page every `interval` ms while the page is visible. Changed rows are replaced at once. New rows appear at once
 * at the top of the page; further down they wait until the person asks for them, unless nothing there asks (`atOnce`).
 */
export function useLiveRows(
  queryKey: QueryKey,
  list: { data: ListPages | undefined; dataUpdatedAt: number; isPlaceholderData: boolean },
  readFirstPage: () => Promise<ListPage>,
  interval: number | false,
  atOnce = false,
): { newRows: number; showNewRows: () => void } {
  const client = useQueryClient();
  const pages = list.isPlaceholderData ? undefined : list.data;
  const isOn = interval !== false && pages !== undefined;
  const { data: head, dataUpdatedAt } = useQuery({
    queryKey: [...queryKey, 'head'],
    queryFn: readFirstPage,
    enabled: isOn,
    refetchInterval: interval,
    staleTime: interval || 0,
    initialData: () => pages?.pages[0],
    initialDataUpdatedAt: list.dataUpdatedAt,
    retry: false,
  });
  const first = pages?.pages[0];
  const isNewer = isOn && head !== undefined && dataUpdatedAt > list.dataUpdatedAt && !isSame(first!, head);
  const newRows = isNewer && first!.data.length > 0 ? countNew(first!, head) : 0;
  const show = useCallback(() => {
    if (pages === undefined || head === undefined) return;
    const merged = withHead(pages, head);
    if (merged === undefined) void client.invalidateQueries({ queryKey, exact: true });
    else client.setQueryData(queryKey, merged);
  }, [client, queryKey, pages, head]);
  useEffect(() => {
    if (isNewer && (newRows === 0 || atOnce || window.scrollY < NEAR_THE_TOP)) show();
  }, [isNewer, newRows, atOnce, show]);
  const showNewRows = () => {
    window.scrollTo({ top: 0 });
    show();
  };
  return { newRows, showNewRows };
}
