import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { lazy, startTransition, useEffect, useState } from 'react';
import { Check } from './check.tsx';
import type { Column, Sorting } from './column.ts';
import classes from './list.module.css';
import type { Resizing } from './resize-handle.tsx';
import type { Selection } from './use-selection.ts';

const SETTLED_MS = 6_000;

const ResizeHandle = lazy(() => import('./resize-handle.tsx'));

/** The heads of a list: a click on a sortable one sorts by it, a second click turns the order around. */
export function Head(props: {
  columns: Column<never>[];
  sorting: Sorting | undefined;
  selection: Selection | undefined;
  /** Undefined where the columns of a list cannot be resized. */
  resizing: Resizing | undefined;
}) {
  const { columns, sorting, selection, resizing } = props;
  const [isSettled, settle] = useState(false);
  // The handles are loaded when someone comes near, or long after the rows.
  const addHandles = () => startTransition(() => settle(true));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list
  useEffect(() => {
    const timer = setTimeout(addHandles, SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Table.Thead onPointerEnter={addHandles} onFocus={addHandles}>
      <Table.Tr>
        {selection && (
          <Table.Th className={classes.check}>
            <Check
              label="Select all loaded rows"
              isChecked={selection.isAll}
              isPartial={selection.keys.size > 0 && !selection.isAll}
              onChange={selection.toggleAll}
            />
          </Table.Th>
        )}
        {columns.map((column, place) => (
          <Table.Th
            key={column.header}
            data-header={column.header}
            ta={column.align}
            // The last column takes what is left.
            __vars={place < columns.length - 1 ? inPixels(resizing?.widths[column.header]) : undefined}
            w={column.width}
            visibleFrom={column.from}
            aria-sort={ariaSort(column, sorting)}
          >
            {column.sort === undefined || sorting === undefined ? (
              column.header
            ) : (
              <SortButton column={column} sort={column.sort} sorting={sorting} />
            )}
            {isSettled && resizing && place < columns.length - 1 && (
              <ResizeHandle header={column.header} resizing={resizing} />
            )}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

const inPixels = (width: number | undefined) => ({ '--width': width && `${width}px` }) as never;

function ariaSort({ sort }: Column<never>, sorting: Sorting | undefined) {
  if (sort === undefined || sorting === undefined) return undefined;
  if (sorting.by !== sort) return 'none' as const;
  return sorting.isDescending ? ('descending' as const) : ('ascending' as const);
}

function SortButton(props: { column: Column<never>; sort: string; sorting: Sorting }) {
  const { column, sort, sorting } = props;
  const isCurrent = sorting.by === sort;
  const Icon = !isCurrent ? IconSelector : sorting.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <UnstyledButton
      className={classes.sort}
      data-current={isCurrent || undefined}
      onClick={() => sorting.set(sort, isCurrent ? !sorting.isDescending : !column.ascendsFirst)}
    >
      {column.header}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  );
}
