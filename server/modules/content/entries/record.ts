/** An entry as the API shows it, and the data of its events. */

import { type Static, Type } from 'typebox';
import type { Author } from '#kernel/audit.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import { entityChanged } from '#kernel/events/search.ts';
import { Verbatim } from '#kernel/http/body/verbatim.ts';
import { Nullable, OneOf, Time } from '#kernel/http/fields.ts';
import { Described, NamedObject } from '#kernel/http/named.ts';
import { addressKey, surrogateKey } from '#kernel/http/surrogate-keys.ts';
import type { Field } from '../fields/field.ts';
import { localisedIn } from '../fields/structure.ts';
import type { Locales } from '../locales/locales.ts';
import type { ContentType } from '../types/record.ts';
import type { EntryRow, HeldEntry, RevisionReason, ScheduledAction } from './entries.sql.ts';
import { EntryLocale, Failure, presentFailure, presentLocales } from './locale-state.ts';
import { isSameValue } from './same-value.ts';
import type { Derived } from './value-index.ts';
import { titleOf, type Values } from './values.ts';

export const STATUSES = ['draft', 'published', 'changed', 'deleted'] as const;
export const RESTORABLE_DAYS = 30;
const DAY_MS = 86_400_000;

export const FieldValues = Type.Unsafe<Values>({ type: 'object', additionalProperties: true });

export const Entry = NamedObject('Entry', {
  id: Type.String(),
  type: Type.String(),
  slug: Nullable(Type.String()),
  propertyId: Nullable(Type.String()),
  parentId: Described(Nullable(Type.String()), 'The entry above it, if its type is a tree.'),
  status: {
    ...OneOf(STATUSES),
    description:
      'changed: live, and the draft has been saved since in a locale that is live; readers see what was published.',
  },
  version: Type.Integer({ description: 'The number of the latest revision of the draft.' }),
  publishedVersion: Nullable(Type.Integer()),
  fields: {
    ...FieldValues,
    description: 'The draft. A localised field is an object with a value per locale.',
  },
  schedule: NamedObject('EntryTimes', {
    publishAt: Nullable(Time()),
    unpublishAt: Nullable(Time()),
    failure: Described(Nullable(Failure), 'Why what was scheduled did not happen at its time.'),
  }),
  locales: Type.Record(Type.String(), EntryLocale, {
    description: 'The status in each locale, and the times that are set for it alone.',
  }),
  createdAt: Time(),
  updatedAt: Time(),
  publishedAt: Nullable(Time()),
  firstPublishedAt: Nullable(Time()),
  deletedAt: Nullable(Time()),
  restorableUntil: Nullable(Time()),
});
export type Entry = Static<typeof Entry>;

const iso = (time: Date | null) => time?.toISOString() ?? null;

export function presentEntry(row: EntryRow): Entry {
  const actions: ScheduledAction[] = row.schedule === null ? [] : JSON.parse(row.schedule);
  return {
    id: row.id,
    type: row.type,
    slug: row.slug,
    propertyId: row.property_id,
    parentId: row.parent_id,
    status: row.status,
    version: row.version,
    publishedVersion: row.published_version,
    // Passed on as stored text: parsing a large entry only to write it out again would block the event loop.
    fields: new Verbatim(row.fields) as unknown as Values,
    schedule: presentSchedule(actions),
    locales: presentLocales(row, actions),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    publishedAt: iso(row.published_at),
    firstPublishedAt: iso(row.first_published_at),
    deletedAt: iso(row.deleted_at),
    restorableUntil: row.deleted_at && iso(restorableUntil(row.deleted_at)),
  };
}

export const restorableUntil = (deletedAt: Date) => new Date(deletedAt.getTime() + RESTORABLE_DAYS * DAY_MS);

function presentSchedule(actions: ScheduledAction[]): Entry['schedule'] {
  const due = (wanted: string) => {
    const found = actions.find(({ action, failedAt }) => action === wanted && failedAt === null);
    return found === undefined ? null : new Date(found.at).toISOString();
  };
  const failed = actions.find(({ action, failedAt }) => failedAt !== null && !action.includes(':'));
  return {
    publishAt: due('publish'),
    unpublishAt: due('unpublish'),
    failure: failed === undefined ? null : presentFailure(failed),
  };
}

/** The data of every event of an entry. */
export const aboutEntry = (row: EntryRow) => ({
  id: row.id,
  type: row.type,
  slug: row.slug,
  propertyId: row.property_id,
  version: row.version,
});

/** The surrogate keys of what readers were shown until now: the entry, the lists of its type, and the addresses that it takes. */
export const outdatedBy = (row: EntryRow, slugs: Iterable<string> = []): string[] => [
  surrogateKey('entry', row.id),
  surrogateKey('list', row.type_id),
  ...new Set([...slugs].map((slug) => addressKey(row.type_id, slug))),
];

/** The names of the fields that differ, and the locales in which localised ones do. */
export function differences(
  fields: Field[],
  before: Values,
  after: Values,
): { changed: string[]; changedLocales: string[] } {
  const changed = fields.filter(({ name }) => !isSameValue(before[name], after[name]));
  const locales = changed.flatMap((field) => {
    const [was, is] = [valuesByLocale(field, before), valuesByLocale(field, after)];
    const codes = [...new Set([...was.keys(), ...is.keys()])];
    return codes.filter((code) => !isSameValue(was.get(code), is.get(code)));
  });
  return { changed: changed.map(({ name }) => name), changedLocales: [...new Set(locales)].sort() };
}

/** The values of each locale, at any depth, in their order. */
function valuesByLocale(field: Field, values: Values): Map<string, unknown[]> {
  const byLocale = new Map<string, unknown[]>();
  for (const one of localisedIn(field, values[field.name]))
    for (const [code, value] of Object.entries(one)) {
      const list = byLocale.get(code);
      if (list === undefined) byLocale.set(code, [value]);
      else list.push(value);
    }
  return byLocale;
}

export const revisionCreated = (
  row: EntryRow,
  { by, now }: { by: Author; now: Date },
  reason: RevisionReason,
) => ({
  type: 'content.revision.created',
  data: {
    entryId: row.id,
    type: row.type,
    version: row.version,
    reason,
    author: { type: by.type, id: by.id },
    createdAt: now.toISOString(),
  },
});

/** An entry that is to be written. */
export type Draft = { row: EntryRow; values: Values; derived: Derived };

export function searchable(
  { row, values, derived }: Omit<Draft, 'derived'> & { derived: Pick<Derived, 'text'> },
  type: ContentType,
  locales: Locales,
) {
  const title = titleOf(type.fields, values, locales) ?? row.slug ?? type.title;
  return entityChanged('entry', row.id, { title, subtitle: type.title, text: derived.text });
}

/** The actions that are allowed in each status. */
const ALLOWED: Record<EntryRow['status'], string[]> = {
  draft: ['edit', 'publish', 'schedule', 'delete'],
  published: ['edit', 'schedule', 'unpublish', 'delete'],
  changed: ['edit', 'publish', 'schedule', 'unpublish', 'delete'],
  deleted: ['restore'],
};

export const outOfTurn = (status: EntryRow['status'], action: string) =>
  new AppError('invalid_transition', `Cannot ${action} an entry that is ${status}.`, {
    status,
    allowed: ALLOWED[status],
  });

export function assertThere(held: HeldEntry | undefined, action: string): HeldEntry {
  if (held === undefined) throw notFound('entry');
  if (held.entry.status === 'deleted') throw outOfTurn('deleted', action);
  return held;
}
