import { type TProperties, Type } from 'typebox';
import type { EventDefinitions } from '#kernel/events/catalogue.ts';
import type { NewEvent } from '#kernel/events/publish.ts';
import { Nullable, OneOf, Time } from '#kernel/http/fields.ts';
import { SurrogateKeys, surrogateKey } from '#kernel/http/surrogate-keys.ts';

const id = '01920000-0000-7000-8000-000000000005';
const surrogateKeys = ['eAZIAAAAAcACAAAAAAAAABQ', 'lAZIAAAAAcACAAAAAAAAABw'];
const at = '2030-01-31T12:00:00.000Z';

const About = {
  id: Type.String({ description: 'The id of the entry.' }),
  type: Type.String({ description: 'The name of its content type.' }),
  slug: Nullable(Type.String()),
  propertyId: Nullable(Type.String()),
  version: Type.Integer({ description: 'The number of its latest revision.' }),
  changed: Type.Array(Type.String(), { description: 'The names of the fields that changed.' }),
};
const ChangedLocales = Type.Array(Type.String(), {
  description: 'The locales in which localised fields changed.',
});
const about = { id, type: 'article', slug: 'tea-in-spring', propertyId: null, version: 3 };

const ofEntry = <T extends TProperties>(description: string, more: T, example: Record<string, unknown>) => ({
  description,
  schema: Type.Object({ ...About, ...more }),
  example: { ...about, changed: [], ...example },
});

const ItsLocales = (description: string) => Type.Array(Type.String(), { description });

export const MovedPage = Type.Object({ locale: Type.String(), from: Type.String(), to: Type.String() });

const ReleaseId = {
  ...Nullable(Type.String()),
  description: 'The release that it is part of, which has an event of its own; null: none.',
};
const releaseId = null;

const Scheduled = Type.Boolean({ description: 'true: at the time that was set for it; false: by someone.' });

export const contentEvents: EventDefinitions = {
  'content.entry.created': ofEntry(
    'A content entry is created.',
    { changedLocales: ChangedLocales, createdAt: Time() },
    { version: 1, changed: ['title', 'slug'], changedLocales: ['en'], createdAt: at },
  ),
  'content.entry.updated': ofEntry(
    "An entry's fields change.",
    { changedLocales: ChangedLocales, updatedAt: Time() },
    { changed: ['title'], changedLocales: ['de'], updatedAt: at },
  ),
  'content.entry.published': ofEntry(
    'An entry goes live.',
    {
      changedLocales: ChangedLocales,
      locales: ItsLocales('The locales that go live.'),
      moved: Type.Array(MovedPage, { description: 'The pages whose addresses change with it.' }),
      scheduled: Scheduled,
      releaseId: ReleaseId,
      publishedAt: Time(),
      surrogateKeys: SurrogateKeys,
    },
    {
      changed: ['title'],
      changedLocales: ['de'],
      locales: ['de'],
      moved: [{ locale: 'de', from: '/de/artikel/tee', to: '/de/artikel/gruener-tee' }],
      scheduled: false,
      releaseId,
      publishedAt: at,
      surrogateKeys,
    },
  ),
  'content.entry.scheduled': ofEntry(
    'An entry is scheduled to publish later.',
    {
      locales: ItsLocales('The locales that are to go live.'),
      publishAt: Time(),
      unpublishAt: Nullable(Time()),
      scheduledAt: Time(),
    },
    { locales: ['en', 'de'], publishAt: at, unpublishAt: null, scheduledAt: '2030-01-30T12:00:00.000Z' },
  ),
  'content.entry.unpublished': ofEntry(
    'A live entry is taken down.',
    {
      locales: ItsLocales('The locales that are taken down. It may be live in others.'),
      scheduled: Scheduled,
      releaseId: ReleaseId,
      unpublishedAt: Time(),
      surrogateKeys: SurrogateKeys,
    },
    { locales: ['en', 'de'], scheduled: false, releaseId, unpublishedAt: at, surrogateKeys },
  ),
  'content.entry.deleted': ofEntry(
    'An entry is deleted.',
    { wasPublished: Type.Boolean(), deletedAt: Time(), surrogateKeys: SurrogateKeys },
    { wasPublished: true, deletedAt: at, surrogateKeys },
  ),
  'content.revision.created': {
    description: 'An entry was saved.',
    schema: Type.Object({
      entryId: Type.String(),
      type: Type.String(),
      version: Type.Integer(),
      reason: OneOf(['created', 'saved', 'restored', 'migrated'] as const),
      author: Type.Object({ type: Type.String(), id: Nullable(Type.String()) }),
      createdAt: Time(),
    }),
    example: {
      entryId: id,
      type: 'article',
      version: 3,
      reason: 'saved',
      author: { type: 'api_key', id: '01920000-0000-7000-8000-000000000006' },
      createdAt: at,
    },
  },
  'content.release.published': {
    description: 'All entries of a release go live, or are taken down, at one moment.',
    schema: Type.Object({
      id: Type.String(),
      name: Type.String(),
      published: Type.Array(Type.String(), { description: 'The ids of the entries that go live.' }),
      unpublished: Type.Array(Type.String(), { description: 'The ids of those that are taken down.' }),
      types: Type.Array(Type.String(), { description: 'The names of their content types.' }),
      scheduled: Scheduled,
      publishedAt: Time(),
      surrogateKeys: SurrogateKeys,
    }),
    example: {
      id: '01920000-0000-7000-8000-000000000009',
      name: 'Spring',
      published: [id],
      unpublished: [],
      types: ['article'],
      scheduled: true,
      publishedAt: at,
      surrogateKeys,
    },
  },
  'content.pages.changed': {
    description:
      'Pages that show content are out of date for another reason than new values of an entry: a content type, the locales or the position of an entry changed.',
    schema: Type.Object({
      cause: OneOf(['type', 'locales', 'position'] as const),
      changedAt: Time(),
      surrogateKeys: SurrogateKeys,
    }),
    example: { cause: 'type', changedAt: at, surrogateKeys: ['tAZIAAAAAcACAAAAAAAAABw'] },
  },
  'content_type.upserted': {
    description: 'A content type was made or changed.',
    schema: Type.Object({
      id: Type.String(),
      name: Type.String(),
      version: Type.Integer(),
      created: Type.Boolean(),
      fields: Type.Object({
        added: Type.Array(Type.String()),
        removed: Type.Array(Type.String()),
        changed: Type.Array(Type.String()),
      }),
      updatedAt: Time(),
    }),
    example: {
      id: '01920000-0000-7000-8000-000000000007',
      name: 'article',
      version: 2,
      created: false,
      fields: { added: ['summary'], removed: [], changed: ['title'] },
      updatedAt: at,
    },
  },
};

const MOST_KEYS = 500;

/** The pages with entries of these types are out of date: one event, or a few if there are many types. */
export function pagesChanged(cause: 'type' | 'locales', now: Date, typeIds: string[]): NewEvent[] {
  const events: NewEvent[] = [];
  for (let from = 0; from < typeIds.length; from += MOST_KEYS) {
    const surrogateKeys = typeIds.slice(from, from + MOST_KEYS).map((id) => surrogateKey('type', id));
    events.push({
      type: 'content.pages.changed',
      data: { cause, changedAt: now.toISOString(), surrogateKeys },
    });
  }
  return events;
}
