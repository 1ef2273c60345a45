import { Skeleton, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
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

/** Rows come and go in blocks of so many: in most frames of a scroll, nothing but the position changes. */
const BLOCK = 8;
function wholeBlocks({ startIndex, endIndex, overscan, count }: Range): number[] {
  const from = Math.max(0, Math.floor((startIndex - overscan) / BLOCK) * BLOCK);
  const end = Math.min(count, Math.ceil((endIndex + 1 + overscan) / BLOCK) * BLOCK);
  return Array.from({ length: end - from }, (_, n) => from + n);
}

type Props<Row> = {
  rows: Row[];
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  to: ((row: Row) => string | undefined) | undefined;
  open: ((row: Row) => void) | undefined;
  selection: Selection | undefined;
  isCompact: boolean;
};

/** The rows of a list. A long list renders only its visible rows. */
export function Rows<Row>({ rows, columns, rowKey, to, open, selection, isCompact }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const isVirtual = rows.length > VIRTUAL_FROM;
  const known = isCompact ? heights.compact : heights.roomy;
  // Stable between frames: a new function would make the virtualizer measure every row again.
  const getItemKey = useCallback((index: number) => rowKey(rows[index]!), [rows, rowKey]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => known.get(getItemKey(index)) ?? (isCompact ? COMPACT_ROW_HEIGHT : ROW_HEIGHT),
    overscan: BLOCK,
    rangeExtractor: wholeBlocks,
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
        return (
          <ListRow
            key={key}
            index={index}
            row={row}
            rowKey={key}
            columns={columns}
            to={to?.(row)}
            open={open}
            measure={isVirtual ? virtual.measureElement : undefined}
            isSelected={selection?.keys.has(key) ?? false}
            toggle={selection?.toggle}
          />
        );
      })}
      {below > 0 && <Table.Tr aria-hidden style={{ height: below }} />}
    </Table.Tbody>
  );
}

const nameOf = <Row,>([first]: Column<Row>[], row: Row) => String(first!.text?.(row) ?? '');

/** Plain elements with the classes of the kit: its own take most of the time in which rows are rendered while one scrolls. */
const kit = Table.classes as { tr: string; td: string };

type RowProps<Row> = {
  index: number;
  row: Row;
  rowKey: string;
  columns: Column<Row>[];
  to: string | undefined;
  open: ((row: Row) => void) | undefined;
  measure: ((element: HTMLElement | null) => void) | undefined;
  isSelected: boolean;
  /** Undefined: the rows of this list cannot be selected. */
  toggle: Selection['toggle'] | undefined;
};

/** Memoised: scrolling adds and removes rows, and the remaining ones need no rendering. */
const ListRow = memo(ListRowOf) as typeof ListRowOf;

function ListRowOf<Row>(props: RowProps<Row>) {
  const { row, rowKey, columns, to, open, isSelected, toggle } = props;
  return (
    <tr
      data-index={props.index}
      data-key={rowKey}
      data-selected={isSelected || undefined}
      data-with-row-border
      ref={props.measure}
      className={to || open ? `${kit.tr} ${classes.linked}` : kit.tr}
    >
      {toggle && (
        <td className={`${kit.td} ${classes.check}`}>
          <Check
            label={`Select ${nameOf(columns, row)}`}
            isChecked={isSelected}
            onChange={(hasShift) => toggle(rowKey, hasShift)}
          />
        </td>
      )}
      <Cells row={row} columns={columns} to={to} open={open} rowKey={rowKey} />
    </tr>
  );
}

/** Memoised: a row that is selected needs no new cells. */
const Cells = memo(CellsOf) as typeof CellsOf;

function CellsOf<Row>(props: {
  row: Row;
  columns: Column<Row>[];
  to: string | undefined;
  open: ((row: Row) => void) | undefined;
  rowKey: string;
}): ReactNode {
  const { row, columns, to, open } = props;
  return columns.map((column, place) => (
    <td key={column.header} style={column.align && { textAlign: column.align }} className={cellClass(column)}>
      {place === 0 && to !== undefined ? (
        <Link to={to} className={classes.rowLink} onClick={() => rememberRow(props.rowKey)}>
          {column.render(row)}
        </Link>
      ) : place === 0 && open ? (
        <button type="button" className={classes.rowLink} onClick={() => open(row)}>
          {column.render(row)}
        </button>
      ) : (
        column.render(row)
      )}
    </td>
  ));
}

const cellClass = ({ isShort, from }: Pick<Column<never>, 'isShort' | 'from'>) =>
  [kit.td, isShort && classes.short, from && `mantine-visible-from-${from}`].filter(Boolean).join(' ');

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
