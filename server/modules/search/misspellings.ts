/** Finds the words that a misspelt word may have meant. */

/** Shorter words have too many neighbours, and in longer ones a second slip is likely. */
const ONE_SLIP_FROM = 4;
const TWO_SLIPS_FROM = 8;

export function slipsAllowed(word: string): number {
  const { length } = [...word];
  if (length < ONE_SLIP_FROM || /\d/.test(word)) return 0;
  return length < TWO_SLIPS_FROM ? 1 : 2;
}

/** Every word with two neighbours exchanged. A short one shares no three letters with the word that was meant. */
export function transpositionsOf(word: string): string[] {
  const letters = [...word];
  const exchanged = letters.slice(1).map((letter, index) => {
    return [...letters.slice(0, index), letter, letters[index]!, ...letters.slice(index + 2)].join('');
  });
  return [...new Set(exchanged)].filter((each) => each !== word);
}

/** Returns the candidates within the allowed number of slips; fewer slips first. */
export function closest(word: string, candidates: Iterable<string>, limit: number): string[] {
  const allowed = slipsAllowed(word);
  return [...new Set(candidates)]
    .map((candidate) => ({ candidate, slips: slipsBetween(word, candidate) }))
    .filter(({ slips }) => slips > 0 && slips <= allowed)
    .sort((a, b) => a.slips - b.slips)
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** Counts the letters that were left out, added, replaced, or exchanged with their neighbour. */
export function slipsBetween(typed: string, meant: string): number {
  const [a, b] = [[...typed], [...meant]];
  let beforeLast: number[] = [];
  let last = b.map((_, column) => column).concat(b.length);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = last[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      const exchanged =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? beforeLast[column - 2]! + 1
          : Number.POSITIVE_INFINITY;
      current.push(Math.min(replaced, last[column]! + 1, current[column - 1]! + 1, exchanged));
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}
