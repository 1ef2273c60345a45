/** The views of a list: built-in ones, and the saved ones, which the staff of the tenant shares. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Item } from '../../api.ts';
import type { ListLayout } from '../list/use-layout.ts';
import { useList } from '../use-data.ts';

export type SavedView = Item<'listViews'>;
/** `id` names the view in the address. */
export type View = { id: string; name: string; query: Record<string, string>; saved?: SavedView };

type Search = Record<string, string | undefined>;

const same = (a: Search, b: Search) =>
  [...Object.keys(a), ...Object.keys(b)].every((name) => (a[name] ?? '') === (b[name] ?? ''));

/** The list without filters has this id, so that it can be chosen although another view is the default. */
const ALL = 'all';

export function useViews(list: string, builtIn: View[], [layout, changeLayout]: ListLayout) {
  const { view: chosen, ...query } = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const { rows, isPending } = useList('listViews', { query: { list, limit: 100 } });
  const saved = rows
    .toSorted((a, b) => a.place - b.place || a.name.localeCompare(b.name))
    .map((view): View => ({ id: view.id, name: view.name, query: view.query, saved: view }));
  const all = [{ id: ALL, name: 'All', query: {} }, ...builtIn, ...saved];
  const open = (view: View, options?: { replace: boolean }) => {
    if (view.saved) changeLayout({ columns: view.saved.columns });
    void navigate({ to: '.', search: { ...view.query, view: view.id } as never, ...options });
  };
  const isBare = chosen === undefined && Object.keys(query).length === 0;
  const initial = saved.find((view) => view.saved!.isDefault);
  // The list opens with its default view. Its address then names the view, so that it can be left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an address without a view opens the default
  useEffect(() => {
    if (isBare && initial !== undefined) open(initial, { replace: true });
  }, [isBare, initial?.id]);
  const current =
    all.find((view) => view.id === chosen && same(view.query, query)) ??
    all.find((view) => same(view.query, query));
  return {
    all,
    saved,
    current,
    /** The saved view from which the filters in use were changed. */
    changed: current === undefined ? saved.find(({ id }) => id === chosen) : undefined,
    query: query as Record<string, string>,
    columns: layout.columns,
    open,
    /** The default is not known yet: the list would show other rows for a moment. */
    isDeciding: isBare && (isPending || initial !== undefined),
  };
}
