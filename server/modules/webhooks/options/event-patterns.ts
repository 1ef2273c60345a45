/** Wildcards: `*` for every subscribable type and `content.*` for those that begin so, also for types of the future. */
import type { Problem } from '#kernel/errors.ts';
import type { EventType } from '#kernel/events/catalogue.ts';
import { subscribableProblem } from '../subscriptions/subscribable.ts';

const WILDCARD = /^(?:[a-z_]+\.)*\*$/;

const isWildcard = (name: string) => name.includes('*');

/** Everything by which a subscription may have asked for the type: `a.b.c`, `a.b.*`, `a.*` and `*`. */
export function patternsOf(type: string): string[] {
  const parts = type.split('.');
  return [type, ...parts.map((_, count) => [...parts.slice(0, count), '*'].join('.'))];
}

export const isAskedFor = (type: string, asked: string[]): boolean =>
  patternsOf(type).some((pattern) => asked.includes(pattern));

/** The subscribable types that the names and wildcards stand for today. */
export const typesOf = (catalogue: EventType[], asked: string[]): string[] =>
  catalogue.flatMap(({ type, subscribable }) => (subscribable && isAskedFor(type, asked) ? [type] : []));

/** The columns of a subscription: its types in order, and the list as it was given if that has a wildcard. */
export function columnsOf(catalogue: EventType[], asked: string[]) {
  if (!asked.some(isWildcard)) return { events: asked, eventPatterns: null };
  return { events: typesOf(catalogue, asked), eventPatterns: asked };
}

export function eventProblem(catalogue: EventType[], name: string, path: string): Problem | null {
  if (!isWildcard(name)) return subscribableProblem(catalogue, name, path);
  if (!WILDCARD.test(name)) {
    return { path, code: 'invalid_format', message: 'has a * that is not its last part, as in content.*' };
  }
  if (typesOf(catalogue, [name]).length > 0) return null;
  return {
    path,
    code: 'unknown_event_type',
    message: `${name} stands for no type that can be subscribed to; GET /v1/events/types lists them`,
  };
}
