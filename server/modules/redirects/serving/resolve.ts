/** Resolves a request: chains of rules are followed here, so that a browser gets one redirect at most. */
import { joinPath, joinQuery, type PathAndQuery, showTarget } from '../paths.ts';
import { GONE, type Rule, type StatusCode } from '../rules.ts';
import type { RuleTable } from './rule-table.ts';

/** More than any site needs; beyond it the browser follows the rest by itself. */
export const MAX_HOPS = 10;

/** A location on the path; its origin is empty on the site itself. */
export type Location = PathAndQuery & { origin: string; fragment: string };

export type Resolution = {
  rules: Rule[];
  /** Every location on the path, the first being that of the request. */
  way: string[];
  end: Location;
  statusCode: StatusCode;
  /** The path returns to an earlier location, so there is no target. */
  isLoop: boolean;
  /** The time until which the result does not change by itself. */
  validUntil: number;
};

export const onSite = (path: string, query: string): Location => ({ path, query, origin: '', fragment: '' });

/**
 * Undefined when no active rule matches the path. `hosts` are the site's own. Where no rule has the path as it is, letter case and a
 * slash at its end make no difference. Saving a rule finds loops of paths as they are; a way that is endless only in this manner is
 * followed as it is, so no browser is sent in circles.
 */
export function resolveRedirect(
  rules: RuleTable,
  hosts: readonly string[],
  from: Location,
  at: number,
): Resolution | undefined {
  const found = follow(rules, hosts, from, at, true);
  const isEndless = found?.isLoop || found?.rules.length === MAX_HOPS;
  return isEndless ? follow(rules, hosts, from, at, false) : found;
}

function follow(
  rules: RuleTable,
  hosts: readonly string[],
  from: Location,
  at: number,
  isTolerant: boolean,
): Resolution | undefined {
  const passed: Rule[] = [];
  const way = [showLocation(from)];
  let place = from;
  let validUntil = Number.POSITIVE_INFINITY;
  let isLoop = false;
  while (passed.length < MAX_HOPS) {
    const { path, query } = place;
    const rule =
      firstActive(rules.meeting(path, query), at) ??
      (isTolerant ? firstActive(rules.nearly(path, query), at) : undefined);
    if (rule === undefined) break;
    passed.push(rule);
    validUntil = Math.min(validUntil, rule.activeUntil);
    if (rule.statusCode === GONE) break;
    place = step(rule, place);
    const shown = showLocation(asOnSite(hosts, rule, place));
    isLoop = way.includes(shown);
    way.push(shown);
    if (isLoop || !isOnSite(hosts, rule)) break;
  }
  if (passed.length === 0) return undefined;
  return { rules: passed, way, end: place, statusCode: statusOf(passed), isLoop, validUntil };
}

function firstActive(rules: Iterable<Rule>, at: number): Rule | undefined {
  for (const rule of rules) {
    if (rule.activeFrom <= at && at < rule.activeUntil) return rule;
  }
  return undefined;
}

export function step(rule: Rule, { path, query, origin }: Location): Location {
  const { to } = rule;
  // A query that the rule requires is not passed on.
  const brought = rule.keepsQuery && rule.query === null ? query : '';
  return {
    origin: to.origin || origin,
    path: rule.match === 'exact' ? to.path : joinPath(to.path, path.slice(rule.path.length)),
    query: joinQuery(to.query, brought),
    fragment: to.fragment,
  };
}

/** A complete URL with the site's own domain is on the site. */
export const isOnSite = (hosts: readonly string[], { to }: Rule) =>
  to.host === null || hosts.includes(to.host);

export const asOnSite = (hosts: readonly string[], rule: Rule, place: Location): Location =>
  isOnSite(hosts, rule) ? { ...place, origin: '' } : place;

export const showLocation = (place: Location) => place.origin + showTarget(place);

/** Gone if the last step is. Permanent only if every step is; keeps the method only if every step does. */
function statusOf(rules: Rule[]): StatusCode {
  const codes = rules.map(({ statusCode }) => statusCode);
  if (codes.at(-1) === GONE) return GONE;
  const isPermanent = codes.every((code) => code === 301 || code === 308);
  const keepsMethod = codes.every((code) => code === 307 || code === 308);
  if (isPermanent) return keepsMethod ? 308 : 301;
  return keepsMethod ? 307 : 302;
}
