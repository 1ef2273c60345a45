/** Prints the results of benches: a table, and a verdict for each goal. */
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

/** Returns the ticks that the host took from this virtual machine (steal time); 0 if the system does not report it. */
export function stolenTime(): number {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/ +/)[8]);
  } catch {
    return 0;
  }
}
