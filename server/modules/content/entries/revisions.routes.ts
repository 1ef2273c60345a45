import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Verbatim } from '#kernel/http/body/verbatim.ts';
import { Page, PageQuery, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { Author, IdParams, Nullable, OneOf, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { onEntry, toSave } from '../types/limits.ts';
import { Entry, FieldValues } from './record.ts';
import type { Others } from './references.ts';
import type { RevisionRow } from './revisions.sql.ts';
import { compareRevisions, loadRevision, pageOfRevisions, restoreRevision } from './revisions.ts';
import type { Values } from './values.ts';

const Version = () => Type.Integer({ minimum: 1, maximum: 2_000_000_000 });
const RevisionParams = Type.Object({ id: Uuid(), version: Version() });

const About = {
  version: Type.Integer(),
  reason: OneOf(['created', 'saved', 'restored', 'migrated'] as const),
  propertyId: Nullable(Type.String()),
  author: Author,
  createdAt: Time(),
};

const Revision = NamedObject('Revision', About);
const RevisionInFull = NamedObject('RevisionInFull', { ...About, fields: FieldValues });

const Compared = NamedObject('RevisionComparison', {
  from: Type.Integer(),
  to: Type.Integer(),
  changes: Type.Array(Type.Object({ path: Type.String(), before: Type.Unknown(), after: Type.Unknown() })),
});

const present = (row: Omit<RevisionRow, 'fields'>) => ({
  version: row.version,
  reason: row.reason,
  propertyId: row.property_id,
  author: { type: row.author_type, id: row.author_id, name: row.author_name },
  createdAt: row.created_at.toISOString(),
});

export function revisionRoutes(app: App, clock: () => Date, others: Others): void {
  const read = { role: 'viewer', scope: 'read:content', types: onEntry('read') } as const;

  app.get(
    '/v1/content/entries/:id/revisions',
    {
      config: read,
      schema: {
        operationId: 'listEntryRevisions',
        summary: 'List the revisions of an entry, latest first',
        params: IdParams,
        querystring: PageQuery,
        response: { 200: Page(Revision) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const { shown, pagination } = await request.inTenant((tx) =>
        pageOfRevisions(tx, request.params.id, limit, cursor),
      );
      return { success: true as const, data: shown.map(present), pagination };
    },
  );

  app.get(
    '/v1/content/entries/:id/revisions/:version',
    {
      config: read,
      schema: {
        operationId: 'getEntryRevision',
        withoutEtag: true,
        summary: 'Get a revision with its values',
        params: RevisionParams,
        response: { 200: Success(RevisionInFull) },
      },
    },
    async (request) => {
      const { id, version } = request.params;
      const row = await request.inTenant((tx) => loadRevision(tx, id, version));
      return success({ ...present(row), fields: new Verbatim(row.fields) as unknown as Values });
    },
  );

  app.get(
    '/v1/content/entries/:id/diff',
    {
      config: read,
      schema: {
        operationId: 'compareEntryRevisions',
        summary: 'Compare two revisions of an entry',
        params: IdParams,
        querystring: Type.Object({
          from: Type.Optional({ ...Version(), description: 'Without it: the one before.' }),
          to: Type.Optional({ ...Version(), description: 'Without it: the latest.' }),
        }),
        response: { 200: Success(Compared) },
      },
    },
    async (request) => {
      const { from, to } = request.query;
      return success(await request.inTenant((tx) => compareRevisions(tx, request.params.id, from, to)));
    },
  );

  app.post(
    '/v1/content/entries/:id/revisions/:version/restore',
    {
      config: { role: 'editor', scope: 'write:content', dryRun: true, types: onEntry(toSave) },
      schema: {
        operationId: 'restoreEntryRevision',
        fails: ['conflict', 'invalid_transition'],
        summary: 'Make an earlier revision the draft again',
        params: RevisionParams,
        headers: IfMatch,
        response: { 200: Success(Entry) },
      },
    },
    async (request, reply) => {
      const { id, version } = request.params;
      const seen = readIfMatch(request);
      const entry = await request.inTenant((tx, by) =>
        restoreRevision(tx, { by, now: clock(), others }, id, version, seen),
      );
      return withEtag(reply, entry);
    },
  );
}
