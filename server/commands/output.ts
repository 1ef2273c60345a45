/** Output for people, and with --json for scripts. */
export function print(options: { json?: boolean }, data: unknown, text: string): void {
  console.log(options.json ? JSON.stringify(data, null, 2) : plain(text));
}

/** Names and labels come from tenants; none of them may control the operator's terminal. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (it) => (it === '\n' ? it : '\ufffd'));
}

export function table(rows: Record<string, string>[], empty: string): string {
  if (rows.length === 0) return empty;
  const columns = Object.keys(rows[0]!);
  const lines = [
    columns.map((column) => column.toUpperCase()),
    ...rows.map((row) => columns.map((column) => row[column]!.replaceAll('\n', ' '))),
  ];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  const pad = (line: string[]) => line.map((cell, index) => cell.padEnd(widths[index]!)).join('  ');
  return lines.map((line) => pad(line).trimEnd()).join('\n');
}

/** To the minute: enough for a table. */
export const shortTime = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

export const describeInvitation = (email: string, link: string) =>
  [
    `Give this link to ${email}. It is shown this once and holds for seven days;`,
    'whoever opens it sets their own password, or accepts with the account they have.',
    '',
    `  ${link}`,
  ].join('\n');
