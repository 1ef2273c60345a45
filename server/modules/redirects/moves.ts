/** Pages that moved: the former address leads to the new one for good. */
import type { Tx } from '#kernel/db/db.ts';
import { invalid } from '#kernel/errors.ts';
import { publishAll } from '#kernel/events/publish.ts';
import { Slices } from '#kernel/work/slices.ts';
import { StepBudget } from './loops.ts';
import { assertSpelled, findChain, hashOf } from './redirect-check.ts';
import {
  batches,
  deleteRedirect,
  findRedirects,
  insertRedirects,
  type KeyedRow,
  type RedirectRow,
  updateRedirects,
} from './redirects.sql.ts';
import {
  added,
  applyChange,
  changed,
  draft,
  holdRules,
  MAX_RULES,
  type RedirectDeps,
  removed,
  tooMany,
} from './redirects.ts';
import { type Rule, readRule } from './rules.ts';
import { DraftTable, type RuleTable } from './serving/rule-table.ts';
import { REDIRECTS } from './settings.ts';

type Move = { from: string; to: string };
/** `propertyId` null: the default site. `pages`: addresses that have a page now. */
export type SiteMoves = { propertyId: string | null; moves: Move[]; pages: string[] };

const NOTES = 'The page moved.';
/** Rules of earlier moves that a request leads to the new address; further ones stay chains. */
export const MOST_LED_ON = 500;

/** For all moves of a request: ten times what five thousand ordinary ones need. */
const MAX_STEPS = 500_000;

const LEADING_ON = {
  statusCode: 301,
  match: 'exact',
  query: 'keep',
  activeFrom: null,
  activeUntil: null,
} as const;

/** Each site is followed once: its rules are locked, read and checked one time. */
export async function followMoves(tx: Tx, now: Date, deps: RedirectDeps, sites: SiteMoves[]): Promise<void> {
  const bySite = new Map<string, { moves: Move[]; pages: string[] }>();
  for (const { propertyId, moves, pages } of sites) {
    if (pages.length === 0) continue;
    const site = propertyId ?? (await deps.directory.ensureDefault(tx, now));
    const all = bySite.get(site) ?? { moves: [], pages: [] };
    bySite.set(site, all);
    all.moves.push(...moves);
    all.pages.push(...pages);
  }
  // In one order, so that two transactions do not lock two sites against each other.
  for (const site of [...bySite.keys()].sort()) {
    const { moves, pages } = bySite.get(site)!;
    await followOnSite(tx, now, deps, site, withoutPages(moves, pages, now), pages);
  }
}

/** A page that another one left is there: no redirect leads away from it. */
function withoutPages(moves: Move[], pages: string[], now: Date): Move[] {
  const sourceAt = (path: string) => asRule(path, now).path;
  const there = new Set(pages.map(sourceAt));
  const bySource = new Map(moves.map((move) => [sourceAt(move.from), move]));
  return [...bySource].flatMap(([source, move]) => (there.has(source) ? [] : [move]));
}

/** Redirects away from `pages` are removed: pages are there now. */
async function followOnSite(
  tx: Tx,
  now: Date,
  deps: RedirectDeps,
  site: string,
  moves: Move[],
  pages: string[],
): Promise<void> {
  const { servedVersion, table, hosts } = await holdRules(tx, deps, site);
  const idOf = (from: string) => table.sameAs(asRule(from, now))?.id;
  const away = new Set(pages.flatMap((page) => idOf(page) ?? []));
  const earlier = await findEarlier(table, moves, now);
  const ids = [...away, ...moves.flatMap(({ from }) => idOf(from) ?? []), ...earlier.keys()];
  const known = await findRedirects(tx, [...new Set(ids)]);
  const knownById = new Map(known.map((row) => [row.id, row]));
  const rules = new DraftTable(table);
  const budget = new StepBudget(MAX_STEPS);
  for (const id of away) rules.hide(id);
  const [created, replaced]: [KeyedRow[], { before: RedirectRow; after: KeyedRow }[]] = [[], []];
  for await (const move of budget.slices.each(moves)) {
    const id = idOf(move.from);
    const before = id === undefined || away.has(id) ? undefined : knownById.get(id);
    const wanted =
      before === undefined
        ? { ...draft({ ...move, ...LEADING_ON, notes: NOTES }, now), property_id: site }
        : {
            ...applyChange(before, { to: move.to, ...LEADING_ON }),
            version: before.version + 1,
            updated_at: now,
          };
    assertSpelled(wanted);
    const rule = readRule(wanted);
    rules.put(rule);
    const found = await findChain(rules, hosts, rule, budget);
    if ('problem' in found) throw invalid([{ ...found.problem, path: 'redirects' }]);
    const row = { ...wanted, chain: found.chain, from_hash: hashOf(rule) };
    if (before === undefined) created.push(row);
    else replaced.push({ before, after: row });
  }
  const done = new Set([...away, ...replaced.map(({ before }) => before.id)]);
  for (const before of known) {
    const to = earlier.get(before.id);
    // A redirect that a person wrote stays as it is written.
    if (to === undefined || before.notes !== NOTES || done.has(before.id)) continue;
    const wanted = { ...applyChange(before, { to }), version: before.version + 1, updated_at: now };
    const rule = readRule(wanted);
    rules.put(rule);
    const found = await findChain(rules, hosts, rule, budget);
    if ('problem' in found) rules.takeBack(rule.id);
    else replaced.push({ before, after: { ...wanted, chain: found.chain, from_hash: hashOf(rule) } });
  }
  const gone = known.filter(({ id }) => away.has(id));
  const growth = created.length - gone.length;
  if (table.size + growth > MAX_RULES) throw tooMany;
  if (growth > 0) await deps.assertRoom(tx, REDIRECTS, growth);
  for (const row of gone) await deleteRedirect(tx, row, servedVersion);
  for (const rows of batches(created))
    await insertRedirects(tx, rows, { propertyId: site, servedVersion, now });
  const after = replaced.map((one) => one.after);
  for (const rows of batches(after)) await updateRedirects(tx, rows, { servedVersion, now });
  const events = [
    ...gone.flatMap((row) => removed(row, now)),
    ...created.flatMap(added),
    ...replaced.flatMap((one) => changed(one.before, one.after)),
  ];
  for (const some of batches(events)) await publishAll(tx, now, some);
}

/**
 * The rules of earlier moves to pages that move on, with the new addresses. If each of them led through all later moves, the first
 * address of a page would lead nowhere after the tenth.
 */
async function findEarlier(
  table: RuleTable | DraftTable,
  moves: Move[],
  now: Date,
): Promise<Map<string, string>> {
  const next = new Map(
    moves.map(({ from, to }) => [readRule(draft({ from, to, ...LEADING_ON }, now)).path, to]),
  );
  const found = new Map<string, string>();
  if (next.size === 0) return found;
  for await (const rule of new Slices().each(table.all())) {
    const to = isOfMove(rule) ? next.get(rule.to.path) : undefined;
    if (to !== undefined) found.set(rule.id, to);
    if (found.size === MOST_LED_ON) break;
  }
  return found;
}

const isOfMove = ({ match, statusCode, keepsQuery, to, query, activeFrom, activeUntil }: Rule): boolean =>
  match === LEADING_ON.match &&
  statusCode === LEADING_ON.statusCode &&
  keepsQuery &&
  query === null &&
  to.host === null &&
  activeFrom === Number.NEGATIVE_INFINITY &&
  activeUntil === Number.POSITIVE_INFINITY;

/** An exact rule with this source. */
const asRule = (from: string, now: Date) => readRule(draft({ from, to: '/', ...LEADING_ON }, now));
