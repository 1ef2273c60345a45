/** Checks, before a rule is saved, whether it would send any visitor into a loop, for any path, query and time. */
import { Slices } from '#kernel/work/slices.ts';
import { GONE, type Rule } from './rules.ts';
import {
  asOnSite,
  isOnSite,
  type Location,
  MAX_HOPS,
  onSite,
  showLocation,
  step,
} from './serving/resolve.ts';
import type { Rules } from './serving/rule-table.ts';

/** The path of the loop, or of the longest chain. */
export type Finding = { way: string[]; isLoop: boolean };

type Window = { from: number; until: number };

/** Stands for any path after a prefix, and is shown so. */
const ANYTHING = '/*';
/** Rules that are active at different times make a path branch; no tenant needs so many branches. */
const MAX_BRANCHES = 2_000;

/** Steps for one rule: about half a second. So many are needed when 30,000 rules with a query are on its path. */
const MAX_STEPS = 100_000;
/** A long path takes longer to look up, in proportion to its length and to its segments. */
const stepsFor = ({ path }: Location) => 1 + Math.floor(path.length ** 2 / 20_000);

export class TooComplex extends Error {}

/** The remaining steps, for one rule or for a file of them. */
export class StepBudget {
  readonly slices = new Slices();
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooComplex();
  }
}

/** Throws TooComplex when the check exceeds its budget. */
export async function findLoop(
  rules: Rules,
  hosts: readonly string[],
  rule: Rule,
  whole = new StepBudget(MAX_STEPS),
): Promise<Finding> {
  const own = new StepBudget(MAX_STEPS);
  const search = searchFor(rules, hosts, rule);
  for (;;) {
    const next = search.next();
    if (next.done) return next.value;
    own.spend(next.value);
    whole.spend(next.value);
    if (whole.slices.isOver) await whole.slices.next();
  }
}

/** Yields the cost of every step. */
type Search<T> = Generator<number, T>;

/**
 * Every loop that a new rule closes passes through it. So the search begins there: with the rule's own path, and, for rules on
 * the way that match only a path below a prefix or a query, with what they match.
 */
function* searchFor(rules: Rules, hosts: readonly string[], rule: Rule): Search<Finding> {
  const start = onSite(rule.path + (rule.match === 'prefix' ? ANYTHING : ''), rule.query ?? '');
  const { visited: first, ...generic } = yield* walk(rules, hosts, rule, start);
  if (generic.isLoop) return generic;
  const tried = new Set([showLocation(start)]);
  const ways = [{ start, visited: first }];
  /** Paths whose rules with a query were looked up, by the start of the search. */
  const looked = new Set<string>();
  /** Prefixes below which rules were looked up. A second look-up below one of them would find the same for ever. */
  const below = new Set<string>();
  for (const way of ways) {
    const stem = withoutAnything(way.start.path);
    for (const { path } of way.visited) {
      // Pauses for other work, also when nothing is found.
      yield 0;
      const lookedHere = looked.size === looked.add(`${way.start.path} ${path}`).size;
      const from = below.size === below.add(path).size ? null : stem;
      for (const place of particulars(rules, rule, way.start, from, path, lookedHere)) {
        yield 1;
        if (tried.size === tried.add(showLocation(place)).size) continue;
        const { visited, ...found } = yield* walk(rules, hosts, rule, place);
        if (found.isLoop) return found;
        const isNew = visited.some((one) => !looked.has(`${place.path} ${one.path}`));
        if (isNew) ways.push({ start: place, visited });
      }
    }
  }
  return generic;
}

/** Returns further starts, from which the path reaches rules that it has skipped so far. */
function* particulars(
  rules: Rules,
  rule: Rule,
  start: Location,
  stem: string | null,
  path: string,
  lookedHere: boolean,
): Generator<Location> {
  const base = stem === null ? null : withoutAnything(path);
  if (base !== null) {
    for (const other of rules.below(base)) {
      const begin = stem + other.path.slice(base.length);
      // With the query of the other rule, and without it: a rule on the way may add it.
      const queries = rule.query === null ? new Set([start.query, other.query ?? start.query]) : [rule.query];
      for (const query of queries) {
        yield onSite(begin === '' ? '/' : begin, query);
        if (other.match === 'prefix') yield onSite(begin + ANYTHING, query);
      }
    }
  }
  if (rule.query !== null || lookedHere) return;
  for (const other of rules.asking(path)) yield onSite(start.path, other.query!);
}

const withoutAnything = (path: string) => (path.endsWith(ANYTHING) ? path.slice(0, -ANYTHING.length) : null);

type Walk = Finding & { visited: Location[] };

function* walk(rules: Rules, hosts: readonly string[], first: Rule, start: Location): Search<Walk> {
  const visited: Location[] = [];
  let branches = 0;
  let longest: string[] = [];

  /** Returns the path of a loop, or null. */
  function* go(rule: Rule, from: Location, way: string[], during: Window): Search<string[] | null> {
    if (rule.statusCode === GONE) return null;
    const place = asOnSite(hosts, rule, step(rule, from));
    yield stepsFor(place);
    const shown = showLocation(place);
    const further = [...way, shown];
    if (way.includes(shown)) return further;
    if (further.length > longest.length) longest = further;
    if (!isOnSite(hosts, rule)) return null;
    visited.push(place);
    for (const next of rules.meeting(place.path, place.query)) {
      const both = overlap(during, next);
      if (both === null) continue;
      if (further.length > MAX_HOPS || ++branches > MAX_BRANCHES) return [...further, '…'];
      const found = yield* go(next, place, further, both);
      if (found !== null) return found;
      // Rules after one that is active all the time are never reached.
      if (next.activeFrom <= during.from && during.until <= next.activeUntil) break;
    }
    return null;
  }

  const during = { from: first.activeFrom, until: first.activeUntil };
  const loop = yield* go(first, start, [showLocation(start)], during);
  return loop === null ? { way: longest, isLoop: false, visited } : { way: loop, isLoop: true, visited };
}

function overlap(during: Window, rule: Rule): Window | null {
  const [from, until] = [Math.max(during.from, rule.activeFrom), Math.min(during.until, rule.activeUntil)];
  return from < until ? { from, until } : null;
}
