/** Reads and writes through the API by operation: the cache keys are the names of the SDK's functions. */
import {
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Input } from '../../../sdk/client.ts';
import { type Answer, api, type Data, type Item, type OperationName } from '../api.ts';
import { type ListPage, useLiveRows } from './live-rows.ts';
import { toast } from './toast.ts';

type Call = (input?: unknown) => Promise<unknown>;
const call = <Name extends OperationName>(name: Name, input?: unknown) =>
  (api[name] as Call)(input) as Promise<Answer<Name>>;

export type DataOptions = {
  refetchInterval?: number | false;
  enabled?: boolean;
  refetchOnMount?: 'always';
  /** The answer to the former input stays until the next one arrives, as for suggestions while somebody types. */
  keepsFormer?: boolean;
};

/** The `data` of one operation: `useData('getOrder', { path: { id } })`. */
export function useData<Name extends OperationName>(name: Name, input?: Input<Name>, options?: DataOptions) {
  const { keepsFormer, ...others } = options ?? {};
  return useQuery({
    queryKey: [name, input ?? {}] as QueryKey,
    queryFn: async () => ((await call(name, input)) as { data: Data<Name> }).data,
    ...(keepsFormer && { placeholderData: keepPreviousData }),
    ...others,
  });
}

/** The interval in ms at which an open list reads its first page again. */
export const LIVE = 10_000;
/** A longer list is not read again as a whole when it is opened again: each page is a request. */
const FEW_PAGES = 5;
const HALF_AN_HOUR = 1_800_000;

/** One page of a list; `cursor` is the end of the page before. */
export function readPage<Name extends OperationName>(
  name: Name,
  input: Input<Name> | undefined,
  cursor: string | null,
  limit = 50,
): Promise<ListPage> {
  const { query = {}, ...rest } = (input ?? {}) as { query?: object };
  const asked = { ...rest, query: { limit, ...query, ...(cursor !== null && { cursor }) } };
  return call(name, asked) as Promise<unknown> as Promise<ListPage>;
}

/**
 * A keyset list, page by page: `useList('listOrders', { query: { status } })`, for `DataList`. With `refetchInterval`, its first
 * page is read again at that interval. `atOnce`: new rows appear without a button that asks for them.
 */
export function useList<Name extends OperationName>(
  name: Name,
  input?: Input<Name>,
  options?: DataOptions & { atOnce?: boolean },
) {
  const { refetchInterval = false, atOnce, ...others } = options ?? {};
  const text = JSON.stringify(input ?? {});
  const queryKey = useMemo(() => [name, JSON.parse(text)] as QueryKey, [name, text]);
  const result = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => readPage(name, input, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.pagination.hasMore ? page.pagination.nextCursor : null),
    // The former rows stay, greyed, until a changed filter is answered; an empty list in between would flicker.
    placeholderData: keepPreviousData,
    staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > FEW_PAGES ? Infinity : LIVE),
    gcTime: HALF_AN_HOUR,
    ...others,
  });
  const { newRows, showNewRows } = useLiveRows(
    queryKey,
    result,
    () => readPage(name, input, null),
    refetchInterval,
    atOnce,
  );
  const { pages } = result.data ?? {};
  const rows = useMemo(() => (pages ?? []).flatMap((page) => page.data) as Item<Name>[], [pages]);
  return { ...result, rows, newRows, showNewRows };
}

export type ListResult<Row> = Pick<
  ReturnType<typeof useList>,
  | 'error'
  | 'isPending'
  | 'isPlaceholderData'
  | 'isFetching'
  | 'isFetchingNextPage'
  | 'hasNextPage'
  | 'fetchNextPage'
  | 'refetch'
  | 'newRows'
  | 'showNewRows'
> & { rows: Row[] };

/**
 * A mutation. It reads the queries it makes outdated again before it counts as done, so that no screen shows old data.
 * `invalidates` names operations.
 */
export function useAction<Input, Result>(
  act: (input: Input) => Promise<Result>,
  options: {
    invalidates?: OperationName[];
    /** Shown in a toast. */
    successMessage?: string | ((result: Result, input: Input) => string);
    /** Takes the action back; the message offers it. Returns undefined if that is not possible. */
    undo?: (result: Result, input: Input) => (() => Promise<unknown>) | undefined;
    done?: (result: Result, input: Input) => void;
    /** A failure appears in a toast, unless the caller shows it. */
    showsFailure?: boolean;
  } = {},
) {
  const client = useQueryClient();
  const { invalidates = [], successMessage: said, undo, done, showsFailure } = options;
  const refresh = () =>
    Promise.all(invalidates.map((name) => client.invalidateQueries({ queryKey: [name] })));
  return useMutation({
    mutationFn: act,
    onSuccess: async (result, input) => {
      const back = undo?.(result, input);
      await refresh();
      const takeBack = back && (() => back().then(refresh));
      if (said !== undefined) toast.done(typeof said === 'string' ? said : said(result, input), takeBack);
      done?.(result, input);
    },
    onError: (error) => {
      if (!showsFailure) toast.failed(error);
    },
  });
}
