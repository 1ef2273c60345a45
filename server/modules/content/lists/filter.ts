/** Reads the conditions, the words and the order of an entry list from the query. */
import type { Tx } from '#kernel/db/db.ts';
import { Slices } from '#kernel/work/slices.ts';
import type { Field } from '../fields/field.ts';
import { searchedFor } from '../fields/words.ts';
import { chainOf, chainsOf, type Locales, tagOf, tailsOf } from '../locales/locales.ts';
import { findDefinitions } from '../reading/reading.sql.ts';
import { leafOf } from './condition.ts';
import { type Names, parseWhere, pathsIn, readWhere } from './where.ts';

export type Asked = {
  where?: string;
  q?: string;
  sort?: string;
  order?: 'asc' | 'desc';
  locale?: string;
};

/** `types`: the only types whose entries the reader may see. */
export async function readConditions(
  tx: Tx,
  names: Omit<Names, 'linked'>,
  where: string | object | undefined,
  types?: string[],
) {
  const wanted = parseWhere(where);
  const paths = pathsIn(wanted);
  const linked = paths.length === 0 ? [] : await loadLinked(tx, names.type?.fields ?? [], paths, types);
  return readWhere({ ...names, linked }, wanted);
}

/** The types that the named references lead to; with a second reference behind them, all. */
async function loadLinked(tx: Tx, fields: Field[], paths: string[][], types: string[] | undefined) {
  const links = fields.filter(
    (field) => leafOf(field).kind === 'reference' && paths.some(([first]) => first === field.name),
  );
  if (links.length === 0) return [];
  const isWide = paths.some(({ length }) => length > 2) || links.some((link) => !leafOf(link).types);
  const named = isWide ? null : links.flatMap((link) => leafOf(link).types ?? []);
  const seen =
    types === undefined ? named : named === null ? types : named.filter((name) => types.includes(name));
  const found = await findDefinitions(tx, seen);
  return new Slices().map(found, ({ id, name, fields: stored }) => ({
    id,
    name,
    fields: JSON.parse(stored) as Field[],
  }));
}

/**
 * The words of a search, and the tags of the rows to look in. `spoken` is the tag by which an entry says which of them a reader of
 * the locale sees; null: every one counts.
 */
export type Search = { words: string[]; tags: string[]; spoken: string | null };

/** `locale`: a reader's. Without one, words of every locale count: an editor finds an entry in any language. */
export function readSearch(locales: Locales, { q }: Asked, locale: string | undefined): Search | null {
  if (q === undefined) return null;
  const chains = locale === undefined ? chainsOf(locales) : [chainOf(locales, locale)];
  const tags = new Set(['', ...chains.flatMap((chain) => tailsOf(chain).map(tagOf))]);
  const spoken = locale === undefined || tags.size <= 2 ? null : tagOf(chains[0]!);
  return { words: searchedFor(q), tags: [...tags], spoken };
}
