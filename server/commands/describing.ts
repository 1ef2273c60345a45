/** Parts of descriptions that commands share: options, examples, and how values are read. */
import { type Command, InvalidArgumentError, Option } from 'commander';

export const json = () => new Option('--json', 'print one JSON document, for scripts');
export const jsonLines = (what: string) =>
  new Option('--json', `print each ${what} as one line of JSON, for scripts`);

export const example = (command: Command, ...lines: string[]): Command =>
  command.addHelpText(
    'after',
    `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.map((line) => `  $ npx colonnade ${line}`).join('\n')}`,
  );

/** The options of every command that calls a server. */
export const connected = (command: Command): Command =>
  command
    .option('--url <url>', 'the server; COLONNADE_URL, the profile or PUBLIC_URL when left out')
    .option('--key <key>', 'an API key, or - to read it from standard input; better COLONNADE_KEY or login')
    .option('--profile <name>', 'the profile to use; COLONNADE_PROFILE or the current one when left out');

/** An option that may be given several times. */
export const collect = (text: string, before: string[] = []): string[] => [...before, text];

const MILLISECONDS = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export function parseDuration(text: string): number {
  const match = /^([1-9]\d{0,5})([mhd])$/.exec(text);
  if (match === null) throw new InvalidArgumentError('Give a number and m, h or d, for example 90d.');
  return Number(match[1]) * MILLISECONDS[match[2] as keyof typeof MILLISECONDS];
}

export function parseLimit(text: string): number {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || limit > 10_000)
    throw new InvalidArgumentError('Give a number from 1 to 10000.');
  return limit;
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('Give a number from 0 to 65535.');
  return port;
}

export const limitOption = (fallback: number) =>
  new Option('--limit <number>', 'how many at most').default(fallback).argParser(parseLimit);

/** The lists that can be exported. */
export const EXPORTED = ['orders', 'customers', 'products'] as const;
