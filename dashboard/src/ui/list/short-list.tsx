/**
 * A list that is read whole, a thousand records at most, and then searched and sorted here: the API gives them the newest first. A
 * longer one stays in that order.
 */
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { Input } from '../../../../sdk/client.ts';
import type { Item, OperationName } from '../../api.ts';
import { type Column, DataList } from '../data-list.tsx';
import { EmptyState } from '../empty-state.tsx';
import { SearchInput } from '../search-input.tsx';
import { type DataOptions, type ListResult, useList } from '../use-data.ts';
import { useFilters, useSorting } from '../use-filters.ts';
import { type BulkAction, BulkActions } from './bulk-actions.tsx';
import { ExportButton } from './export-button.tsx';

const A_PAGE = 100;
const MOST_ROWS = 1_000;
/** So many can be overlooked without a search. */
const FEW_ROWS = 8;

type Shared<Row> = {
  label: string;
  columns: Column<Row>[];
  nouns: [one: string, several: string];
  /** The order in which the rows come first, if not the newest first. */
  usual?: (one: Row, other: Row) => number;
  /** Distinguishes the lists of one page in the address. */
  place?: string;
  /** Without it, the id. */
  rowKey?: (row: Row) => string;
  to?: (row: Row) => string | undefined;
  open?: ((row: Row) => void) | undefined;
  /** The actions for selected rows. */
  bulk?: false | { actions: BulkAction<Row>[]; invalidates: OperationName[]; nameOf?: (row: Row) => string };
  empty: ReactNode;
};

type Sorted<Row> = Shared<Row> & {
  list: ListResult<Row>;
  tools?: ReactNode;
};

type Short<Name extends OperationName> = Shared<Item<Name>> & {
  name: Name;
  input?: Input<Name>;
  options?: DataOptions;
  /** The name of its file of CSV. */
  file: string;
};

/** The rows of a list that is read whole; other parts of its page share them. */
export function useWholeList<Name extends OperationName>(
  name: Name,
  input?: Input<Name>,
  options?: DataOptions,
) {
  const { query } = (input ?? {}) as { query?: object };
  const list = useList(name, { ...input, query: { ...query, limit: A_PAGE } } as Input<Name>, options);
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage, error } = list;
  const isUnread = hasNextPage && !error && rows.length < MOST_ROWS;
  useEffect(() => {
    if (isUnread && !isFetchingNextPage) void fetchNextPage();
  }, [isUnread, isFetchingNextPage, fetchNextPage]);
  return list;
}

const idOf = (row: unknown) => (row as { id: string }).id;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type Value = string | number | null;
const orderOf = <Row,>({ value, text }: Column<Row>) => value ?? text;

/** A column is sorted by its value: texts from A on at the first click, numbers from the highest. */
function withSort<Row>(column: Column<Row>, rows: Row[]): Column<Row> {
  const of = orderOf(column);
  if (of === undefined) return column;
  return { ...column, sort: column.header, ascendsFirst: rows.some((row) => typeof of(row) === 'string') };
}

/** Rows without a value come last in both directions. */
function comparing<Row>(column: Column<Row>, isDescending: boolean) {
  const of = orderOf(column)!;
  const compare = (one: Value, other: Value) =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : collator.compare(`${one}`, `${other}`);
  return (one: Row, other: Row) => {
    const [a, b] = [of(one), of(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return isDescending ? compare(b, a) : compare(a, b);
  };
}

/** Whether a text of the row contains what was typed. */
function matching<Row>(q: string, columns: Column<Row>[]) {
  const typed = q.toLowerCase();
  return (row: Row) =>
    columns.some(({ text }) =>
      String(text?.(row) ?? '')
        .toLowerCase()
        .includes(typed),
    );
}

const NoneFound = ({ nouns: [one] }: { nouns: [string, string] }) => (
  <EmptyState icon={IconSearch} title={`No ${one} matches`}>
    The search looks for this text in every column.
  </EmptyState>
);

/** Rows that their page has read already. */
export const asList = <Row,>(rows: Row[]) =>
  ({ rows, error: null, isPending: false, hasNextPage: false, newRows: 0 }) as unknown as ListResult<Row>;

export function ShortList<Name extends OperationName>(props: Short<Name>) {
  const { name, input, options, file, ...rest } = props;
  const list = useWholeList(name, input, options) as ListResult<Item<Name>>;
  const whole = { name, input: input ?? ({} as Input<Name>), columns: props.columns };
  return <SortedList {...rest} list={list} tools={<ExportButton file={file} {...whole} />} />;
}

/** Searched and sorted in the browser. */
export function SortedList<Row>(props: Sorted<Row>) {
  const { list, columns, usual, place = '', nouns, rowKey = idOf, bulk, ...rest } = props;
  const search = `${place}q`;
  const [{ [search]: q }, change] = useFilters(search);
  const sorting = useSorting('', place);
  const nameOf = (row: Row) => String(columns[0]!.text!(row));
  const isWhole = !list.hasNextPage;
  const sortable = useMemo(
    () => (isWhole ? columns.map((column) => withSort(column, list.rows)) : columns),
    [columns, isWhole, list.rows],
  );
  const by = sortable.find(({ sort }) => sort !== undefined && sort === sorting.by);
  const rows = useMemo(() => {
    const found = q === undefined ? list.rows : list.rows.filter(matching(q, columns));
    if (by !== undefined) return found.toSorted(comparing(by, sorting.isDescending));
    return usual === undefined ? found : found.toSorted(usual);
  }, [list.rows, columns, q, by, sorting.isDescending, usual]);
  // The third click on a head leads back to the usual order.
  const set = (next: string, isDescending: boolean) =>
    next === by?.sort && isDescending !== by.ascendsFirst
      ? sorting.set('', true)
      : sorting.set(next, isDescending);
  return (
    <>
      {(list.rows.length > FEW_ROWS || q !== undefined) && (
        <SearchInput
          label={`Search ${nouns[1]}`}
          placeholder={`Search ${nouns[1]}`}
          value={q}
          onChange={(text) => change({ [search]: text })}
        />
      )}
      <DataList
        {...rest}
        list={{ ...list, rows }}
        rowKey={rowKey}
        columns={sortable}
        nouns={nouns}
        sorting={{ ...sorting, set }}
        bulk={
          bulk
            ? (selected, clear) => <BulkActions nameOf={nameOf} {...bulk} {...{ selected, clear, nouns }} />
            : undefined
        }
        empty={q === undefined ? props.empty : <NoneFound nouns={nouns} />}
      />
    </>
  );
}
