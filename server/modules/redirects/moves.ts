/** Pages that moved: the former address leads to the new one for good. */
import type { Tx } from '#kernel/db/db.ts';
import type { Redirect } from './redirect-fields.ts';
import {
  addRedirect,
  changeRedirect,
  draft,
  holdRules,
  type RedirectDeps,
  removeRedirect,
} from './redirects.ts';
import { readRule } from './rules.ts';
import type { RuleTable } from './serving/rule-table.ts';

export type Move = { from: string; to: string };

/** `propertyId` null: the default site. Redirects away from `pages` are removed: pages are there now. */
export async function followMoves(
  tx: Tx,
  now: Date,
  deps: RedirectDeps,
  propertyId: string | null,
  moves: Move[],
  pages: string[],
): Promise<Redirect[]> {
  if (pages.length === 0) return [];
  const site = propertyId ?? (await deps.directory.ensureDefault(tx, now));
  const { table } = await holdRules(tx, deps, site);
  const away = new Set(pages.map((from) => exactRule(table, { from, to: '/' }, now)));
  for (const rule of away) if (rule !== undefined) await removeRedirect(tx, now, deps, rule.id, null);
  const followed: Redirect[] = [];
  for (const move of moves) {
    const former = exactRule(table, move, now);
    const isThere = former !== undefined && !away.has(former);
    followed.push(
      isThere
        ? await changeRedirect(tx, now, deps, former.id, { to: move.to, statusCode: 301 }, null)
        : await addRedirect(tx, now, deps, { ...redirectOf(move), propertyId: site }),
    );
  }
  return followed;
}

const redirectOf = (move: Move) =>
  ({ ...move, statusCode: 301, match: 'exact', query: 'keep', notes: 'The page moved.' }) as const;

const exactRule = (table: RuleTable, move: Move, now: Date) =>
  table.sameAs(readRule(draft(redirectOf(move), now)));
