/**
 * Paths and queries in normal form, so that rules match requests, and so that no input of a visitor can leave the site: only
 * printable ASCII, no dot segments, and never two slashes (or a backslash) in front, which browsers take for a host.
 */

const PLAIN_PATH = /^\/$|^(?:\/[\w~-][\w.~-]*)+\/?$/;
const PLAIN_QUERY = /^[\w.~=&-]*$/;
const UNRESERVED = /[\w.~-]/;
/** The characters that a path may contain unencoded; a query also / and ?. A percent sign only before two hexadecimal digits. */
const TO_ENCODE_IN_PATH = /%[0-9a-f]{2}|[^\w.~!$&'()*+,;=:@/-]/giu;
const TO_ENCODE_IN_QUERY = /%[0-9a-f]{2}|[^\w.~!$&'()*+,;=:@/?-]/giu;

export function normalPath(path: string): string {
  if (PLAIN_PATH.test(path)) return path;
  const segments: string[] = [];
  const parts = encode(path, TO_ENCODE_IN_PATH).split('/').slice(1);
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    if (part === '..') segments.pop();
    if (part !== '.' && part !== '..') segments.push(part);
    // A path that ends in dot segments names a folder.
    else if (isLast) segments.push('');
  }
  return `/${segments.join('/').replace(/^\/+/, '')}`;
}

export const normalQuery = (query: string) =>
  PLAIN_QUERY.test(query) ? query : encode(query, TO_ENCODE_IN_QUERY);

/** For comparisons: the order of parameters means nothing. */
export const sortedQuery = (query: string) => normalQuery(query).split('&').sort().join('&');

function encode(text: string, what: RegExp): string {
  return text.toWellFormed().replaceAll(what, (found) => {
    if (found.length < 3 || found[0] !== '%') return encodeURIComponent(found);
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return UNRESERVED.test(character) ? character : found.toUpperCase();
  });
}

/** Letters as they are compared without regard to case: also those that a path has encoded. */
export const foldPath = (path: string) =>
  path.replace(/(?:%[0-9A-F]{2})+|[A-Z]+/g, (found) =>
    found.startsWith('%') ? foldEncoded(found) : found.toLowerCase(),
  );

function foldEncoded(bytes: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(bytes).toLowerCase());
  } catch {
    // Bytes that are no UTF-8 have no case.
    return bytes;
  }
}

export const withoutSlashAtEnd = (path: string) => path.replace(/\/+$/, '');

export type PathAndQuery = { path: string; query: string };

/** Reads the path of a request; Node passes the bytes of a request line as one character each. */
export function readTarget(url: string): PathAndQuery {
  const bytes = Buffer.from(url, 'latin1').toString('utf8');
  return splitTarget(bytes);
}

/** Splits off the query and drops the fragment, which only concerns the browser. */
export function splitTarget(text: string): PathAndQuery {
  const [whole = ''] = text.split('#', 1);
  const mark = whole.indexOf('?');
  if (mark === -1) return { path: normalPath(whole), query: '' };
  return { path: normalPath(whole.slice(0, mark)), query: normalQuery(whole.slice(mark + 1)) };
}

/** Appends what follows a prefix to the target path: always below it, and never as a host. */
export function joinPath(base: string, rest: string): string {
  if (rest === '') return base;
  return `${base.replace(/\/+$/, '')}/${rest.replace(/^\/+/, '')}`;
}

export const joinQuery = (first: string, second: string) =>
  [first, second].filter((part) => part !== '').join('&');

export const showTarget = ({ path, query }: PathAndQuery) => (query === '' ? path : `${path}?${query}`);
