/** The language of the page, from its path, and the formats of that language. */
import { isLanguage, LANGUAGES, type Language, type Words } from './words.ts';

const KEPT = 'shop.language';

let current: Language = 'en';

export const language = (): Language => current;
export const words = (): Words => LANGUAGES[current];

export function setLanguage(chosen: Language): void {
  current = chosen;
  localStorage.setItem(KEPT, chosen);
  document.documentElement.lang = chosen;
}

/** The language of a visitor whose path names none: the one used before, else the browser's first that the shop has. */
export function preferredLanguage(): Language {
  const known = [localStorage.getItem(KEPT) ?? '', ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return known.find(isLanguage) ?? 'en';
}

export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat(current, { style: 'currency', currency }).format(amount);

export const clockTime = (time: string): string =>
  new Intl.DateTimeFormat(current, { hour: 'numeric', minute: '2-digit' }).format(new Date(time));

/** Names of countries, sorted as people of this language would. */
export function countriesOf(codes: string[]): [code: string, name: string][] {
  const names = new Intl.DisplayNames(current, { type: 'region' });
  const { compare } = new Intl.Collator(current);
  return codes
    .map((code): [string, string] => [code, names.of(code) ?? code])
    .sort(([, one], [, other]) => compare(one, other));
}
