/** A release as the API shows it. */
import { type Static, Type } from 'typebox';
import { ProblemShape } from '#kernel/http/envelope.ts';
import { Author, Nullable, OneOf, Time, Uuid } from '#kernel/http/fields.ts';
import { Described, NamedObject } from '#kernel/http/named.ts';
import { MovedPage } from '../content.events.ts';
import { STATUSES } from '../entries/record.ts';
import { BriefEntry } from '../publishing/bulk.routes.ts';
import { AllowBroken, Named, Redirects, STRICT } from '../publishing/publishing.routes.ts';
import type { ReleaseEntryRow } from './release-entries.sql.ts';
import type { ReleaseRow } from './releases.sql.ts';

export const MAX_ENTRIES_IN_RELEASE = 500;
export const MAX_RELEASES = 1_000;
export const RELEASE_STATUSES = ['open', 'scheduled', 'published'] as const;

const Name = () => Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
export const NewRelease = NamedObject('NewRelease', { name: Name() });

const Version = {
  ...Type.Integer({ minimum: 1, maximum: 999_999_999 }),
  description: 'The version that was reviewed; without it the latest. One that is not the latest gets 422.',
};
export const NewReleaseEntry = NamedObject(
  'NewReleaseEntry',
  {
    id: Uuid('The id of the entry.'),
    action: Type.Optional({
      ...OneOf(['publish', 'unpublish'] as const),
      description: 'publish, unless it says unpublish.',
    }),
    locales: Named('The locales that go live or are taken down; without it all.'),
    version: Type.Optional(Version),
  },
  STRICT,
);
export const NewReleaseEntries = NamedObject(
  'NewReleaseEntries',
  { entries: Type.Array(NewReleaseEntry, { minItems: 1, maxItems: MAX_ENTRIES_IN_RELEASE }) },
  STRICT,
);

export const ReleasePublishing = NamedObject(
  'ReleasePublishing',
  { broken: AllowBroken(), redirects: Redirects() },
  STRICT,
);
export const ReleaseSchedule = NamedObject(
  'ReleaseSchedule',
  { at: { ...Time(), description: 'When it is published.' }, ...ReleasePublishing.properties },
  STRICT,
);

const Failure = NamedObject('ReleaseFailure', {
  at: Described(Nullable(Time()), 'When it was to be published; null: it had no time.'),
  failedAt: Time(),
  message: Type.String(),
  problems: Type.Array(ProblemShape),
});

export const Release = NamedObject('Release', {
  id: Type.String(),
  name: Type.String(),
  status: {
    ...OneOf(RELEASE_STATUSES),
    description: 'open: its entries can change; scheduled: it is published at its time.',
  },
  version: Type.Integer(),
  at: Described(Nullable(Time()), 'When it is published, if it is scheduled.'),
  redirects: Type.Boolean({ description: 'Former addresses of its pages lead to the new ones.' }),
  failure: Described(
    Nullable(Failure),
    'Why it was not published at its time, or which of its entries were purged from the bin. Nothing of it was published.',
  ),
  entryCount: Type.Integer({
    description: 'An entry counts twice if it goes live in some locales and is taken down in others.',
  }),
  createdBy: Author,
  createdAt: Time(),
  updatedAt: Time(),
  publishedAt: Nullable(Time()),
});

export const ReleaseEntry = NamedObject('ReleaseEntry', {
  id: Type.String(),
  type: Type.String(),
  slug: Nullable(Type.String()),
  title: Nullable(Type.String()),
  status: OneOf(STATUSES),
  action: OneOf(['publish', 'unpublish'] as const),
  locales: Described(Nullable(Type.Array(Type.String())), 'null: all.'),
  version: Type.Integer({ description: 'The version that was reviewed, or went live.' }),
  currentVersion: Type.Integer({ description: 'If it is another one, an open release is not published.' }),
  addedAt: Time(),
  purged: Type.Boolean({
    description: 'It was deleted for good since the release was published; the rest is as it was then.',
  }),
});

export const ReleaseWithEntries = NamedObject('ReleaseWithEntries', {
  ...Release.properties,
  entries: Type.Array(ReleaseEntry),
});

const Outcome = NamedObject('ReleaseEntryOutcome', {
  action: OneOf(['publish', 'unpublish'] as const),
  status: OneOf(['changed', 'unchanged'] as const),
  entry: BriefEntry,
  warnings: Type.Array(ProblemShape, { description: 'As publishing a single entry names them.' }),
  moved: Type.Array(MovedPage),
  shownBy: Type.Array(
    Type.Object({ id: Type.String(), type: Type.String(), slug: Nullable(Type.String()) }),
    { description: 'Live entries that refer to one that is taken down, 25 at most.' },
  ),
});
export const PublishedRelease = NamedObject('PublishedRelease', {
  ...Release.properties,
  results: Type.Array(Outcome),
});
export type PublishedRelease = Static<typeof PublishedRelease>;

export const presentRelease = (row: ReleaseRow): Static<typeof Release> => ({
  id: row.id,
  name: row.name,
  status: row.status,
  version: row.version,
  at: row.at?.toISOString() ?? null,
  redirects: row.redirects,
  failure: row.failure && JSON.parse(row.failure),
  entryCount: row.entries,
  createdBy: JSON.parse(row.created_by),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  publishedAt: row.published_at?.toISOString() ?? null,
});

export const presentReleaseEntry = (row: ReleaseEntryRow): Static<typeof ReleaseEntry> => ({
  id: row.id,
  type: row.type,
  slug: row.slug,
  title: row.title,
  status: row.status,
  action: row.action,
  locales: row.locales,
  version: row.version,
  currentVersion: row.current_version,
  addedAt: row.added_at.toISOString(),
  purged: row.purged,
});
