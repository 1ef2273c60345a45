/** Turns rows of a file into orders: a line of NDJSON is one order, and so are consecutive CSV rows that share a reference. */

import type { Problem } from '#kernel/errors.ts';
import type { CsvRow } from '#kernel/files/csv.ts';
import { type Decimal, numberOf } from '#kernel/files/csv-options.ts';
import type { LineRow } from '#kernel/files/lines.ts';
import { MORE_CELLS_THAN_NAMES, ROW_PROBLEMS, type RowProblem } from '#kernel/files/rows.ts';
import { findExcess } from '#kernel/http/body/excess.ts';
import { parseJson, parseJsonInTurns } from '#kernel/http/body/json.ts';
import { withoutApostrophe } from '#shared/csv-line.ts';
import { MAX_ORDER_LINES } from '../orders/fields.ts';
import { timeIn } from './cells.ts';
import { OTHER_PARTS, type Plan, type Target } from './columns.ts';

/** An order as written in the file, not validated yet. */
export type Candidate = {
  value: Record<string, unknown>;
  problems: Problem[];
  /** The row of the file in which it begins, and how many rows it spans. */
  row: number;
  rowCount: number;
  /** The row of each item, in CSV. */
  itemRows: number[];
  end: number;
  /** The order may lack a line, because of an unreadable row. */
  isIncomplete?: boolean;
  /** An unreadable row, which may belong to the order before it or after it. */
  isStrayRow?: boolean;
};

/** An order stores one item more than it may have, which shows that there are too many; further items are only counted. */
const ITEMS_KEPT = MAX_ORDER_LINES + 1;

/** The most problems stored and reported per order. */
const MAX_PROBLEMS = 100;
/** A larger row or JSON cell is parsed in slices. */
const LARGE_BYTES = 64 * 1024;

/** One order; none if the line is empty. */
export async function readLine(row: LineRow, number: number): Promise<Candidate[]> {
  const at = { row: number, rowCount: 1, itemRows: [], end: row.end };
  if (row.problem !== undefined) return [{ value: {}, problems: [rowProblem(row.problem)], ...at }];
  if (row.bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)) return [];
  try {
    const isLarge = row.bytes.length > LARGE_BYTES;
    const excess = isLarge ? findExcess(row.bytes) : null;
    if (excess !== null) return [{ value: {}, problems: [excess], ...at }];
    const { value, problems } = isLarge ? await parseJsonInTurns(row.bytes) : parseJson(row.bytes);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return [{ value: {}, problems: [NOT_AN_OBJECT], ...at }];
    }
    return [{ value: value as Candidate['value'], problems, ...at }];
  } catch (error) {
    const message = (error as SyntaxError).message.replace('The body is', 'is').replace(/\.$/, '');
    return [{ value: {}, problems: [{ path: '', code: 'not_json', message }], ...at }];
  }
}

const NOT_AN_OBJECT: Problem = { path: '', code: 'wrong_type', message: 'must be a JSON object' };

const rowProblem = (problem: RowProblem): Problem => ({
  path: '',
  code: problem,
  message: ROW_PROBLEMS[problem],
});

const incomplete = (row: number): Problem => ({
  path: '',
  code: 'order_incomplete',
  message: `may belong to the same order as row ${row}, which cannot be read`,
});

type OpenOrder = Candidate & {
  key: string;
  first: string[];
  items: Record<string, unknown>[];
  /** The first unreadable row that is, or may be, part of this order. */
  brokenBy: number | null;
  rowProblems: Map<number, RowProblem>;
};

/** How the file writes numbers, and in which time zone its times are. */
export type Notation = { decimal: Decimal; timeZone: string };

export class CsvOrders {
  readonly #plan: Plan;
  readonly #notation: Notation;
  #open: OpenOrder | null = null;
  /** The previous row, if it is unreadable and may belong to either order. */
  #strayRow: number | null;

  constructor(plan: Plan, strayRow: number | null, notation: Notation) {
    this.#plan = plan;
    this.#notation = notation;
    this.#strayRow = strayRow;
  }

  /** Adds a row; returns the orders that it completes. */
  add(row: CsvRow, number: number): Candidate[] {
    if (row.problem === undefined && row.cells.every((cell) => cell === '')) return [];
    const key = this.#keyOf(row);
    if (key === null) {
      const before = this.flushBefore(number);
      this.#strayRow = number;
      const at = { row: number, rowCount: 1, itemRows: [number], end: row.end };
      return [...before, { value: {}, problems: [rowProblem(row.problem!)], ...at, isStrayRow: true }];
    }
    if (this.#open !== null && key !== '' && key === this.#open.key) {
      this.#goOn(this.#open, row, number);
      return [];
    }
    const complete = this.flush();
    this.#begin(key, row, number);
    return complete;
  }

  flush(): Candidate[] {
    if (this.#open === null) return [];
    const { key: _key, first: _first, items: _items, brokenBy, rowProblems, ...candidate } = this.#open;
    this.#open = null;
    if (brokenBy === null) return [candidate];
    // Reports every row of the order, but only its unreadability: after the repair of one row, the others may be valid.
    const problems = candidate.itemRows.map((row, index) => {
      const own = rowProblems.get(row);
      return { ...(own === undefined ? incomplete(brokenBy) : rowProblem(own)), path: `items[${index}]` };
    });
    return [{ ...candidate, value: {}, problems, isIncomplete: true }];
  }

  /** The open order may continue in this unreadable row, so it fails with it, unless its rows are single-row orders. */
  flushBefore(strayRow: number): Candidate[] {
    if (this.#open !== null && this.#open.key !== '') this.#open.brokenBy ??= strayRow;
    return this.flush();
  }

  /** The value that the rows of one order share; '' for a single-row order; null when it is unreadable. */
  #keyOf({ cells, problem, certain = cells.length }: CsvRow): string | null {
    const { groupBy } = this.#plan;
    if (groupBy === -1) return '';
    const key = cells[groupBy] ?? '';
    if (problem === undefined) return key;
    return groupBy >= certain || /[\ufffd\0]/.test(key) ? null : key;
  }

  #begin(key: string, row: CsvRow, number: number): void {
    const { cells, end } = row;
    const items: Record<string, unknown>[] = [];
    const value: Record<string, unknown> = { items };
    this.#open = {
      key,
      first: cells,
      items,
      value,
      problems: [],
      row: number,
      rowCount: 1,
      itemRows: [number],
      end,
      brokenBy: key === '' ? null : this.#strayRow,
      rowProblems: new Map(),
    };
    this.#strayRow = null;
    if (row.problem !== undefined) noteProblem(this.#open, row.problem, number);
    this.#plan.targets.forEach((target, index) => {
      const text = cells[index] ?? '';
      if (target !== null && !target.ofItem && text !== '') this.#set(this.#open!, value, target, text, '');
    });
    this.#addItem(this.#open, cells);
  }

  #goOn(order: OpenOrder, { cells, end, problem }: CsvRow, number: number): void {
    order.rowCount = number - order.row + 1;
    order.end = end;
    if (order.items.length >= ITEMS_KEPT) return;
    if (problem !== undefined) noteProblem(order, problem, number);
    this.#plan.targets.forEach((target, index) => {
      const text = cells[index] ?? '';
      if (target === null || target.ofItem || text === '' || text === order.first[index]) return;
      tell(order, {
        path: `items[${order.items.length}].${target.field}`,
        code: 'differs',
        message: 'must be empty or the same in all rows of one order',
      });
    });
    order.itemRows.push(number);
    this.#addItem(order, cells);
  }

  #addItem(order: OpenOrder, cells: string[]): void {
    const item: Record<string, unknown> = {};
    const path = `items[${order.items.length}]`;
    if (cells.length > this.#plan.targets.length) tell(order, { ...MORE_CELLS_THAN_NAMES, path });
    this.#plan.targets.forEach((target, index) => {
      const text = cells[index] ?? '';
      if (target?.ofItem && text !== '') this.#set(order, item, target, text, `${path}.`);
    });
    order.items.push(item);
  }

  #set(order: Candidate, into: Record<string, unknown>, target: Target, text: string, path: string): void {
    const { field, kind, part } = target;
    if (kind === 'number') into[field] = numberOf(text, this.#notation.decimal);
    else if (kind === 'time') into[field] = timeIn(this.#notation.timeZone, text);
    else if (kind === 'json') into[field] = jsonOf(order, field, text, path + field);
    else if (kind === 'text') into[field] = withoutApostrophe(text);
    else {
      const parts = part === OTHER_PARTS ? partsOf(order, field, text) : { [part!]: withoutApostrophe(text) };
      into[field] ??= {};
      // Uses defineProperty, because a part may have any name, also one with a meaning in JavaScript, such as `__proto__`.
      for (const [name, value] of Object.entries(parts)) {
        Object.defineProperty(into[field], name, {
          value,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      }
    }
  }
}

function tell(order: Candidate, problem: Problem): void {
  if (order.problems.length < MAX_PROBLEMS) order.problems.push(problem);
}

function noteProblem(order: OpenOrder, problem: RowProblem, row: number): void {
  order.brokenBy ??= row;
  order.rowProblems.set(row, problem);
}

function partsOf(order: Candidate, field: string, text: string): object {
  const path = `${field}.${OTHER_PARTS}`;
  const value = jsonOf(order, field, text, path);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  if (value !== undefined) tell(order, { ...NOT_AN_OBJECT, path });
  return {};
}

/** Parses the cell like a request body, in which metadata is stored as written. */
function jsonOf(order: Candidate, field: string, text: string, path: string): unknown {
  if (text.length > LARGE_BYTES) {
    tell(order, { path, code: 'too_long', message: 'must be at most 64 KiB of JSON' });
    return undefined;
  }
  try {
    // Refuses a cell that ends its value and goes on with others, such as `{},"items":[]`.
    JSON.parse(text);
    const { value, problems } = parseJson(Buffer.from(`{"${field}":${text}}`));
    for (const problem of problems) tell(order, { ...problem, path });
    return (value as Record<string, unknown>)[field];
  } catch {
    tell(order, { path, code: 'not_json', message: 'must be valid JSON' });
    return undefined;
  }
}
