/** The moves of an entry among those beside it, and the request for each. Pure. */
import type { Input } from '../../../../../sdk/client.ts';
import type { Entry } from '../fields.ts';

export type Position = NonNullable<Input<'moveEntry'>['body']>;
export type Step = 'up' | 'down' | 'in' | 'out';

/** An entry with those beside it, and the one above. */
export type Spot = { entry: Entry; siblings: Entry[]; parent: Entry | null; isTree: boolean };

/** The position that a step leads to; undefined: there is none. */
export function positionAfter(step: Step, { entry, siblings, parent, isTree }: Spot): Position | undefined {
  const at = siblings.indexOf(entry);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  if (step === 'up') return before && { before: before.id };
  if (step === 'down') return after && { after: after.id };
  if (!isTree) return undefined;
  if (step === 'in') return before && { parentId: before.id, at: 'last' };
  return parent === null ? undefined : { after: parent.id };
}

/** The position that an entry has, by which a move is taken back. */
export function positionOf({ entry, siblings, isTree }: Spot): Position {
  const before = siblings[siblings.indexOf(entry) - 1];
  if (before) return { after: before.id };
  return isTree ? { parentId: entry.parentId, at: 'first' } : { at: 'first' };
}

/** Keys with Alt: the arrows alone scroll the page. */
export const STEP_OF_KEY: Record<string, Step> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};
