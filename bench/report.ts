/** What benches print: a table, and a verdict for each goal. */
import { readFileSync } from 'node:fs';

export function verdict(what: string, value: number, goal: number, below = false): void {
  const holds = below ? value <= goal : value >= goal;
  console.log(
    `${holds ? '✓' : '✗'} ${what}: ${value.toFixed(2)} (goal: ${below ? 'at most' : 'at least'} ${goal})`,
  );
}

export const percentile = (values: number[], p: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * p) / 100))] ?? 0;

export const median = (values: number[]) => percentile(values, 50);

/** How long a host that this machine is a guest of has given the processor to others, in ticks; always 0 where nobody tells. */
export function stolenTime(): number {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/ +/)[8]);
  } catch {
    return 0;
  }
}
