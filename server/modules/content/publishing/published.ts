/** The API for sites: published entries in one locale, with the fields asked for and the entries they refer to. */

import { type Static, Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { stringifyJson, Verbatim } from '#kernel/http/body/verbatim.ts';
import { Nullable, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { Slices } from '#kernel/work/slices.ts';
import { FieldValues } from '../entries/record.ts';
import { inLocale, type Values } from '../entries/values.ts';
import { slugFieldOf } from '../fields/definition.ts';
import type { Field } from '../fields/field.ts';
import type { Locales } from '../locales/locales.ts';
import { allInForce } from '../types/conversion.ts';
import { findLive, type PublishedRow } from './published.sql.ts';

export const PublishedEntry = NamedObject('PublishedEntry', {
  id: Type.String(),
  type: Type.String(),
  slug: Nullable(Type.String()),
  propertyId: Nullable(Type.String()),
  locale: Type.String(),
  version: Type.Integer(),
  publishedAt: Nullable(Time()),
  firstPublishedAt: Nullable(Time()),
  fields: { ...FieldValues, description: 'One value per field: of the locale, else of its fallbacks.' },
});
export type PublishedEntry = Static<typeof PublishedEntry>;

export type View = { locale: string; fields: string[] | null; expand: string[] };

const namesIn = (text: string) =>
  [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');

const leadsOn = (field: Field) => (field.kind === 'list' ? field.of!.kind : field.kind) === 'reference';

/** `fields` and `expand` name fields of the type. */
export function readView(fields: Field[], asked: { fields?: string; expand?: string }, locale: string): View {
  const view = {
    locale,
    fields: asked.fields === undefined ? null : namesIn(asked.fields),
    expand: asked.expand === undefined ? [] : namesIn(asked.expand),
  };
  const known = new Map(fields.map((field) => [field.name, field]));
  const problems: Problem[] = [
    ...(view.fields ?? [])
      .filter((name) => !known.has(name))
      .map((name) => ({
        path: 'fields',
        code: 'not_allowed',
        message: `${name} is not a field of this type`,
      })),
    ...view.expand
      .filter((name) => !known.has(name) || !leadsOn(known.get(name)!))
      .map((name) => ({
        path: 'expand',
        code: 'not_allowed',
        message: `${name} is not a reference of this type`,
      })),
  ];
  if (problems.length > 0) throw invalid(problems);
  return view;
}

/** Returns the fields to read for a view; null: all. The slug is shown beside them. */
export const storedFor = (fields: Field[], { fields: wanted }: View): string[] | null =>
  wanted && [...wanted, ...fields.filter(({ kind }) => kind === 'slug').map(({ name }) => name)];

type Shown = Pick<
  PublishedRow,
  'id' | 'property_id' | 'fields' | 'version' | 'published_at' | 'first_published_at'
>;

export function present(
  row: Shown,
  type: string,
  fields: Field[],
  locales: Locales,
  view: View,
): PublishedEntry {
  const all = inLocale(fields, JSON.parse(row.fields), locales, view.locale);
  const slug = slugFieldOf(fields);
  const wanted = view.fields;
  return {
    id: row.id,
    type,
    slug: slug === undefined ? null : (all[slug.name] as string | null),
    propertyId: row.property_id,
    locale: view.locale,
    version: row.version,
    publishedAt: row.published_at?.toISOString() ?? null,
    firstPublishedAt: row.first_published_at?.toISOString() ?? null,
    fields:
      wanted === null
        ? all
        : Object.fromEntries(Object.entries(all).filter(([name]) => wanted.includes(name))),
  };
}

/** Serialises the entries one after the other: all at once, a page would block the event loop. */
export const written = (entries: PublishedEntry[]): Promise<PublishedEntry[]> =>
  new Slices().map(entries, write) as unknown as Promise<PublishedEntry[]>;
const write = (entry: PublishedEntry) => new Verbatim(stringifyJson(entry));

/** Replaces ids by their entries, one level deep; null for an entry that is not published. */
export async function expand(
  tx: Tx,
  entries: PublishedEntry[],
  locales: Locales,
  view: View,
): Promise<PublishedEntry[]> {
  const idsOf = (fields: Values) => view.expand.flatMap((name) => [fields[name] ?? []].flat() as string[]);
  const places = new Map<string, number>();
  for (const { fields } of entries) for (const id of idsOf(fields)) places.set(id, (places.get(id) ?? 0) + 1);
  if (places.size === 0) return entries;
  const plain = { locale: view.locale, fields: null, expand: [] };
  const live = new Map(
    await new Slices().map(await allInForce(await findLive(tx, places)), (row) => [
      row.id,
      write(present(row, row.type, JSON.parse(row.type_fields), locales, plain)),
    ]),
  );
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced).filter((one) => one !== null);
    return value === null ? null : (live.get(value as string) ?? null);
  };
  return entries.map((entry) => ({
    ...entry,
    fields: Object.fromEntries(
      Object.entries(entry.fields).map(([name, value]) => [
        name,
        view.expand.includes(name) ? replaced(value) : value,
      ]),
    ),
  }));
}
