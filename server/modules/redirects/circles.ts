/** Whether a rule would send visitors round in circles, whatever they ask for and whenever they come: asked before it is saved. */
import { atHome, atHomeIn, MAX_HOPS, type Place, showPlace, staysIn, step } from './journeys.ts';
import type { Rules } from './rule-table.ts';
import type { Rule } from './rules.ts';

/** The way that never ends, or the way that does. */
export type Finding = { way: string[]; isCircle: boolean };

type Window = { from: number; until: number };

/** Stands for whatever follows a prefix, and is shown so. */
const ANYTHING = '/*';
/** Rules that are active at different times make a way branch; nobody builds so many branches on purpose. */
const MAX_STEPS = 2_000;

/** A way that leads past rules that ask for a query is walked again with it, and so is that one; but not for ever. */
const MAX_AGAIN = 500;

/**
 * Every circle that a new rule closes goes through it. So it is enough to begin there: with its own path, and, where rules on the
 * way ask for more than that (a path below a prefix, a query), with what they ask for.
 */
export function findCircle(rules: Rules, hosts: readonly string[], rule: Rule): Finding {
  const start = atHome(rule.path + (rule.match === 'prefix' ? ANYTHING : ''), rule.query ?? '');
  const generic = walk(rules, hosts, rule, start);
  if (generic.isCircle) return generic;
  const tried = new Set([showPlace(start)]);
  const ways = [{ start, visited: generic.visited }];
  for (const way of ways) {
    // What is below a prefix is looked for once: below what was found there, the same would be found for ever.
    const stem = way.start === start ? withoutAnything(start.path) : null;
    for (const place of particularsOf(rules, rule, way.start, stem, way.visited)) {
      if (tried.size === tried.add(showPlace(place)).size) continue;
      const found = walk(rules, hosts, rule, place);
      if (found.isCircle) return found;
      if (ways.length < MAX_AGAIN) ways.push({ start: place, visited: found.visited });
    }
  }
  return generic;
}

/** Where else to begin, so that the way meets rules that it passed by. */
function* particularsOf(
  rules: Rules,
  rule: Rule,
  start: Place,
  stem: string | null,
  visited: Place[],
): Generator<Place> {
  for (const { path } of visited) {
    const base = stem === null ? null : withoutAnything(path);
    for (const other of base === null ? rules.asking() : rules.all()) {
      const isBelow = base !== null && (other.path === base || other.path.startsWith(`${base}/`));
      if (!isBelow && !(other.query !== null && covers(other, path))) continue;
      const begin = isBelow ? stem + other.path.slice(base.length) : start.path;
      // With what the other asks for, and without: the way there may bring it along.
      const queries = rule.query === null ? new Set([start.query, other.query ?? start.query]) : [rule.query];
      for (const query of queries) {
        yield atHome(begin === '' ? '/' : begin, query);
        if (isBelow && other.match === 'prefix') yield atHome(begin + ANYTHING, query);
      }
    }
  }
}

const withoutAnything = (path: string) => (path.endsWith(ANYTHING) ? path.slice(0, -ANYTHING.length) : null);

const covers = (rule: Rule, path: string) =>
  rule.path === path || (rule.match === 'prefix' && path.startsWith(`${rule.path}/`));

type Walk = Finding & { visited: Place[] };

function walk(rules: Rules, hosts: readonly string[], first: Rule, start: Place): Walk {
  const visited: Place[] = [];
  let steps = 0;
  let longest: string[] = [];

  /** The way of a circle, or null. */
  function go(rule: Rule, from: Place, way: string[], during: Window): string[] | null {
    const place = atHomeIn(hosts, rule, step(rule, from));
    const shown = showPlace(place);
    const further = [...way, shown];
    if (way.includes(shown)) return further;
    if (further.length > longest.length) longest = further;
    if (!staysIn(hosts, rule)) return null;
    visited.push(place);
    for (const next of rules.meeting(place.path, place.query)) {
      const both = overlap(during, next);
      if (both === null) continue;
      if (further.length > MAX_HOPS || ++steps > MAX_STEPS) return [...further, '…'];
      const found = go(next, place, further, both);
      if (found !== null) return found;
      // Whatever comes after a rule that is always there is never reached.
      if (next.activeFrom <= during.from && during.until <= next.activeUntil) break;
    }
    return null;
  }

  const circle = go(first, start, [showPlace(start)], { from: first.activeFrom, until: first.activeUntil });
  return circle === null
    ? { way: longest, isCircle: false, visited }
    : { way: circle, isCircle: true, visited };
}

function overlap(during: Window, rule: Rule): Window | null {
  const [from, until] = [Math.max(during.from, rule.activeFrom), Math.min(during.until, rule.activeUntil)];
  return from < until ? { from, until } : null;
}
