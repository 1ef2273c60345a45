import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { Check } from './check.tsx';
import type { Column, Sorting } from './column.ts';
import classes from './list.module.css';
import type { Selection } from './use-selection.ts';

/** The heads of a list: a click on a sortable one sorts by it, a second click turns the order around. */
export function Head(props: {
  columns: Column<never>[];
  sorting: Sorting | undefined;
  selection: Selection | undefined;
}) {
  const { columns, sorting, selection } = props;
  return (
    <Table.Thead>
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
        {columns.map((column) => (
          <Table.Th
            key={column.header}
            ta={column.align}
            w={column.width}
            visibleFrom={column.from}
            aria-sort={ariaSort(column, sorting)}
          >
            {column.sort === undefined || sorting === undefined ? (
              column.header
            ) : (
              <SortButton header={column.header} sort={column.sort} sorting={sorting} />
            )}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

function ariaSort({ sort }: Column<never>, sorting: Sorting | undefined) {
  if (sort === undefined || sorting === undefined) return undefined;
  if (sorting.by !== sort) return 'none' as const;
  return sorting.isDescending ? ('descending' as const) : ('ascending' as const);
}

function SortButton({ header, sort, sorting }: { header: string; sort: string; sorting: Sorting }) {
  const isCurrent = sorting.by === sort;
  const Icon = !isCurrent ? IconSelector : sorting.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <UnstyledButton
      className={classes.sort}
      data-current={isCurrent || undefined}
      onClick={() => sorting.set(sort, isCurrent ? !sorting.isDescending : true)}
    >
      {header}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  );
}
