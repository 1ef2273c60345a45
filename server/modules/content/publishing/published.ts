/** The API for sites: published entries in one locale, with the fields asked for and the entries they refer to. */

import { type Static, Type } from 'typebox';
import { stringifyJson, Verbatim } from '#kernel/http/body/verbatim.ts';
import { Nullable, Time } from '#kernel/http/fields.ts';
import { Described, NamedObject } from '#kernel/http/named.ts';
import { Slices } from '#kernel/work/slices.ts';
import { FieldValues } from '../entries/record.ts';
import { fallbacksOf, inLocale, servedBy, type Values } from '../entries/values.ts';
import { slugFieldOf } from '../fields/definition.ts';
import { type Field, isMissing } from '../fields/field.ts';
import { type Live, type Locales, liveChainOf } from '../locales/locales.ts';
import { Ancestor, type Lineage } from '../positions/ancestors.ts';
import type { View } from '../reading/view.ts';
import { type Addresses, pathOf, pathsOf, type SlugsAbove } from '../types/addresses.ts';
import type { PublishedRow } from './published.sql.ts';

export const PublishedEntry = NamedObject('PublishedEntry', {
  id: Type.String(),
  type: Type.String(),
  slug: Nullable(Type.String()),
  slugs: Type.Record(Type.String(), Type.String(), {
    description:
      'The slug in each locale that has one of its own, for links between the languages of a page.',
  }),
  path: Described(
    Nullable(Type.String()),
    'The address of its page on the site, if its type has `addresses`.',
  ),
  paths: Type.Record(Type.String(), Type.String(), {
    description: 'The same in each locale that has a slug.',
  }),
  ancestors: Type.Optional(
    Type.Array(Ancestor, {
      description:
        'The entries above it that are live, the top first, if its type is a tree. While one above it is not live, a `path` that consists of their slugs is null.',
    }),
  ),
  propertyId: Nullable(Type.String()),
  locale: Type.String(),
  version: Type.Integer(),
  publishedAt: Nullable(Time()),
  firstPublishedAt: Nullable(Time()),
  fallbacks: Type.Record(Type.String(), Type.String(), {
    description: 'The fields in which a value is of another locale than the one asked for, and that locale.',
  }),
  fields: { ...FieldValues, description: 'One value per field: of the locale, else of its fallbacks.' },
});
export type PublishedEntry = Static<typeof PublishedEntry>;

/** Returns the fields to read for a view; null: all. The slug is shown beside them. */
export const storedFor = (fields: Field[], { wanted }: View): string[] | null =>
  wanted.fields && [
    ...wanted.fields,
    ...fields.filter(({ kind }) => kind === 'slug').map(({ name }) => name),
  ];

type Shown = Pick<
  PublishedRow,
  'id' | 'property_id' | 'fields' | 'version' | 'published_at' | 'first_published_at' | 'live_locales'
>;

export function present(
  row: Shown,
  type: { name: string; addresses: Addresses },
  fields: Field[],
  locales: Locales,
  view: View,
  lineage?: Lineage,
): PublishedEntry {
  const values = JSON.parse(row.fields);
  const chain = liveChainOf(locales, view.locale, row.live_locales);
  const all = inLocale(fields, values, chain);
  const slug = slugFieldOf(fields);
  const wanted = view.wanted.fields;
  const shown = wanted === null ? fields : fields.filter(({ name }) => wanted.has(name));
  const own = slug === undefined ? null : (all[slug.name] as string | null);
  return {
    id: row.id,
    type: type.name,
    slug: own,
    path: pathOf(type.addresses, view.locale, own, lineage?.slugs(view.locale)),
    ...pagesOf(fields, type.addresses, values, locales, row.live_locales, lineage?.slugs),
    ...(lineage && { ancestors: lineage.shown(type.addresses, view.locale) }),
    propertyId: row.property_id,
    locale: view.locale,
    version: row.version,
    publishedAt: row.published_at?.toISOString() ?? null,
    firstPublishedAt: row.first_published_at?.toISOString() ?? null,
    fallbacks: fallbacksOf(shown, values, chain, view.locale),
    fields: wanted === null ? all : Object.fromEntries(shown.map(({ name }) => [name, all[name]])),
  };
}

/** The locales whose readers see the entry. */
const seenIn = (locales: Locales, live: Live): string[] =>
  locales.locales.map(({ code }) => code).filter((code) => liveChainOf(locales, code, live).length > 0);

/** The slugs and paths of an entry by locale. Without a field for slugs, a type with fixed addresses has a page in each locale. */
export function pagesOf(
  fields: Field[],
  addresses: Addresses,
  values: Values,
  locales: Locales,
  live: Live,
  above?: SlugsAbove,
): { slugs: Record<string, string>; paths: Record<string, string> } {
  const field = slugFieldOf(fields);
  if (field === undefined) {
    const places = Object.fromEntries(seenIn(locales, live).map((code) => [code, null]));
    return { slugs: {}, paths: pathsOf(addresses, places, above) };
  }
  const slugs = slugsOf(field, values[field.name], locales, live);
  return { slugs, paths: pathsOf(addresses, slugs, above) };
}

/** The slug by which readers of each locale find the entry, also that of another one; null: its page has none. */
export function servedSlugs(
  fields: Field[],
  values: Values,
  locales: Locales,
  live: Live,
): Record<string, string | null> {
  const field = slugFieldOf(fields);
  const slugs = seenIn(locales, live).map((code) => {
    const slug = field && servedBy(field, values, liveChainOf(locales, code, live));
    return [code, isMissing(slug) ? null : (slug as string)];
  });
  return Object.fromEntries(slugs);
}

/** A slug of one value serves every locale whose readers see the entry. */
function slugsOf({ localised }: Field, value: unknown, locales: Locales, live: Live): Record<string, string> {
  if (isMissing(value)) return {};
  const codes = seenIn(locales, live);
  if (!localised) return Object.fromEntries(codes.map((code) => [code, value as string]));
  const byLocale = value as Record<string, string>;
  return Object.fromEntries(codes.flatMap((code) => (byLocale[code] ? [[code, byLocale[code]]] : [])));
}

/** Serialises the entries one after the other: all at once, a page would block the event loop. */
export const written = (entries: PublishedEntry[]): Promise<PublishedEntry[]> =>
  new Slices().map(entries, write) as unknown as Promise<PublishedEntry[]>;
const write = (entry: PublishedEntry) => new Verbatim(stringifyJson(entry));
