/** Which units of which lines a step is about. Pure. */
import { conflict, invalid, type Problem } from '#kernel/errors.ts';
import type { LineRow } from './record.ts';

/** Units by line number. */
export type Units = Map<number, number>;
export type Items = { line: number; quantity: number }[];

/** The requested units, or null for all open ones. Rejects lines that do not exist or are named twice. */
export function readItems(lines: LineRow[], items: Items | undefined): Units | null {
  if (items === undefined) return null;
  const wanted: Units = new Map();
  const problems: Problem[] = [];
  items.forEach(({ line, quantity }, index) => {
    const path = `items[${index}].line`;
    if (wanted.has(line)) problems.push({ path, code: 'not_unique', message: 'must not be named twice' });
    else if (!lines.some((one) => one.line === line)) {
      problems.push({
        path,
        code: 'not_found',
        message: `must be a line of this order, 1 to ${lines.length}`,
      });
    }
    wanted.set(line, quantity);
  });
  if (problems.length > 0) throw invalid(problems);
  return wanted;
}

/** The units to move; none exceeds the open units of its line. */
export function openLines(
  lines: LineRow[],
  wanted: Units | null,
  action: string,
  openOf: (line: LineRow) => number,
): Units {
  if (wanted === null) {
    return new Map(lines.map((line) => [line.line, openOf(line)] as const).filter(([, open]) => open > 0));
  }
  const short = lines
    .map((line) => ({
      line: line.line,
      sku: line.sku,
      asked: wanted.get(line.line) ?? 0,
      open: openOf(line),
    }))
    .filter(({ asked, open }) => asked > open);
  if (short.length === 0) return wanted;
  const sentences = short.map(
    ({ line, asked, open }) => `Line ${line} has ${open} left to ${action}, not ${asked}.`,
  );
  throw conflict(sentences.slice(0, 3).join(' '), { lines: short });
}
