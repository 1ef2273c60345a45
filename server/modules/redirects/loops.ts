/** Whether a rule would send visitors round in circles, whatever they ask for and whenever they come: asked before it is saved. */
import { Slices } from '#kernel/work/slices.ts';
import { asOnSite, isOnSite, type Location, MAX_HOPS, onSite, showLocation, step } from './resolve.ts';
import type { Rules } from './rule-table.ts';
import type { Rule } from './rules.ts';

/** The way that never ends, or the way that does. */
export type Finding = { way: string[]; isLoop: boolean };

type Window = { from: number; until: number };

/** Stands for whatever follows a prefix, and is shown so. */
const ANYTHING = '/*';
/** Rules that are active at different times make a way branch; nobody builds so many branches on purpose. */
const MAX_BRANCHES = 2_000;

/** Steps for one rule: about half a second. So many are needed when 30,000 rules ask for a query on its way. */
const MAX_STEPS = 100_000;
/** A long path takes longer to look up, in proportion to its length and to its segments. */
const stepsFor = ({ path }: Location) => 1 + Math.floor(path.length ** 2 / 20_000);

export class TooComplex extends Error {}

/** The steps that may still be taken, for one rule or for a file of them. */
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

/** Throws TooIntricate when it takes too many steps to tell. */
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

/** Yields after every step what it cost. */
type Search<T> = Generator<number, T>;

/**
 * Every circle that a new rule closes goes through it. So it is enough to begin there: with its own path, and, where rules on the
 * way ask for more than that (a path below a prefix, a query), with what they ask for.
 */
function* searchFor(rules: Rules, hosts: readonly string[], rule: Rule): Search<Finding> {
  const start = onSite(rule.path + (rule.match === 'prefix' ? ANYTHING : ''), rule.query ?? '');
  const { visited: first, ...generic } = yield* walk(rules, hosts, rule, start);
  if (generic.isLoop) return generic;
  const tried = new Set([showLocation(start)]);
  const ways = [{ start, visited: first }];
  /** Where rules that ask for a query were looked for, by where the way began. */
  const looked = new Set<string>();
  /** Prefixes below which rules were looked for. Below one of them once more, the same would be found for ever. */
  const below = new Set<string>();
  for (const way of ways) {
    const stem = withoutAnything(way.start.path);
    for (const { path } of way.visited) {
      // A turn for others, also where nothing is found.
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

/** Where else to begin, so that the way meets rules that it passed by. */
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
      // With what the other asks for, and without: the way there may bring it along.
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

  /** The way of a circle, or null. */
  function* go(rule: Rule, from: Location, way: string[], during: Window): Search<string[] | null> {
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
      // Whatever comes after a rule that is always there is never reached.
      if (next.activeFrom <= during.from && during.until <= next.activeUntil) break;
    }
    return null;
  }

  const during = { from: first.activeFrom, until: first.activeUntil };
  const circle = yield* go(first, start, [showLocation(start)], during);
  return circle === null ? { way: longest, isLoop: false, visited } : { way: circle, isLoop: true, visited };
}

function overlap(during: Window, rule: Rule): Window | null {
  const [from, until] = [Math.max(during.from, rule.activeFrom), Math.min(during.until, rule.activeUntil)];
  return from < until ? { from, until } : null;
}
