/** A rule as it is served: the columns of a redirect, parsed once. */
import { normalPath, normalQuery, sortedQuery } from './paths.ts';

export const MATCHES = ['exact', 'prefix'] as const;
export const QUERIES = ['keep', 'drop'] as const;
/** The page is gone: its visitors are sent nowhere, and the rule has no target. */
export const GONE = 410;
export const STATUS_CODES = [301, 302, 307, 308, GONE] as const;
export type StatusCode = (typeof STATUS_CODES)[number];

export type Target = {
  /** Scheme and host, when the rule spells them out; empty for a path of the same site. */
  origin: string;
  host: string | null;
  path: string;
  query: string;
  /** With its #, or empty. */
  fragment: string;
};

export type Rule = {
  id: string;
  match: (typeof MATCHES)[number];
  /** The path of a prefix has no slash at its end, so that of the whole site is empty. */
  path: string;
  /** The query that a request must have, with its parameters sorted; null: any. */
  query: string | null;
  to: Target;
  statusCode: StatusCode;
  keepsQuery: boolean;
  /** Milliseconds; from minus to plus infinity when it is always active. */
  activeFrom: number;
  activeUntil: number;
};

export type RuleSource = {
  id: string;
  match: Rule['match'];
  from_path: string;
  /** Empty for a page that is gone. */
  to_url: string;
  status_code: number;
  query: (typeof QUERIES)[number];
  active_from: Date | null;
  active_until: Date | null;
};

export function readRule(row: RuleSource): Rule {
  const mark = row.from_path.indexOf('?');
  const path = normalPath(mark === -1 ? row.from_path : row.from_path.slice(0, mark));
  return {
    id: row.id,
    match: row.match,
    path: row.match === 'prefix' ? path.replace(/\/+$/, '') : path,
    query: mark === -1 ? null : sortedQuery(row.from_path.slice(mark + 1)),
    to: readTo(row.status_code === GONE ? '/' : row.to_url),
    statusCode: row.status_code as StatusCode,
    keepsQuery: row.query === 'keep',
    activeFrom: row.active_from?.getTime() ?? Number.NEGATIVE_INFINITY,
    activeUntil: row.active_until?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}

/** The key that two rules of a property must not share: different spellings of a path have the same key. */
export const keyOf = ({ match, path, query }: Rule) => `${match} ${path}${query === null ? '' : `?${query}`}`;

function readTo(text: string): Target {
  if (!text.startsWith('/')) {
    const url = new URL(text);
    const { origin, hostname, pathname, search, hash } = url;
    return { origin, host: hostname, path: normalPath(pathname), query: search.slice(1), fragment: hash };
  }
  const [, path = '/', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(text) ?? [];
  return {
    origin: '',
    host: null,
    path: normalPath(path),
    query: normalQuery(query),
    fragment: fragment === '' ? '' : `#${normalQuery(fragment.slice(1))}`,
  };
}
