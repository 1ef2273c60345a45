/** Output for people, and with --json for scripts. */
import { styleText } from 'node:util';

export function print(options: { json?: boolean }, data: unknown, text: string): void {
  console.log(options.json ? JSON.stringify(data, null, 2) : plain(text));
}

/** Names and labels come from tenants; none of them may control the operator's terminal. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (it) => (it === '\n' ? it : '\ufffd'));
}

export function table(
  rows: Record<string, string>[],
  empty: string,
  paint = (_column: string, cell: string) => cell,
): string {
  if (rows.length === 0) return empty;
  const columns = Object.keys(rows[0]!);
  const lines = [
    columns.map((column) => column.toUpperCase()),
    ...rows.map((row) => columns.map((column) => row[column]!.replaceAll('\n', ' '))),
  ];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  const last = columns.length - 1;
  const pad = (line: string[], nth: number) =>
    line
      .map((cell, index) => {
        const padded = index === last ? cell : cell.padEnd(widths[index]!);
        return nth === 0 ? padded : paint(columns[index]!, padded);
      })
      .join('  ')
      .trimEnd();
  return lines.map(pad).join('\n');
}

/** A table whose states have colours in a terminal. */
export function printTable(
  options: { json?: boolean },
  data: unknown,
  rows: Record<string, string>[],
  empty: string,
): void {
  const safe = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, plain(cell)])),
  );
  const paint = (column: string, cell: string) => (STATE_COLUMN.test(column) ? paintState(cell) : cell);
  console.log(options.json ? JSON.stringify(data, null, 2) : table(safe, empty, paint));
}

/** A list of the API: a table in a terminal, a line of JSON per row for other programs, and one document with --json. */
export async function printList<Row>(
  options: { json?: boolean },
  rows: AsyncIterable<Row>,
  tableOf: (rows: Row[]) => Record<string, string>[],
  empty: string,
): Promise<void> {
  if (!process.stdout.isTTY && !options.json) {
    for await (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
    return;
  }
  const found = await Array.fromAsync(rows);
  printTable(options, found, tableOf(found), empty);
}

const STATE_COLUMN = /^(state|status|payment status|answer)$/;
const GOOD = /^(delivered|active|valid|joined|paid|done|finished|published|resent|2\d\d)\b/;
const BAD = /^(failed|cancelled|revoked|expired|refused|failing|[45]\d\d|[a-z]+_[a-z_]+)\b/;
const OPEN = /^(pending|held|paused|invited|running|unpaid|draft|3\d\d)\b/;

/** Colours a word by its meaning; only in a terminal, and not with NO_COLOR. */
export function paintState(text: string, stream: NodeJS.WriteStream = process.stdout): string {
  const colour = GOOD.test(text) ? 'green' : BAD.test(text) ? 'red' : OPEN.test(text) ? 'yellow' : null;
  return colour === null ? text : styleText(colour, text, { stream });
}

export const dim = (text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  styleText('dim', text, { stream });

/** `1 order`, `2 orders`; the plural is given where it is not the singular and an s. */
export const counted = (amount: number, noun: string, plural = `${noun}s`) =>
  `${amount} ${amount === 1 ? noun : plural}`;

/** To the second: attempts of one minute are told apart. */
export const shortTime = (iso: string) => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

export const describeInvitation = (email: string, link: string) =>
  [
    `Give this link to ${email}. It is shown this once and holds for seven days;`,
    'whoever opens it sets their own password, or accepts with the account they have.',
    '',
    `  ${link}`,
  ].join('\n');
