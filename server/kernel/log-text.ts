/** Log lines for a person at a terminal: time of day, level, message, then the fields; an error's stack on lines of its own. */
import { styleText } from 'node:util';
import type { DestinationStream } from 'pino';

const STYLES = {
  trace: 'dim',
  debug: 'dim',
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
} as const;

/** The terminal's stream; null where lines are read by a program, which gets JSON. */
export function terminal(out: NodeJS.WriteStream): DestinationStream | null {
  return out.isTTY ? { write: (line) => void out.write(textOf(line)) } : null;
}

export function textOf(line: string): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(line);
  const style = STYLES[level as keyof typeof STYLES];
  const clock = styleText('dim', new Date(time).toTimeString().slice(0, 8));
  const values = Object.entries(fields).map(
    ([name, value]) => `${styleText('dim', `${name}=`)}${shown(value)}`,
  );
  const first = [clock, styleText(style, level.toUpperCase().padEnd(5)), plain(msg), ...values].join(' ');
  const causes = err === undefined ? [] : [err.stack ?? err.message, err.cause && `caused by ${err.cause}`];
  const more = causes.filter(Boolean).map((text: string) => `  ${plain(text).replaceAll('\n', '\n  ')}`);
  return `${[first, ...more].join('\n')}\n`;
}

/** Quotes what would not be one word. */
function shown(value: unknown): string {
  return plain(typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? value : JSON.stringify(value));
}

/** Characters that change the terminal, or the direction of a line, are written as their codes. */
const CONTROL = /[\p{Cc}\p{Bidi_Control}]/gu;
const plain = (text: string): string =>
  text.replace(CONTROL, (each) =>
    each === '\n' ? each : `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
