/** The columns and their widths, row height and form of dates that a person chose for a list, kept in this browser per account and tenant. */
import { useCallback, useState } from 'react';
import { useSession } from '../../session/use-session.ts';
import type { Column } from './column.ts';

export type Layout = {
  /** The headers of the shown columns, in their order; null: as the list comes. */
  columns: string[] | null;
  isCompact: boolean;
  hasFullDates: boolean;
  /** Pixels by header, of columns whose width was changed, and of those that stood beside them. */
  widths: Record<string, number>;
};

export const MIN_WIDTH = 64;
const MAX_WIDTH = 2_000;

const AS_IT_COMES: Layout = { columns: null, isCompact: false, hasFullDates: false, widths: {} };

/** Validates the stored layout: an older dashboard or a person may have written it. */
function read(key: string): Layout {
  try {
    const { columns, isCompact, hasFullDates, widths } = JSON.parse(localStorage.getItem(key) ?? '{}');
    const isList = Array.isArray(columns) && columns.every((header) => typeof header === 'string');
    return {
      columns: isList ? columns : null,
      isCompact: isCompact === true,
      hasFullDates: hasFullDates === true,
      widths: Object.fromEntries(Object.entries(widths ?? {}).filter(isWidth)),
    };
  } catch {
    return AS_IT_COMES;
  }
}

const isWidth = (entry: [string, unknown]): entry is [string, number] =>
  typeof entry[1] === 'number' && entry[1] >= MIN_WIDTH && entry[1] <= MAX_WIDTH;

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
