/** The languages of a tenant, and the value that a reader gets for an absent one. */
import type { Tx } from '#kernel/db/db.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { sha256 } from '#kernel/secrets.ts';
import { findLocales } from './locales.sql.ts';

export type Locales = {
  default: string;
  locales: { code: string; fallback: string | null }[];
  /** Those that a change prepares: entries have keys for their readers, too. */
  next?: Locales;
};

type Joined = { default_locale: string | null; locales: string | null; next?: string | null };

export const MAX_LOCALES = 50;

/** The locales of a tenant that has not set any. */
export const ENGLISH: Locales = { default: 'en', locales: [{ code: 'en', fallback: null }] };

/** Reads the locales from their own row, or from one that they were joined to. */
export function readLocales(row: Partial<Joined> | undefined): Locales {
  const now =
    row?.default_locale && row.locales
      ? { default: row.default_locale, locales: JSON.parse(row.locales) }
      : ENGLISH;
  return row?.next ? { ...now, next: readWanted(JSON.parse(row.next)) } : now;
}

export async function loadLocales(tx: Tx): Promise<Locales> {
  return readLocales(await findLocales(tx));
}

export type WantedLocales = { default: string; locales: { code: string; fallback?: string | null }[] };

/** Returns the settings that are wanted, checked as a whole. */
export function readWanted(wanted: WantedLocales): Locales {
  const locales = wanted.locales.map(({ code, fallback = null }) => ({ code, fallback }));
  const problems = problemsOf(wanted.default, locales);
  if (problems.length > 0) throw invalid(problems);
  return { default: wanted.default, locales };
}

function problemsOf(standard: string, locales: Locales['locales']): Problem[] {
  const problems: Problem[] = [];
  const codes = locales.map(({ code }) => code);
  const wrong = (path: string, code: string, message: string) => problems.push({ path, code, message });
  if (!codes.includes(standard)) wrong('default', 'not_allowed', 'must be one of the locales');
  for (const [index, { code, fallback }] of locales.entries()) {
    if (codes.indexOf(code) < index) wrong(`locales[${index}].code`, 'not_unique', 'must not be repeated');
    if (fallback === null) continue;
    const path = `locales[${index}].fallback`;
    if (!codes.includes(fallback)) wrong(path, 'not_allowed', 'must be one of the locales');
    else if (followed(locales, fallback).includes(code)) wrong(path, 'loop', 'must not lead back to itself');
  }
  return problems;
}

/** Returns the chain of fallbacks from this locale, without the default at its end. */
function followed(locales: Locales['locales'], code: string): string[] {
  const chain: string[] = [];
  for (let next: string | null = code; next !== null && !chain.includes(next); ) {
    chain.push(next);
    next = locales.find((locale) => locale.code === next)?.fallback ?? null;
  }
  return chain;
}

/** Returns the order in which locales serve a reader: the locale, its fallbacks, the default. */
export const chainOf = (locales: Locales, code: string): string[] => [
  ...new Set([...followed(locales.locales, code), locales.default]),
];

/** The locales in which an entry is live; null: in all, also those that the tenant adds later. */
export type Live = string[] | null;

export const isLiveIn = (live: Live, code: string): boolean => live?.includes(code) ?? true;

/** The locales that serve a reader of an entry, in their order; none: the entry is not there for the reader. */
export const liveChainOf = (locales: Locales, code: string, live: Live): string[] =>
  chainOf(locales, code).filter((one) => isLiveIn(live, one));

/** The chain of each locale. */
export const chainsOf = (locales: Locales): string[][] =>
  locales.locales.map(({ code }) => chainOf(locales, code));

/** The chains of all readers that entries have keys for. */
export const indexedChains = ({ next, ...now }: Locales): string[][] => {
  if (next === undefined) return chainsOf(now);
  const chains = [...chainsOf(now), ...chainsOf(next)];
  return [...new Map(chains.map((chain) => [tagOf(chain), chain])).values()];
};

/** The chain itself, without its first locale, and so on. */
export const tailsOf = (chain: string[]): string[][] => chain.map((_, at) => chain.slice(at));

const LONGEST_TAG = 120;

/**
 * The locale of index rows that serve readers of this chain. What they see depends on the chain alone, so a change of the settings
 * makes no stored row wrong: it only needs rows for chains that are new.
 */
export function tagOf(chain: string[]): string {
  const tag = chain.join('>');
  if (tag.length <= LONGEST_TAG) return tag;
  return `${chain[0]}>${sha256(tag).toString('base64url').slice(0, 22)}`;
}

export function assertLocale(locales: Locales, code: string, path = 'locale'): void {
  if (locales.locales.some((locale) => locale.code === code)) return;
  const known = locales.locales.map((locale) => locale.code).join(', ');
  throw invalid([{ path, code: 'not_allowed', message: `must be one of ${known}` }]);
}
