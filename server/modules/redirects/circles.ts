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

/**
 * Every circle that a new rule closes goes through it. So it is enough to begin there: with its own path, and, where other rules
 * ask for more than that (a path below a prefix, a query), with what they ask for.
 */
export function findCircle(rules: Rules, hosts: readonly string[], rule: Rule): Finding {
  const generic = walk(
    rules,
    hosts,
    rule,
    atHome(rule.path + (rule.match === 'prefix' ? ANYTHING : ''), rule.query ?? ''),
  );
  if (generic.isCircle) return generic;
  for (const place of particularsOf(rules, rule, generic.visited)) {
    const found = walk(rules, hosts, rule, place);
    if (found.isCircle) return found;
  }
  return generic;
}

function* particularsOf(rules: Rules, rule: Rule, visited: Place[]): Generator<Place> {
  for (const { path } of visited) {
    const base = rule.match === 'prefix' && path.endsWith(ANYTHING) ? path.slice(0, -ANYTHING.length) : null;
    for (const other of rule.match === 'prefix' ? rules.all() : rules.asking()) {
      const isBelow = base !== null && (other.path === base || other.path.startsWith(`${base}/`));
      if (!isBelow && !(other.query !== null && other.path === path)) continue;
      const start = isBelow ? rule.path + other.path.slice(base.length) : rule.path;
      // With what the other asks for, and without: the way there may bring it along.
      for (const query of rule.query === null ? new Set(['', other.query ?? '']) : [rule.query]) {
        yield atHome(start === '' ? '/' : start, query);
        if (isBelow && other.match === 'prefix') yield atHome(start + ANYTHING, query);
      }
    }
  }
}

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
