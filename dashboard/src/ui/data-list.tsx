/** A list of rows from the API: keyset pages, loading, empty and error states. A long list renders only its visible rows. */
import { Button, Center, Skeleton, Table, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import classes from './ui.module.css';
import type { ListResult } from './use-data.ts';

export type Column<Row> = {
  header: string;
  render: (row: Row) => ReactNode;
  align?: 'right';
  width?: number | string;
  /** Hides the column in windows narrower than this. */
  from?: 'xs' | 'sm' | 'md' | 'lg';
};

type Props<Row> = {
  label: string;
  list: ListResult<Row>;
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  /** The link of a row; its first cell becomes the anchor. */
  to?: (row: Row) => string;
  empty: ReactNode;
};

const VIRTUAL_FROM = 100;
const ROW_HEIGHT = 49;

export function DataList<Row>(props: Props<Row>) {
  const { list, columns, label } = props;
  if (list.error && list.rows.length === 0)
    return <ErrorNotice error={list.error} retry={() => void list.refetch()} />;
  if (!list.isPending && list.rows.length === 0) return props.empty;
  return (
    <div className={classes.list} data-stale={list.isPlaceholderData || undefined}>
      <Table verticalSpacing="sm" horizontalSpacing="md" aria-label={label} aria-busy={list.isPending}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.header} ta={column.align} w={column.width} visibleFrom={column.from}>
                {column.header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {list.isPending ? <Waiting columns={columns} /> : <Rows {...props} />}
      </Table>
      <End list={list} />
    </div>
  );
}

function Waiting<Row>({ columns }: { columns: Column<Row>[] }) {
  return (
    <Table.Tbody>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Table.Tr key={key}>
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

function Rows<Row>({ list, columns, rowKey, to }: Props<Row>) {
  const { rows } = list;
  const body = useRef<HTMLTableSectionElement>(null);
  const isVirtual = rows.length > VIRTUAL_FROM;
  // Stable between frames: a new function would make the virtualizer measure every row again.
  const getItemKey = useCallback((index: number) => rowKey(rows[index]!), [rows, rowKey]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
    enabled: isVirtual,
    scrollMargin: body.current?.offsetTop ?? 0,
    getItemKey,
  });
  const shown = isVirtual ? virtual.getVirtualItems() : rows.map((_, index) => ({ index, start: 0, end: 0 }));
  const above = isVirtual ? (shown[0]?.start ?? 0) - virtual.options.scrollMargin : 0;
  const below = isVirtual
    ? virtual.getTotalSize() - ((shown.at(-1)?.end ?? 0) - virtual.options.scrollMargin)
    : 0;
  return (
    <Table.Tbody ref={body} onKeyDown={moveBetweenRows}>
      {above > 0 && <Table.Tr aria-hidden style={{ height: above }} />}
      {shown.map(({ index }) => {
        const row = rows[index]!;
        return (
          <Table.Tr
            key={rowKey(row)}
            data-index={index}
            ref={isVirtual ? virtual.measureElement : undefined}
            className={to ? classes.linked : undefined}
          >
            <Cells row={row} columns={columns} to={to?.(row)} />
          </Table.Tr>
        );
      })}
      {below > 0 && <Table.Tr aria-hidden style={{ height: below }} />}
    </Table.Tbody>
  );
}

/** Memoised: scrolling adds and removes rows, and the remaining ones need no rendering. */
const Cells = memo(CellsOf) as typeof CellsOf;

function CellsOf<Row>(props: { row: Row; columns: Column<Row>[]; to: string | undefined }): ReactNode {
  const { row, columns, to } = props;
  return columns.map((column, place) => (
    <Table.Td key={column.header} ta={column.align} visibleFrom={column.from}>
      {place === 0 && to !== undefined ? (
        <Link to={to} className={classes.rowLink}>
          {column.render(row)}
        </Link>
      ) : (
        column.render(row)
      )}
    </Table.Td>
  ));
}

/** Arrow keys, or j and k, move from row to row. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  const from = event.target as HTMLElement;
  if (step === undefined || !from.classList.contains(classes.rowLink!)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${classes.rowLink}`)];
  links[links.indexOf(from) + step]?.focus();
  event.preventDefault();
}

/** Loads the next page when this part becomes visible; the button serves keyboards and screen readers. */
function End({ list }: { list: ListResult<unknown> }) {
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error } = list;
  const isNear = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  }, [isNear, hasNextPage, isFetchingNextPage, error, fetchNextPage]);
  if (error) return <ErrorNotice error={error} retry={() => void fetchNextPage()} />;
  if (!hasNextPage) return null;
  return (
    <Center ref={ref} py="md">
      {isFetchingNextPage ? (
        <Text size="sm" c="dimmed" role="status">
          Loading more …
        </Text>
      ) : (
        <Button variant="default" size="xs" onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </Center>
  );
}
