/**
 * `npm run bench -- scale [scene…] [part]`: the program with 1, 2 and 4 processes, a change of
 * a million rows beside orders, and a large installation beside a small one.
 * `part` makes the large one smaller: 0.1 is a tenth.
 */
import { changes } from './changes.ts';
import { processes } from './processes.ts';
import { sizes } from './sizes.ts';

const SCENES: Record<string, (part: number) => Promise<void>> = { processes, changes, sizes };

export async function run(args: string[]): Promise<void> {
  const part = Number(args.find((word) => /^[\d.]+$/.test(word)) ?? 1);
  const names = args.filter((word) => word in SCENES);
  for (const name of names.length > 0 ? names : Object.keys(SCENES)) await SCENES[name]!(part);
}
