import { Type } from 'typebox';
import type { Actor } from '#kernel/auth/actor.ts';
import { isLimited } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams, Nullable, OneOf, Uuid } from '#kernel/http/fields.ts';
import { assertAllowed } from '#kernel/http/guard.ts';
import type { Others } from '../entries/references.ts';
import { TO_REDIRECT } from '../publishing/publishing.routes.ts';
import { assertOnRelease, onEntriesOfBody, onEntry, onRelease } from '../types/limits.ts';
import { publishRelease, scheduleRelease, unscheduleRelease } from './release-publishing.ts';
import {
  MAX_ENTRIES_IN_RELEASE,
  NewRelease,
  NewReleaseEntries,
  PublishedRelease,
  presentRelease,
  RELEASE_STATUSES,
  Release,
  ReleasePublishing,
  ReleaseSchedule,
  ReleaseWithEntries,
} from './release-record.ts';
import { holdRelease, listReleases } from './releases.sql.ts';
import {
  addToRelease,
  createRelease,
  readRelease,
  removeRelease,
  renameRelease,
  takeOutOfRelease,
} from './releases.ts';

const READ = { role: 'viewer', scope: 'read:content' } as const;
const WRITE = { role: 'editor', scope: 'write:content', dryRun: true } as const;
const CHANGING = { params: IdParams, headers: IfMatch } as const;

/** Under the lock of the release, because others may have added entries since the check of the route. */
async function holdWithRight(tx: Tx, by: Actor, id: string): Promise<void> {
  if (!isLimited(by)) return;
  await holdRelease(tx, id);
  await assertOnRelease(tx, by, id, 'publish');
}

export function releaseRoutes(app: App, clock: () => Date, others: Others, wake: () => void): void {
  app.post(
    '/v1/content/releases',
    {
      config: { ...WRITE, types: 'none' },
      schema: {
        operationId: 'createRelease',
        fails: ['conflict'],
        summary: 'Create a release, without entries',
        body: NewRelease,
        response: { 201: Success(Release) },
      },
    },
    async (request, reply) => {
      const { name } = request.body;
      return withEtag(
        reply.code(201),
        await request.inTenant((tx, by) => createRelease(tx, by, clock(), name)),
      );
    },
  );

  app.get(
    '/v1/content/releases',
    {
      config: { ...READ, types: 'filtered' },
      schema: {
        operationId: 'listReleases',
        summary: 'List releases, newest first',
        querystring: Type.Object({
          ...PageQuery.properties,
          status: Type.Optional(OneOf(RELEASE_STATUSES)),
          entryId: Type.Optional(Uuid('Only those with this entry.')),
        }),
        response: { 200: Page(Release) },
      },
    },
    async (request) => {
      const { limit, cursor, status, entryId } = request.query;
      const filter = { status, entryId };
      const rows = await request.inTenant((tx) => listReleases(tx, filter, limit, readCursor(cursor)));
      return page(rows, limit, presentRelease);
    },
  );

  app.get(
    '/v1/content/releases/:id',
    {
      config: { ...READ, types: 'filtered' },
      schema: {
        operationId: 'getRelease',
        summary: 'Get a release with its entries',
        params: IdParams,
        response: { 200: Success(ReleaseWithEntries) },
      },
    },
    async (request, reply) =>
      withEtag(reply, await request.inTenant((tx) => readRelease(tx, request.params.id))),
  );

  app.patch(
    '/v1/content/releases/:id',
    {
      config: { ...WRITE, types: onRelease('write') },
      schema: {
        ...CHANGING,
        operationId: 'updateRelease',
        summary: 'Rename a release',
        description: 'With If-Match, only if the record has not changed since.',
        body: NewRelease,
        response: { 200: Success(Release) },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const seen = readIfMatch(request);
      const rename = request.inTenant((tx, by) => renameRelease(tx, by, clock(), params.id, body.name, seen));
      return withEtag(reply, await rename);
    },
  );

  app.delete(
    '/v1/content/releases/:id',
    {
      config: { ...WRITE, types: onRelease('publish') },
      schema: {
        ...CHANGING,
        operationId: 'deleteRelease',
        summary: 'Delete a release; its entries stay as they are',
        response: { 200: Deleted },
      },
    },
    async (request) => {
      const seen = readIfMatch(request);
      return success(
        await request.inTenant((tx, by) => removeRelease(tx, by, clock(), request.params.id, seen)),
      );
    },
  );

  app.post(
    '/v1/content/releases/:id/entries',
    {
      config: { ...WRITE, types: onEntriesOfBody(() => 'write') },
      schema: {
        ...CHANGING,
        operationId: 'addReleaseEntries',
        fails: ['invalid_transition'],
        summary: 'Add entries to an open release',
        description: `One that is in it already is added anew, with its latest version. A release has at most ${MAX_ENTRIES_IN_RELEASE} entries.`,
        body: NewReleaseEntries,
        response: { 200: Success(ReleaseWithEntries) },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const seen = readIfMatch(request);
      const added = request.inTenant((tx, by) =>
        addToRelease(tx, by, clock(), params.id, body.entries, seen),
      );
      return withEtag(reply, await added);
    },
  );

  app.delete(
    '/v1/content/releases/:id/entries/:entryId',
    {
      config: { ...WRITE, types: onEntry('write', 'entryId') },
      schema: {
        operationId: 'removeReleaseEntry',
        fails: ['invalid_transition'],
        summary: 'Remove an entry from an open release',
        params: Type.Object({ ...IdParams.properties, entryId: Uuid() }),
        headers: IfMatch,
        response: { 200: Success(ReleaseWithEntries) },
      },
    },
    async (request, reply) => {
      const { id, entryId } = request.params;
      const seen = readIfMatch(request);
      return withEtag(
        reply,
        await request.inTenant((tx, by) =>
          takeOutOfRelease(tx, by, clock(), id, entryId.toLowerCase(), seen),
        ),
      );
    },
  );

  app.post(
    '/v1/content/releases/:id/publish',
    {
      config: { ...WRITE, types: onRelease('publish') },
      schema: {
        ...CHANGING,
        operationId: 'publishRelease',
        fails: ['invalid_transition'],
        summary: 'Publish all entries of a release at one moment',
        description:
          'All of them or none: 422 names everything that prevents it, by the id of the entry, also entries that have been saved since they were added (`changed`). A dry run says what readers would get, and what they would not (`warnings`).',
        body: Nullable(ReleasePublishing),
        response: { 200: Success(PublishedRelease) },
      },
    },
    async (request, reply) => {
      const wish = request.body ?? {};
      const seen = readIfMatch(request);
      if (wish.redirects) assertAllowed(request.actor, TO_REDIRECT);
      const work = request.inTenant(async (tx, by) => {
        await holdWithRight(tx, by, request.params.id);
        return publishRelease(tx, { by, now: clock(), others }, request.params.id, wish, seen);
      });
      return withEtag(reply, await work);
    },
  );

  app.post(
    '/v1/content/releases/:id/schedule',
    {
      config: { ...WRITE, types: onRelease('publish') },
      schema: {
        ...CHANGING,
        operationId: 'scheduleRelease',
        fails: ['invalid_transition'],
        summary: 'Set the time at which a release is published',
        description:
          'A release that could not be published now is refused. If something prevents it at its time, nothing of it is published: the release is open again, with the reason in `failure`.',
        body: ReleaseSchedule,
        response: { 200: Success(Release) },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const seen = readIfMatch(request);
      if (body.redirects) assertAllowed(request.actor, TO_REDIRECT);
      const scheduled = await request.inTenant(async (tx, by) => {
        await holdWithRight(tx, by, params.id);
        return scheduleRelease(tx, { by, now: clock(), others }, params.id, body, seen);
      });
      wake();
      return withEtag(reply, scheduled);
    },
  );

  app.delete(
    '/v1/content/releases/:id/schedule',
    {
      config: { ...WRITE, types: onRelease('publish') },
      schema: {
        ...CHANGING,
        operationId: 'unscheduleRelease',
        fails: ['invalid_transition'],
        summary: 'Open a scheduled release again',
        response: { 200: Success(Release) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const open = request.inTenant((tx, by) => unscheduleRelease(tx, by, clock(), request.params.id, seen));
      return withEtag(reply, await open);
    },
  );
}
