/** The pages of an entry whose addresses change when it goes live, and the redirects that lead on from the former ones. */
import type { Tx } from '#kernel/db/db.ts';

export type Moved = { locale: string; from: string; to: string };
type Paths = Record<string, string>;

/** A page that was not there before, or is not there afterwards, has not moved. */
export const movedPages = (before: Paths, after: Paths): Moved[] =>
  Object.entries(after).flatMap(([locale, to]) => {
    const from = before[locale];
    return from === undefined || from === to ? [] : [{ locale, from, to }];
  });

/** Makes the former addresses lead to the new ones, and none of the entry's own addresses lead away. */
export type FollowMoves = (
  tx: Tx,
  now: Date,
  propertyId: string | null,
  moves: { from: string; to: string }[],
  pages: string[],
) => Promise<unknown>;

/** An address that another locale of the entry has now is a page. */
export function movesOf(moved: Moved[], after: Paths): { from: string; to: string }[] {
  const pages = new Set(Object.values(after));
  const byFrom = new Map(moved.map(({ from, to }) => [from, { from, to }]));
  return [...byFrom.values()].filter(({ from }) => !pages.has(from));
}
