/** Where a visitor ends up: rules that follow each other are walked here, so that a browser makes one step at most. */
import { joinPath, joinQuery, type PathAndQuery, showTarget } from './paths.ts';
import type { Rules } from './rule-table.ts';
import type { Rule, StatusCode } from './rules.ts';

/** More than anyone means to build; beyond it the browser goes on by itself. */
export const MAX_HOPS = 10;

/** A place on the way; its origin is empty on the site itself. */
export type Location = PathAndQuery & { origin: string; fragment: string };

export type Resolution = {
  rules: Rule[];
  /** Every place on the way, the first being where the visitor came. */
  way: string[];
  end: Location;
  statusCode: StatusCode;
  /** It comes back to where it was: then there is nowhere to send the visitor. */
  isLoop: boolean;
  /** Until when nothing on the way changes by itself. */
  validUntil: number;
};

export const onSite = (path: string, query: string): Location => ({ path, query, origin: '', fragment: '' });

/** Undefined when no rule meets the path at this time. `hosts` are the site's own. */
export function resolveRedirect(
  rules: Rules,
  hosts: readonly string[],
  from: Location,
  at: number,
): Resolution | undefined {
  const passed: Rule[] = [];
  const way = [showLocation(from)];
  let place = from;
  let validUntil = Number.POSITIVE_INFINITY;
  let isLoop = false;
  while (passed.length < MAX_HOPS) {
    const rule = firstActive(rules, place, at);
    if (rule === undefined) break;
    passed.push(rule);
    validUntil = Math.min(validUntil, rule.activeUntil);
    place = step(rule, place);
    const shown = showLocation(asOnSite(hosts, rule, place));
    isLoop = way.includes(shown);
    way.push(shown);
    if (isLoop || !isOnSite(hosts, rule)) break;
  }
  if (passed.length === 0) return undefined;
  return { rules: passed, way, end: place, statusCode: statusOf(passed), isLoop, validUntil };
}

function firstActive(rules: Rules, { path, query }: PathAndQuery, at: number): Rule | undefined {
  for (const rule of rules.meeting(path, query)) {
    if (rule.activeFrom <= at && at < rule.activeUntil) return rule;
  }
  return undefined;
}

export function step(rule: Rule, { path, query, origin }: Location): Location {
  const { to } = rule;
  // A query that the rule asked for has served its purpose.
  const brought = rule.keepsQuery && rule.query === null ? query : '';
  return {
    origin: to.origin || origin,
    path: rule.match === 'exact' ? to.path : joinPath(to.path, path.slice(rule.path.length)),
    query: joinQuery(to.query, brought),
    fragment: to.fragment,
  };
}

/** A site's own domain, spelled out, is the site. */
export const isOnSite = (hosts: readonly string[], { to }: Rule) =>
  to.host === null || hosts.includes(to.host);

export const asOnSite = (hosts: readonly string[], rule: Rule, place: Location): Location =>
  isOnSite(hosts, rule) ? { ...place, origin: '' } : place;

export const showLocation = (place: Location) => place.origin + showTarget(place);

/** For ever only if every step is; and the method is kept only if every step keeps it. */
function statusOf(rules: Rule[]): StatusCode {
  const codes = rules.map(({ statusCode }) => statusCode);
  const isPermanent = codes.every((code) => code === 301 || code === 308);
  const keepsMethod = codes.every((code) => code === 307 || code === 308);
  if (isPermanent) return keepsMethod ? 308 : 301;
  return keepsMethod ? 307 : 302;
}
