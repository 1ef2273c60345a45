/**
 * A list of rows from the API: keyset pages, loading, empty and error states, sorting, a choice of columns, and actions for
 * selected rows.
 */
import { Button, Center, Table, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { type ReactNode, useEffect, useMemo } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { Bar } from './list/bar.tsx';
import type { Column, Sorting } from './list/column.ts';
import { FullDates } from './list/full-dates.ts';
import { Head } from './list/head.tsx';
import { LayoutMenu } from './list/layout-menu.tsx';
import classes from './list/list.module.css';
import { LoadingRows, Rows } from './list/rows.tsx';
import { type Layout, type ListLayout, shownColumns, useLayout } from './list/use-layout.ts';
import { useSelection } from './list/use-selection.ts';
import type { ListResult } from './use-data.ts';

export type { Column } from './list/column.ts';

type Props<Row> = {
  label: string;
  list: ListResult<Row>;
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  /** The link of a row; its first cell becomes the anchor. */
  to?: ((row: Row) => string | undefined) | undefined;
  /** What a click on a row opens, where a row has no page; its first cell becomes the button. */
  open?: ((row: Row) => void) | undefined;
  empty: ReactNode;
  sorting?: Sorting;
  /** How many rows match, if the API counted them. */
  count?: number;
  /** The buttons for the selected rows. With them, rows have checkboxes. */
  bulk?: ((selected: Row[], clear: () => void) => ReactNode) | undefined;
  /** One row and several, for example `['order', 'orders']`. */
  nouns?: [one: string, several: string];
  /** The layout, if the screen needs it too. */
  layout?: ListLayout;
  /** Without the line above the rows, as for a list that is a part of a page. */
  isPart?: boolean;
  /** Further buttons at the end of the line above the rows. */
  tools?: ReactNode;
};

export function DataList<Row>(props: Props<Row>) {
  const { list } = props;
  if (list.error && list.rows.length === 0)
    return <ErrorNotice error={list.error} retry={() => void list.refetch()} />;
  if (!list.isPending && list.rows.length === 0 && !list.hasNextPage) return props.empty;
  return <Filled {...props} />;
}

function Filled<Row>(props: Props<Row>) {
  const { list, label, rowKey, sorting } = props;
  const ownLayout = useLayout(label);
  const [layout, change] = props.layout ?? ownLayout;
  const columns = useMemo(() => shownColumns(props.columns, layout.columns), [props.columns, layout.columns]);
  const keys = useMemo(() => list.rows.map(rowKey), [list.rows, rowKey]);
  const choice = useSelection(keys);
  const selection = props.bulk && choice;
  const resizing = props.isPart
    ? undefined
    : { widths: layout.widths, change: (widths: Layout['widths']) => change({ widths }) };
  const width = resizing && widthOf(columns, layout.widths);
  const selected = () => list.rows.filter((row) => choice.keys.has(rowKey(row)));
  return (
    <div className={classes.frame} data-compact={layout.isCompact || undefined}>
      {!props.isPart && (
        <Bar
          list={list}
          count={props.count}
          order={sorting?.inWords}
          nouns={props.nouns ?? ['row', 'rows']}
          selection={selection}
          actions={selection && selection.keys.size > 0 && props.bulk!(selected(), choice.clear)}
        >
          <div className={classes.tools}>
            {props.tools}
            <LayoutMenu all={props.columns as Column<never>[]} layout={layout} change={change} />
          </div>
        </Bar>
      )}
      <div
        className={classes.list}
        data-stale={list.isPlaceholderData || undefined}
        data-widths={width !== undefined || undefined}
      >
        <Table
          __vars={width ? ({ '--width': `${width}px` } as never) : undefined}
          verticalSpacing={layout.isCompact ? 6 : 'sm'}
          horizontalSpacing="md"
          aria-label={label}
          aria-busy={list.isPending}
        >
          <Head
            columns={columns as Column<never>[]}
            sorting={sorting}
            selection={selection}
            resizing={resizing}
          />
          <FullDates value={layout.hasFullDates}>
            {list.isPending ? (
              <LoadingRows columns={columns} hasChecks={selection !== undefined} />
            ) : (
              <Rows
                rows={list.rows}
                columns={columns}
                rowKey={rowKey}
                to={props.to}
                open={props.open}
                selection={selection}
                isCompact={layout.isCompact}
              />
            )}
          </FullDates>
        </Table>
      </div>
      <End list={list} />
    </div>
  );
}

/** The width of the table once a column was resized: all columns as they were left, or the frame if that is wider. */
function widthOf<Row>(columns: Column<Row>[], widths: Layout['widths']): number | undefined {
  const sum = columns.reduce((sum, { header }) => sum + (widths[header] ?? 0), 0);
  return sum || undefined;
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
