/** The columns, row height and form of dates that a person chose for a list, kept in this browser per account and tenant. */
import { useCallback, useState } from 'react';
import { useSession } from '../../session/use-session.ts';
import type { Column } from './column.ts';

export type Layout = {
  /** The headers of the shown columns, in their order; null: as the list comes. */
  columns: string[] | null;
  isCompact: boolean;
  hasFullDates: boolean;
};

const AS_IT_COMES: Layout = { columns: null, isCompact: false, hasFullDates: false };

/** Validates the stored layout: an older dashboard or a person may have written it. */
function read(key: string): Layout {
  try {
    const { columns, isCompact, hasFullDates } = JSON.parse(localStorage.getItem(key) ?? '{}');
    const isList = Array.isArray(columns) && columns.every((header) => typeof header === 'string');
    return {
      columns: isList ? columns : null,
      isCompact: isCompact === true,
      hasFullDates: hasFullDates === true,
    };
  } catch {
    return AS_IT_COMES;
  }
}

export type ListLayout = readonly [layout: Layout, change: (changed: Partial<Layout>) => void];

export function useLayout(name: string): ListLayout {
  const { tenant, actor } = useSession();
  const key = `colonnade.list.${name}.${tenant.id}.${actor.id}`;
  const [layout, setLayout] = useState(() => read(key));
  const change = useCallback(
    (changed: Partial<Layout>) =>
      setLayout((before) => {
        const next = { ...before, ...changed };
        localStorage.setItem(key, JSON.stringify(next));
        return next;
      }),
    [key],
  );
  return [layout, change] as const;
}

/** The columns to show. The first one is the row's link and always shown. A chosen column is shown in every window. */
export function shownColumns<Row>(all: Column<Row>[], chosen: string[] | null): Column<Row>[] {
  if (chosen === null) return all.filter((column) => !column.isOptional);
  const known = chosen.flatMap((header) => all.slice(1).find((column) => column.header === header) ?? []);
  return [all[0]!, ...known.map(({ from: _, ...column }) => column)];
}
