/** What benches print: a table, and a verdict for each goal. */
export function verdict(what: string, value: number, goal: number, below = false): void {
  const holds = below ? value <= goal : value >= goal;
  console.log(
    `${holds ? '✓' : '✗'} ${what}: ${value.toFixed(2)} (goal: ${below ? 'at most' : 'at least'} ${goal})`,
  );
}

export const percentile = (values: number[], p: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * p) / 100))] ?? 0;

export const median = (values: number[]) => percentile(values, 50);
