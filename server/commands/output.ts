/** Output for people, and with --json for scripts. */
export function print(options: { json?: boolean }, data: unknown, text: string): void {
  console.log(options.json ? JSON.stringify(data, null, 2) : text);
}

export function table(rows: Record<string, unknown>[], empty: string): string {
  if (rows.length === 0) return empty;
  const columns = Object.keys(rows[0]!);
  const cells = [columns, ...rows.map((row) => columns.map((column) => textOf(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]!.length)));
  return cells
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value ?? ''));
