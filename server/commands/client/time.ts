/** Times on the command line: ISO 8601, or how long ago. */
import { UsageError } from '../failures.ts';

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export function timeOf(option: string, text: string, now = Date.now()): string {
  const ago = /^(\d{1,6})([smhd])$/.exec(text);
  const time = ago ? now - Number(ago[1]) * UNITS[ago[2]!]! : Date.parse(text);
  if (Number.isNaN(time)) {
    throw new UsageError(
      `${option} takes a time, such as 2h, 7d or 2026-01-31T12:00:00Z; "${text}" is none.`,
    );
  }
  return new Date(time).toISOString();
}
