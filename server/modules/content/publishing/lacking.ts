/** Links that readers of an entry do not get, and whether the entry then lacks something that its type demands. Pure. */
import { Slices } from '#kernel/work/slices.ts';
import { linksIn } from '../entries/value-index.ts';
import { demandValues, shownValues, type Values } from '../entries/values.ts';
import type { Field, Link } from '../fields/field.ts';
import { type Live, type Locales, liveChainOf } from '../locales/locales.ts';
import { valuesOfLocales } from './live-values.ts';

/** An entry with what it links to, and the locales in which it is live. */
export type Linked = { fields: Field[]; values: Values; links: Link[]; live: Live };

/** Entries and assets that visitors get, with the locales in which they are live. */
export type Shown = Map<string, Live>;

type Lack = { hidden: Link[]; paths: string[] };

/** True if readers of different locales get different entries behind these links. */
export const isByLocale = (links: Link[], shown: Shown): boolean =>
  links.some(({ id }) => (shown.get(id) ?? null) !== null);

/**
 * Returns the links that are not shown, and the paths that lack something without them. `byLocale` looks with the eyes of readers
 * of each locale, and names the locale with the path. Blocks stay, so their paths do too.
 */
export async function lacksOf(
  { fields, values, links, live }: Linked,
  locales: Locales,
  shown: Shown,
  byLocale: boolean,
): Promise<Lack[]> {
  if (!byLocale) {
    const hidden = links.filter(({ id }) => !shown.has(id));
    const rest = shownValues(fields, values, idsOf(hidden));
    return [{ hidden, paths: demandValues(fields, locales, rest, live).map(({ path }) => path) }];
  }
  return new Slices().map(readersOf(locales, live), ({ code, chain }) => {
    const own = valuesOfLocales(fields, values, (one) => chain.includes(one));
    const hidden = linksIn(fields, own).filter(({ id }) => !isShownTo(shown, id, locales, code));
    const rest = shownValues(fields, own, idsOf(hidden));
    return {
      hidden,
      paths: demandValues(fields, locales, rest, live, [{ code, chain }]).map(({ path }) => path),
    };
  });
}

const idsOf = (links: Link[]) => new Set(links.map(({ id }) => id));

/** The locales whose readers see an entry, each with those that serve it. */
const readersOf = (locales: Locales, live: Live) =>
  locales.locales
    .map(({ code }) => ({ code, chain: liveChainOf(locales, code, live) }))
    .filter(({ chain }) => chain.length > 0);

const isShownTo = (shown: Shown, id: string, locales: Locales, code: string): boolean =>
  shown.has(id) && liveChainOf(locales, code, shown.get(id)!).length > 0;

export const isWithin = (path: string, around: string): boolean =>
  path.startsWith(around) && ['.', '[', undefined].includes(path[around.length]);
