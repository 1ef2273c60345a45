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

/** Caches take headers of 16 KiB. */
const MOST_KEYS = 600;

export const isSharedAnswer = (reply: FastifyReply): boolean => reply.hasHeader('surrogate-key');

export function tagAnswer(reply: FastifyReply, keys: Set<string>): void {
  reply.headers({ 'surrogate-key': [...keys].join(' '), 'cache-tag': [...keys].join(',') });
}

/** The answer may be kept for these seconds by caches between us and the reader; browsers ask each time. */
export function shareAnswer(reply: FastifyReply, seconds: number, keys: Set<string>): void {
  if (seconds === 0 || keys.size > MOST_KEYS) return;
  reply.header('cache-control', `public, max-age=0, s-maxage=${seconds}`);
  tagAnswer(reply, keys);
  // They tell of one caller.
  reply.removeHeader('ratelimit').removeHeader('ratelimit-policy');
}
