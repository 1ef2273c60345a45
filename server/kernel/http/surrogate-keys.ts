/**
 * Shared caches keep an answer under surrogate keys, one for each thing that it depends on. Events name the keys whose answers are
 * out of date, so that a purge reaches these pages and no others.
 */
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { sha256 } from '#kernel/secrets.ts';

/** `list`: the entries that a type has; `type`: its definition. */
const LETTERS = { entry: 'e', asset: 'a', list: 'l', type: 't' } as const;
export type Dependency = keyof typeof LETTERS;

/** Ids are unique across tenants, and so are their keys. */
export const surrogateKey = (of: Dependency, id: string): string =>
  LETTERS[of] + Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');

/** The address of a page: another entry may take it. */
export const addressKey = (typeId: string, slug: string): string =>
  `s${sha256(`${typeId}/${slug}`).toString('base64url').slice(0, 22)}`;

export const SurrogateKeys = Type.Array(Type.String(), {
  description:
    'The keys under which shared caches keep the answers that are out of date now: purge these. See Surrogate-Key.',
});

/** Two headers of 23 characters each stay below 8 KiB, which proxies and clients take. */
const MOST_KEYS = 150;

export const isSharedAnswer = (reply: FastifyReply): boolean => reply.hasHeader('surrogate-key');

export function tagAnswer(reply: FastifyReply, keys: Set<string>): void {
  reply.headers({ 'surrogate-key': [...keys].join(' '), 'cache-tag': [...keys].join(',') });
}

/**
 * The answer may be kept for these seconds by caches between us and the reader; browsers ask each time. It is the same for every
 * origin, because several caches ignore `Vary`: pages of any site may read what a public key in the address shows.
 */
export function shareAnswer(reply: FastifyReply, seconds: number, keys: Set<string>): void {
  if (seconds === 0 || keys.size > MOST_KEYS) return;
  tagAnswer(reply, keys);
  reply.headers({
    'cache-control': `public, max-age=0, s-maxage=${seconds}`,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'ETag, X-Request-Id',
  });
  removeOwn(reply);
}

/** They tell of one caller. */
function removeOwn(reply: FastifyReply): void {
  for (const name of ['ratelimit', 'ratelimit-policy', 'vary']) reply.removeHeader(name);
}

const SHARED_HEADERS = [
  ...['surrogate-key', 'cache-tag', 'cache-control'],
  ...['access-control-allow-origin', 'access-control-expose-headers'],
];
export type SharedHeaders = Record<string, string>;

/** The headers by which an answer is shared, to give them to the same answer again; null if it is not shared. */
export const sharedHeadersOf = (reply: FastifyReply): SharedHeaders | null =>
  isSharedAnswer(reply)
    ? Object.fromEntries(SHARED_HEADERS.map((name) => [name, String(reply.getHeader(name))]))
    : null;

export function restoreShared(reply: FastifyReply, headers: SharedHeaders): void {
  reply.headers(headers);
  removeOwn(reply);
}

/** For an answer that fails after all. */
export function keepFromCaches(reply: FastifyReply): void {
  if (!isSharedAnswer(reply)) return;
  reply.removeHeader('surrogate-key').removeHeader('cache-tag').header('cache-control', 'no-store');
}
