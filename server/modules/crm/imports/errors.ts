/** Converts the problems of an order to rows and columns of the file. */
import type { Problem } from '#kernel/errors.ts';
import type { ErrorRow } from '#kernel/imports/imports.sql.ts';
import type { Plan } from './columns.ts';
import type { Candidate } from './orders.ts';

/**
 * The most errors stored per order and per import; these suffice to start repairing the file. An order that may lack a line gets
 * an error for each of its rows.
 */
const ERRORS_PER_ORDER = 20;
export const ERRORS_PER_IMPORT = 100_000;
const MAX_TEXT = 500;

/** The rows of an order in the file. */
export type Place = Pick<Candidate, 'row' | 'rowCount' | 'itemRows' | 'isIncomplete'>;

export function errorsOf(problemsOf: Map<Place, Problem[]>, plan: Plan | null, kept: number): ErrorRow[] {
  return [...problemsOf]
    .flatMap(([entry, problems]) =>
      problems
        .slice(0, entry.isIncomplete ? problems.length : ERRORS_PER_ORDER)
        .map((problem, index) => errorOf(entry, problem, index, plan)),
    )
    .slice(0, Math.max(0, ERRORS_PER_IMPORT - kept));
}

/** Fields whose values an error may repeat: none that could be personal, since errors outlive an erasure. */
const TOLD = new Set([
  ...['sku', 'name', 'quantity', 'unitPrice', 'taxAmount', 'productId', 'variantId'],
  ...['orderNumber', 'placedAt', 'currency', 'channel', 'propertyId'],
  ...['shippingTotal', 'discountTotal', 'taxTotal'],
]);
const MAX_VALUE = 60;

/** Adds the value that the file has to the message, so that its row need not be looked up. */
export function withValue(problem: Problem, order: Record<string, unknown>): Problem {
  const [, item, field = ''] = /^(?:items\[(\d+)\]\.)?(\w+)$/.exec(problem.path) ?? [];
  if (!TOLD.has(field)) return problem;
  const lines = Array.isArray(order.items) ? (order.items as unknown[]) : [];
  const holder = (item === undefined ? order : lines[Number(item)]) as Record<string, unknown> | undefined;
  const value = holder?.[field];
  if (typeof value !== 'string' && typeof value !== 'number') return problem;
  const text = String(value);
  const shown = text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
  return { ...problem, message: `${problem.message}: “${shown}”` };
}

function errorOf(entry: Place, { path, code, message }: Problem, index: number, plan: Plan | null): ErrorRow {
  const [, item, inItem = ''] = /^items\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  const inFile = plan !== null && item !== undefined;
  const row = inFile ? (entry.itemRows[Number(item)] ?? entry.row) : entry.row;
  const field = plan === null ? path : columnOf(plan, inFile ? inItem : path);
  return {
    row_number: BigInt(row),
    // Unique also among the orders of a batch: an item's row is only ever its own order's.
    entry: index,
    field: field.slice(0, MAX_TEXT),
    code,
    message: message.slice(0, MAX_TEXT),
  };
}

/** The column's name in the file; a field without a column has its own name. */
function columnOf({ targets }: Plan, path: string): string {
  const target = targets.find(
    (each) => each !== null && [each.field, `${each.field}.${each.part}`].includes(path),
  );
  return target?.column ?? path;
}
