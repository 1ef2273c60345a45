/**
 * Finds the known name that was probably meant. The function needs nothing around it, because the search of the documents runs it in
 * browsers, as its source.
 */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const LONGEST = 40;
  const plain = (text: string) => text.toLowerCase().replace(/[_-]/g, '');

  /** The number of letters that differ, are missing, are extra, or are swapped with the next. */
  function distance(one: string, other: string): number {
    let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, index) => index)];
    for (let i = 1; i <= one.length; i++) {
      const row = [i];
      for (let j = 1; j <= other.length; j++) {
        const same = one[i - 1] === other[j - 1] ? 0 : 1;
        row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
        const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
        if (swapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
      }
      [before, last] = [last, row];
    }
    return last[other.length]!;
  }

  if (name.length > LONGEST) return undefined;
  const meant = plain(name);
  let best: string | undefined;
  // Up to a third of the letters may be wrong; beyond that it is another word.
  let least = Math.max(1, Math.floor(meant.length / 3)) + 1;
  for (const candidate of known) {
    const slips = distance(meant, plain(candidate));
    if (slips < least) [best, least] = [candidate, slips];
  }
  return best;
}

export const unknownName = (name: string, known: Iterable<string>): string => {
  const meant = nearest(name, known);
  return meant === undefined ? 'is not known here' : `is not known here; did you mean ${meant}?`;
};
