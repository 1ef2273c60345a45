import { useMemo } from 'react';
import type { Item } from '../../api.ts';
import { useList } from '../../ui/use-data.ts';

export type StockLocation = Item<'listLocations'>;

/** The locations, in the order in which stock is taken. */
export function useLocations(): { all: StockLocation[]; isPending: boolean } {
  const { rows, isPending } = useList('listLocations', { query: { limit: 100 } });
  const all = useMemo(
    () => rows.toSorted((one, other) => one.priority - other.priority || (one.id < other.id ? -1 : 1)),
    [rows],
  );
  return { all, isPending };
}

/** The name of a location, or a dash while it is unknown. */
export function useLocationName(): (id: string) => string {
  const { all } = useLocations();
  return useMemo(() => {
    const names = new Map(all.map(({ id, name }) => [id, name]));
    return (id: string) => names.get(id) ?? '–';
  }, [all]);
}

/** The active locations, to choose one from. */
export function useLocationOptions() {
  const { all } = useLocations();
  return useMemo(
    () => all.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name })),
    [all],
  );
}
