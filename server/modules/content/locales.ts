/** The languages of a tenant, and the value that a reader gets for an absent one. */
import type { Tx } from '#kernel/db/db.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { findLocales, saveLocales } from './locales.sql.ts';

export type Locales = { default: string; locales: { code: string; fallback: string | null }[] };

type Joined = { default_locale: string | null; locales: string | null };

/** The locales of a tenant that has not set any. */
const ENGLISH: Locales = { default: 'en', locales: [{ code: 'en', fallback: null }] };

/** Reads the locales from their own row, or from one that they were joined to. */
export const readLocales = (row: Partial<Joined> | undefined): Locales =>
  row?.default_locale && row.locales
    ? { default: row.default_locale, locales: JSON.parse(row.locales) }
    : ENGLISH;

export async function loadLocales(tx: Tx): Promise<Locales> {
  return readLocales(await findLocales(tx));
}

export type WantedLocales = { default: string; locales: { code: string; fallback?: string | null }[] };

/** A removed locale keeps its values; they are shown again once it is back. */
export async function changeLocales(tx: Tx, now: Date, wanted: WantedLocales): Promise<Locales> {
  const locales = wanted.locales.map(({ code, fallback = null }) => ({ code, fallback }));
  const problems = problemsOf(wanted.default, locales);
  if (problems.length > 0) throw invalid(problems);
  await saveLocales(tx, now, { default_locale: wanted.default, locales: JSON.stringify(locales) });
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

export function assertLocale(locales: Locales, code: string): void {
  if (locales.locales.some((locale) => locale.code === code)) return;
  const known = locales.locales.map((locale) => locale.code).join(', ');
  throw invalid([{ path: 'locale', code: 'not_allowed', message: `must be one of ${known}` }]);
}
