/** What is wrong with an order, told as the row and the column of the file. */
import type { Problem } from '#kernel/errors.ts';
import type { Plan } from './columns.ts';
import type { ErrorRow } from './imports.sql.ts';
import type { Candidate } from './orders.ts';

/**
 * Of one order, and of one import: whoever has more than that to mend begins with these. Of an order that may lack a line, each
 * row is told.
 */
const ERRORS_PER_ORDER = 20;
export const ERRORS_PER_IMPORT = 100_000;
const MAX_TEXT = 500;

/** Where in the file an order is. */
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

/** As it is called in the file; a field without a column keeps its own name. */
function columnOf({ targets }: Plan, path: string): string {
  const target = targets.find(
    (each) => each !== null && [each.field, `${each.field}.${each.part}`].includes(path),
  );
  return target?.column ?? path;
}
