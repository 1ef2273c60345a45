/** Prints the results of benches: a table, and a verdict for each goal. */
import { readFileSync } from 'node:fs';
import type { Measured } from './load.ts';

export function verdict(what: string, value: number, goal: number, below = false): void {
  const holds = below ? value <= goal : value >= goal;
  console.log(
    `${holds ? '✓' : '✗'} ${what}: ${value.toFixed(2)} (goal: ${below ? 'at most' : 'at least'} ${goal})`,
  );
}

export const percentile = (values: number[], p: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * p) / 100))] ?? 0;

export const median = (values: number[]) => percentile(values, 50);

/** A row of a table: the medians of a contender's rounds. */
export function rowOf(contender: string, rounds: Measured[]) {
  const of = (pick: (round: Measured) => number) => median(rounds.map(pick));
  return {
    contender,
    'per second': Math.round(of((round) => round.perSecond)),
    'p50 ms': of((round) => round.p50).toFixed(1),
    'p99 ms': of((round) => round.p99).toFixed(1),
    refused: of((round) => round.refused),
  };
}

/** Returns the ticks that the host took from this virtual machine (steal time); 0 if the system does not report it. */
export function stolenTime(): number {
  try {
    return Number(readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/ +/)[8]);
  } catch {
    return 0;
  }
}
