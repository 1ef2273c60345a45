import { Skeleton, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { Check } from './check.tsx';
import type { Column } from './column.ts';
import classes from './list.module.css';
import { rememberRow, useReturnToRow } from './return-to-row.ts';
import type { Selection } from './use-selection.ts';

/** A shorter list is rendered as a whole. */
const VIRTUAL_FROM = 30;
const [ROW_HEIGHT, COMPACT_ROW_HEIGHT] = [49, 37];
/** The heights of rows that were shown, by key: "back" to a list finds its rows at their former places. */
const heights = { roomy: new Map<unknown, number>(), compact: new Map<unknown, number>() };

type Props<Row> = {
  rows: Row[];
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  to: ((row: Row) => string) | undefined;
  selection: Selection | undefined;
  isCompact: boolean;
};

/** The rows of a list. A long list renders only its visible rows. */
export function Rows<Row>({ rows, columns, rowKey, to, selection, isCompact }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const isVirtual = rows.length > VIRTUAL_FROM;
  const known = isCompact ? heights.compact : heights.roomy;
  // Stable between frames: a new function would make the virtualizer measure every row again.
  const getItemKey = useCallback((index: number) => rowKey(rows[index]!), [rows, rowKey]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => known.get(getItemKey(index)) ?? (isCompact ? COMPACT_ROW_HEIGHT : ROW_HEIGHT),
    overscan: 12,
    enabled: isVirtual,
    scrollMargin: body.current ? body.current.getBoundingClientRect().top + window.scrollY : 0,
    getItemKey,
  });
  useEffect(
    () => () => {
      for (const [key, height] of virtual.itemSizeCache) known.set(key, height);
    },
    [virtual, known],
  );
  useReturnToRow(body);
  const shown = isVirtual ? virtual.getVirtualItems() : rows.map((_, index) => ({ index, start: 0, end: 0 }));
  const above = isVirtual ? (shown[0]?.start ?? 0) - virtual.options.scrollMargin : 0;
  const below = isVirtual
    ? virtual.getTotalSize() - ((shown.at(-1)?.end ?? 0) - virtual.options.scrollMargin)
    : 0;
  return (
    <Table.Tbody ref={body} onKeyDown={(event) => moveBetweenRows(event, selection)}>
      {above > 0 && <Table.Tr aria-hidden style={{ height: above }} />}
      {shown.map(({ index }) => {
        const row = rows[index]!;
        const key = rowKey(row);
        const isSelected = selection?.keys.has(key) ?? false;
        return (
          <Table.Tr
            key={key}
            data-index={index}
            data-key={key}
            data-selected={isSelected || undefined}
            ref={isVirtual ? virtual.measureElement : undefined}
            className={to ? classes.linked : undefined}
          >
            {selection && (
              <RowCheck
                isSelected={isSelected}
                rowKey={key}
                name={nameOf(columns, row)}
                toggle={selection.toggle}
              />
            )}
            <Cells row={row} columns={columns} to={to?.(row)} rowKey={key} />
          </Table.Tr>
        );
      })}
      {below > 0 && <Table.Tr aria-hidden style={{ height: below }} />}
    </Table.Tbody>
  );
}

const nameOf = <Row,>([first]: Column<Row>[], row: Row) => String(first!.text?.(row) ?? '');

const RowCheck = memo(function RowCheck(props: {
  isSelected: boolean;
  rowKey: string;
  name: string;
  toggle: Selection['toggle'];
}) {
  return (
    <Table.Td className={classes.check}>
      <Check
        label={`Select ${props.name}`}
        isChecked={props.isSelected}
        onChange={(hasShift) => props.toggle(props.rowKey, hasShift)}
      />
    </Table.Td>
  );
});

/** Memoised: scrolling adds and removes rows, and the remaining ones need no rendering. */
const Cells = memo(CellsOf) as typeof CellsOf;

function CellsOf<Row>(props: {
  row: Row;
  columns: Column<Row>[];
  to: string | undefined;
  rowKey: string;
}): ReactNode {
  const { row, columns, to } = props;
  return columns.map((column, place) => (
    <Table.Td
      key={column.header}
      ta={column.align}
      visibleFrom={column.from}
      className={column.isShort ? classes.short : undefined}
    >
      {place === 0 && to !== undefined ? (
        <Link to={to} className={classes.rowLink} onClick={() => rememberRow(props.rowKey)}>
          {column.render(row)}
        </Link>
      ) : (
        column.render(row)
      )}
    </Table.Td>
  ));
}

/** Arrow keys, or j and k, move from row to row; x selects the row. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>, selection: Selection | undefined): void {
  const from = event.target as HTMLElement;
  if (!from.classList.contains(classes.rowLink!) || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (step !== undefined) {
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${classes.rowLink}`)];
    links[links.indexOf(from) + step]?.focus();
  } else if (event.key === 'x' && selection !== undefined) {
    selection.toggle(from.closest('tr')!.dataset.key!, false);
  } else return;
  event.preventDefault();
}

/** Grey bars in place of rows that are being loaded. */
export function LoadingRows<Row>({ columns, hasChecks }: { columns: Column<Row>[]; hasChecks: boolean }) {
  return (
    <Table.Tbody>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Table.Tr key={key}>
          {hasChecks && <Table.Td className={classes.check} />}
          {columns.map((column) => (
            <Table.Td key={column.header} visibleFrom={column.from}>
              <Skeleton height={14} my={4} />
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
}
