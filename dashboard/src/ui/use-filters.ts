/** Filters are in the URL: they survive a reload, can be sent to a colleague, and "back" restores the former ones. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import type { Sorting } from './list/column.ts';

export type Filters<Name extends string> = Partial<Record<Name, string>>;

export function useFilters<Name extends string>(
  ...names: Name[]
): [Filters<Name>, (change: Filters<Name>) => void] {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const values = Object.fromEntries(
    names.filter((name) => search[name]).map((name) => [name, search[name]]),
  ) as Filters<Name>;
  const own = useRef(location.pathname);
  const change = useCallback(
    (next: Filters<Name>) => {
      // A search that is told after a pause in typing must not filter the screen that was opened meanwhile.
      if (location.pathname !== own.current) return;
      const merge = (before: Record<string, unknown>) => ({ ...before, ...next });
      void navigate({ to: '.', search: merge as never, replace: true, resetScroll: false });
    },
    [navigate],
  );
  return [values, change];
}

/** The sort of a list, in the URL. The usual one, newest first, is left out. `place` tells the lists of one page apart. */
export function useSorting(usual = 'createdAt', place = ''): Sorting {
  const [sort, order] = [`${place}sort`, `${place}order`];
  const [values, change] = useFilters(sort, order);
  return {
    by: values[sort] ?? usual,
    isDescending: values[order] !== 'asc',
    set: (by, isDescending) =>
      change({ [sort]: by === usual ? undefined : by, [order]: isDescending ? undefined : 'asc' }),
  };
}
