/** Puts imported entries into the order of the file, and below the entries that are above them there. */
import { linesOfKind } from './lines.ts';
import { insist } from './patience.ts';
import { attempt, type Run } from './run.ts';
import { idsBelow } from './tenant.ts';

type Placed = { number: number; id: string; to: string };

/** The entries of ordered types by the entry above them, in the order of the file. */
async function groupsOf({ scan, place, journal, refused, parents }: Run) {
  const orders = new Map(scan.types.map(({ name, order }) => [name, order]));
  const groups = new Map<string, { type: string; parent: string | null | undefined; placed: Placed[] }>();
  for await (const { number, line } of linesOfKind(place.file, 'entry')) {
    const order = orders.get(line.type) ?? 'none';
    const to = journal.to(line.id);
    if (order === 'none' || to === undefined || refused.has(line.id) || scan.unfit.has(number)) continue;
    const above = line.parentId === undefined ? null : (journal.to(line.parentId) ?? parents.get(to) ?? null);
    const parent = order === 'tree' ? above : undefined;
    const key = `${line.type} ${parent ?? ''}`;
    const group = groups.get(key) ?? { type: line.type, parent, placed: [] };
    group.placed.push({ number, id: line.id, to });
    groups.set(key, group);
  }
  return groups.values();
}

export async function restorePositions(run: Run): Promise<void> {
  const { target, counts, parents } = run;
  const move = ({ number, id, to }: Placed, position: object) =>
    attempt(run, { number, id, kind: 'entries' }, async () => {
      const path = `/v1/content/entries/${to}/position`;
      await insist(() => target.api.json('PUT', path, position), target.signal);
      counts.moved++;
    });
  for (const { type, parent, placed } of await groupsOf(run)) {
    // Groups come from the top down, so none comes below itself for a moment.
    for (const one of placed)
      if (parent !== undefined && (parents.get(one.to) ?? null) !== parent)
        await move(one, { parentId: parent });
    if (placed.length < 2) continue;
    const own = new Map(placed.map((one, at) => [one.to, at]));
    const now = (await idsBelow(target, type, parent)).flatMap((id) => own.get(id) ?? []);
    const staying = new Set(longestRising(now));
    const within = parent === undefined ? {} : { parentId: parent };
    for (const [at, one] of placed.entries()) {
      if (staying.has(at)) continue;
      await move(one, { ...within, ...(at === 0 ? { at: 'first' } : { after: placed[at - 1]!.to }) });
    }
  }
}

/** The most numbers that can stay where they are, so that the others need to move alone. */
export function longestRising(numbers: number[]): number[] {
  // By length: the place of the smallest number that a rising run of this length ends with.
  const ends: number[] = [];
  const before = numbers.map(() => -1);
  for (const [at, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]!]! < number) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[at] = ends[low - 1]!;
    ends[low] = at;
  }
  const run: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) run.push(numbers[at]!);
  return run.reverse();
}
