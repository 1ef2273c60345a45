/** An import under way: what it knows, what it has counted, and what was refused. */
import { Refusal } from '../../failures.ts';
import type { Progress } from '../../progress.ts';
import type { Problem, Scan } from './check.ts';
import type { Journal } from './journal.ts';
import type { EntryLine, Place, Site } from './lines.ts';
import type { Tenant } from './tenant.ts';

/** A link that was not imported, because what it leads to is not there. */
export type LeftOut = { line: number; id: string; path: string; to: string };

export type Run = {
  target: Tenant;
  place: Place;
  scan: Scan;
  journal: Journal;
  isDry: boolean;
  progress: Progress;
  problems: Problem[];
  leftOut: LeftOut[];
  /** The ids of lines that were refused. */
  refused: Set<string>;
  /** The ids of entries that this run made, or would make. */
  created: Set<string>;
  /** The parents of the target's entries, by their ids, of types that are trees. */
  parents: Map<string, string | null>;
  /** Types that the target does not have yet as they are in the file: their entries cannot be tried. */
  untriedTypes: Set<string>;
  counts: {
    entries: { created: number; changed: number; unchanged: number; published: number; refused: number };
    assets: { created: number; changed: number; unchanged: number; refused: number };
    moved: number;
    untried: number;
    /** Live in the target, and not in the file: they stay live. */
    stillLive: number;
    /** Entries of the target that the file does not have. */
    onlyThere: number;
  };
};

export const NO_COUNTS = (): Run['counts'] => ({
  entries: { created: 0, changed: 0, unchanged: 0, published: 0, refused: 0 },
  assets: { created: 0, changed: 0, unchanged: 0, refused: 0 },
  ...{ moved: 0, untried: 0, stillLive: 0, onlyThere: 0 },
});

/** These concern every request, so the run ends. */
const ENDING = ['unauthorized', 'forbidden', 'module_disabled'];

/** Does the work of a line. A refusal is noted, and the others go on; returns whether it was done. */
export async function attempt(
  run: Run,
  { number, id, kind }: { number: number; id: string; kind: 'entries' | 'assets' },
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) || ENDING.includes(error.code) || error.status >= 500) throw error;
    refuse(run, { number, id, kind }, problemsIn(error));
    return false;
  }
}

type Found = Pick<Problem, 'path' | 'code' | 'message'>;

export const problemsIn = ({ code, reason, details }: Refusal): Found[] => {
  const problems = Array.isArray(details) ? (details as Found[]) : [];
  return problems.length > 0
    ? problems.map(({ path, code, message }) => ({ path, code, message }))
    : [{ path: '', code, message: reason }];
};

export function refuse(
  run: Run,
  { number, id, kind }: { number: number; id: string; kind: 'entries' | 'assets' },
  problems: Found[],
): void {
  if (!run.refused.has(id)) run.counts[kind].refused++;
  run.refused.add(id);
  run.problems.push(...problems.map((problem) => ({ line: number, id, ...problem })));
}

/** The property with the main domain of the site, else with its name; undefined if there is none. */
export async function propertyOf(
  { properties }: Tenant,
  site: Site | undefined,
): Promise<string | null | undefined> {
  if (site === undefined) return null;
  const all = await properties();
  const { name, domain } = site;
  const found =
    (domain !== undefined && all.find(({ domains }) => domains.includes(domain))) ||
    all.find((property) => property.name === name);
  return found ? found.id : undefined;
}

export const noSite = ({ site }: Pick<EntryLine, 'site'>): Found => ({
  path: 'site',
  code: 'not_found',
  message: `names a site that is not there: make a property called ${JSON.stringify(site!.name)}, or with its domain`,
});
