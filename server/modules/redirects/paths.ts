/**
 * Paths and queries in one spelling, so that rules and visitors meet, and so that nothing of a visitor's can leave the site:
 * only printable ASCII, no dot segments, and never two slashes (or a backslash) in front, which browsers take for a host.
 */

const PLAIN_PATH = /^\/$|^(?:\/[\w~-][\w.~-]*)+\/?$/;
const PLAIN_QUERY = /^[\w.~=&-]*$/;
const UNRESERVED = /[\w.~-]/;
/** What may stand in a path as it is; in a query also / and ?. A percent sign only before two hexadecimal digits. */
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
    // A path that ends in dots is that of a folder.
    else if (isLast) segments.push('');
  }
  return `/${segments.join('/').replace(/^\/+/, '')}`;
}

export const normalQuery = (query: string) =>
  PLAIN_QUERY.test(query) ? query : encode(query, TO_ENCODE_IN_QUERY);

/** For comparing: the order of parameters means nothing. */
export const sortedQuery = (query: string) => normalQuery(query).split('&').sort().join('&');

function encode(text: string, what: RegExp): string {
  return text.toWellFormed().replaceAll(what, (found) => {
    if (found.length < 3 || found[0] !== '%') return encodeURIComponent(found);
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return UNRESERVED.test(character) ? character : found.toUpperCase();
  });
}

export type PathAndQuery = { path: string; query: string };

/** What a visitor asks for; Node hands the bytes of a request line over as if each were a character. */
export function readTarget(url: string): PathAndQuery {
  const bytes = Buffer.from(url, 'latin1').toString('utf8');
  return splitTarget(bytes);
}

/** A path with or without a query; what follows # is the browser's business. */
export function splitTarget(text: string): PathAndQuery {
  const [whole = ''] = text.split('#', 1);
  const mark = whole.indexOf('?');
  if (mark === -1) return { path: normalPath(whole), query: '' };
  return { path: normalPath(whole.slice(0, mark)), query: normalQuery(whole.slice(mark + 1)) };
}

/** What comes after a prefix is put behind the path it leads to: always below it, and never as a host. */
export function joinPath(base: string, rest: string): string {
  if (rest === '') return base;
  return `${base.replace(/\/+$/, '')}/${rest.replace(/^\/+/, '')}`;
}

export const joinQuery = (first: string, second: string) =>
  [first, second].filter((part) => part !== '').join('&');

export const showTarget = ({ path, query }: PathAndQuery) => (query === '' ? path : `${path}?${query}`);
