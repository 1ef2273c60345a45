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

/** The moves of one site; null: the default one. `pages`: the addresses at which its pages are now. */
export type SiteMoves = { propertyId: string | null; moves: { from: string; to: string }[]; pages: string[] };

/**
 * Makes the former addresses lead to the new ones, and none of the pages' own addresses lead away. Called once in a transaction, or
 * the rules of a site are read again each time.
 */
export type FollowMoves = (tx: Tx, now: Date, sites: SiteMoves[]) => Promise<unknown>;

/** `pages`: addresses that have a page, of the entry or of another one. None of them leads on. */
export function movesOf(moved: Moved[], pages: string[]): { from: string; to: string }[] {
  const there = new Set(pages);
  const byFrom = new Map(moved.map(({ from, to }) => [from, { from, to }]));
  return [...byFrom.values()].filter(({ from }) => !there.has(from));
}
