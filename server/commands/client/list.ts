/** `list`: a list of the API as a table in a terminal, and as lines of JSON for other programs. */
import type { Connection } from '../api.ts';
import { UsageError } from '../failures.ts';
import { printList } from '../output.ts';
import { tableRows } from './columns.ts';
import { findList, type List } from './lists.ts';
import { type RowOptions, rowsOf } from './rows.ts';

export type ListOptions = Connection & RowOptions & { json?: boolean };
type Row = Record<string, unknown>;

export async function listCommand(
  name: string,
  ids: string[],
  options: ListOptions,
  signal: AbortSignal,
): Promise<void> {
  const list = findList(name);
  const rows = rowsOf<Row>(pathOf(list, ids), { ...options, perPage: list.perPage }, signal);
  await printList(options, rows, tableRows, `No ${list.name.replaceAll('-', ' ')} match.`);
}

function pathOf({ name, path, parameters }: List, ids: string[]): string {
  if (ids.length !== parameters.length) {
    const needed = parameters.length === 0 ? 'no more words' : `the ${parameters.join(' and the ')}`;
    throw new UsageError(`list ${name} takes ${needed}: ${path}`);
  }
  let at = 0;
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(ids[at++]!));
}
