/** Pages that move because an entry above them gets another slug or parent: their paths begin with its slugs. */
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { codesOf } from '../entries/locale-state.ts';
import type { Locales } from '../locales/locales.ts';
import { type Moved, movedPages, movesOf, type SiteMoves } from '../publishing/moved.ts';
import { type Addresses, pathsOf, type SlugsAbove } from '../types/addresses.ts';
import { findLiveBelow } from './ancestors.sql.ts';
import { type Node, nodeOf, slugFor, slugsThrough } from './ancestors.ts';

/** Pages below an entry that are named when they move, and that leave a redirect: a request makes no more. */
export const MOST_MOVED = 500;

type Root = { id: string; type_id: string; property_id: string | null };
type Tree = { addresses: Addresses; locales: Locales };
/** The pages of one site. `pages`: all of their addresses. */
type OfSite = { propertyId: string | null; moved: Moved[]; pages: string[] };

/** `isMore`: further pages move, which are not named. */
export type Below = { sites: OfSite[]; isMore: boolean };

export const NONE_BELOW: Below = { sites: [], isMore: false };

/** The paths of an entry for readers of each locale, by what is above it. */
export const pathsBelow = (
  node: Parameters<typeof slugFor>[0],
  above: SlugsAbove,
  { addresses, locales }: Tree,
): Record<string, string> =>
  pathsOf(
    addresses,
    Object.fromEntries(codesOf(locales).map((code) => [code, slugFor(node, code, locales)])),
    above,
  );

/** `before` and `after`: the slugs down to the root itself. `except`: entries that are left out, with those below them. */
export async function movedBelow(
  tx: Tx,
  root: Root,
  tree: Tree,
  before: SlugsAbove,
  after: SlugsAbove,
  except: string[] = [],
): Promise<Below> {
  const isSame = codesOf(tree.locales).every((code) => before(code)?.join('/') === after(code)?.join('/'));
  planByIndex(tx);
  const rows = isSame ? [] : await findLiveBelow(tx, root, MOST_MOVED + 1, except);
  const through = new Map([[root.id, { before, after, property: root.property_id }]]);
  const bySite = new Map<string | null, OfSite>();
  for (const row of rows.slice(0, MOST_MOVED)) {
    const above = through.get(row.parent_id!)!;
    // Readers of its site must see what is above it.
    const isSeen = above.property === null || above.property === row.property_id;
    const node: Node = { ...nodeOf(row, tree), isSeen };
    through.set(row.id, {
      before: slugsThrough(node, above.before, tree.locales),
      after: slugsThrough(node, above.after, tree.locales),
      property: row.property_id,
    });
    const paths = pathsBelow(node, above.after, tree);
    const site = bySite.get(row.property_id) ?? { propertyId: row.property_id, moved: [], pages: [] };
    bySite.set(row.property_id, site);
    site.moved.push(...movedPages(pathsBelow(node, above.before, tree), paths));
    site.pages.push(...Object.values(paths));
  }
  return { sites: [...bySite.values()], isMore: rows.length > MOST_MOVED };
}

/** The former addresses of the pages below that lead on. */
export function sitesBelow({ sites, isMore }: Below): SiteMoves[] {
  if (isMore)
    throw invalid([
      {
        path: 'redirects',
        code: 'too_many',
        message: `must not be for more than ${MOST_MOVED} pages below the entry: send it without, and import redirects`,
      },
    ]);
  return sites.map(({ propertyId, moved, pages }) => ({ propertyId, moves: movesOf(moved, pages), pages }));
}

export const warningOf = ({ isMore }: { isMore: boolean }): Problem[] =>
  isMore
    ? [
        {
          path: 'moved',
          code: 'too_many',
          message: `names the first ${MOST_MOVED} pages below the entry: the addresses of further ones change, too`,
        },
      ]
    : [];
