import type { RouteNeeds } from '#kernel/http/guard.ts';

const VERBS: Record<string, string> = {
  GET: 'get',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
};

type Responses = Record<string, { properties?: { data?: { type?: unknown } } } | undefined>;

/** A name for SDKs, from method and path: listCustomers, createOrder, activateModule. A schema may state another. */
export function operationId(method: string, url: string, needs: RouteNeeds, response: Responses): string {
  const parts = url.split('/').filter((part) => part !== '' && part !== 'v1');
  const words = parts.filter((part) => !part.startsWith(':'));
  const isOfOne = parts.length > words.length;
  // The module's name locates a resource but does not describe it.
  if (words.length > 1 && words[0] === needs.module) words.shift();
  const last = words.pop()!;
  const around = words.map(singular);
  const isAction = method === 'POST' && response[201] === undefined;
  if (isAction) return camel(last, ...(isOfOne ? around : []));
  if (method !== 'GET' || parts.at(-1)!.startsWith(':'))
    return camel(VERBS[method]!, ...around, singular(last));
  const isList = response[200]?.properties?.data?.type === 'array';
  return camel(isList ? 'list' : 'get', ...around, last);
}

const singular = (word: string) =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/([^s])s$/, '$1');

const camel = (...words: string[]) =>
  words
    .flatMap((word) => word.split(/[^a-z0-9]+/i))
    .map((word, index) => (index === 0 ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join('');
