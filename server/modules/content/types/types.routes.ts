import { reaches } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { isDryRun } from '#kernel/http/dry-run.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams } from '#kernel/http/fields.ts';
import { blocksIn, withoutBlocks } from '../fields/block-kinds.ts';
import type { Field } from '../fields/field.ts';
import { defineType } from './define.ts';
import { type ChangeRow, findChange } from './migration-run.sql.ts';
import { removeType } from './removal.ts';
import { Change, ContentType, NameParams, SavedType, TypeWish } from './type-fields.ts';
import { findProgress, findType, listTypes, type Progress, type TypeRow } from './types.sql.ts';
import type { WantedType } from './types.ts';

const presentFields = (fields: Field[]) => ({
  fields: withoutBlocks(fields),
  blocks: blocksIn(fields).map((kind) => ({ ...kind, fields: withoutBlocks(kind.fields) })),
});

type ShownType = TypeRow & { progress: Progress | null };

async function withProgress(tx: Tx, rows: TypeRow[]): Promise<ShownType[]> {
  const changes = await findProgress(
    tx,
    rows.flatMap(({ change_id }) => change_id ?? []),
  );
  return rows.map((row) => {
    const found = changes.find(({ id }) => id === row.change_id);
    return { ...row, progress: found ? { phase: found.phase, total: found.total, done: found.done } : null };
  });
}

const presentType = ({ progress, ...row }: ShownType) => ({
  id: row.id,
  name: row.name,
  title: row.title,
  block: row.block,
  singleton: row.singleton,
  review: row.review,
  order: row.entry_order,
  addresses: JSON.parse(row.addresses),
  ...presentFields(JSON.parse(row.fields)),
  version: row.version,
  changeId: row.change_id,
  change: progress,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const presentChange = (row: ChangeRow) => ({
  id: row.id,
  // A change that a program from before began has the status of one of this program.
  status: row.status === 'checking' || row.status === 'rewriting' ? ('running' as const) : row.status,
  phase: row.phase,
  total: row.total,
  checked: row.checked,
  migrated: row.migrated,
  broken: row.broken,
  examples: JSON.parse(row.examples),
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});

const PUT_DESCRIPTION = `Makes the type, or changes it. A change that stored entries do not fit is refused with 409, which names
them and why; \`migrate\` says what becomes of their values. With many entries it goes on in the background: \`changeId\` is then set.
It is in force once every entry is checked, for all readers at once; entries are read and written throughout.
A change of a block is checked against the entries of every type that uses it, and \`migrate\` then applies to each such block.`;

export function contentTypeRoutes(app: App, clock: () => Date, wakeChanges: () => void): void {
  app.put(
    '/v1/content/types/:name',
    {
      config: { role: 'editor', scope: 'write:content', dryRun: true, types: 'every' },
      schema: {
        operationId: 'replaceContentType',
        fails: ['conflict'],
        summary: 'Make or change a content type',
        description: PUT_DESCRIPTION,
        params: NameParams,
        headers: IfMatch,
        body: TypeWish,
        response: { 200: Success(SavedType) },
      },
    },
    async (request, reply) => {
      const condition = {
        rehearsal: isDryRun(request),
        seen: readIfMatch(request),
        mustExist: request.headers['if-match'] !== undefined,
        isAdmin: reaches(request.actor.role, 'admin'),
      };
      const { params, body } = request;
      const { row, prevents } = await request.inTenant(async (tx, actor) => {
        const wanted = body as WantedType;
        const { prevents = [], ...changed } = await defineType(
          tx,
          actor,
          clock(),
          params.name,
          wanted,
          condition,
        );
        const [row] = await withProgress(tx, [changed]);
        return { row: row!, prevents };
      });
      if (row.change_id !== null || row.block) wakeChanges();
      return withEtag(reply, { ...presentType(row), prevents });
    },
  );

  app.get(
    '/v1/content/types',
    {
      config: { role: 'viewer', scope: 'read:content', types: 'none' },
      schema: {
        operationId: 'listContentTypes',
        summary: 'List content types',
        querystring: PageQuery,
        response: { 200: Page(ContentType) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant(async (tx) =>
        withProgress(tx, await listTypes(tx, limit, readCursor(cursor))),
      );
      return page(rows, limit, presentType);
    },
  );

  app.get(
    '/v1/content/types/:name',
    {
      config: { role: 'viewer', scope: 'read:content', types: 'none' },
      schema: {
        operationId: 'getContentType',
        summary: 'Get a content type',
        params: NameParams,
        response: { 200: Success(ContentType) },
      },
    },
    async (request, reply) => {
      const [row] = await request.inTenant(async (tx) => {
        const found = await findType(tx, request.params.name);
        return withProgress(tx, found ? [found] : []);
      });
      if (row === undefined) throw notFound('content type');
      return withEtag(reply, presentType(row));
    },
  );

  app.delete(
    '/v1/content/types/:name',
    {
      config: { role: 'editor', scope: 'write:content', dryRun: true, types: 'every' },
      schema: {
        operationId: 'deleteContentType',
        fails: ['conflict'],
        summary: 'Delete a content type that has no entries',
        params: NameParams,
        headers: IfMatch,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(
        await request.inTenant((tx, actor) =>
          removeType(tx, actor, clock(), request.params.name, {
            seen: readIfMatch(request),
            isAdmin: reaches(actor.role, 'admin'),
          }),
        ),
      ),
  );

  app.get(
    '/v1/content/type-changes/:id',
    {
      config: { role: 'viewer', scope: 'read:content', types: 'every' },
      schema: {
        operationId: 'getContentTypeChange',
        summary: 'See how far a change of a type has come',
        params: IdParams,
        response: { 200: Success(Change) },
      },
    },
    async (request) => {
      const row = await request.inTenant((tx) => findChange(tx, request.params.id));
      if (row === undefined) throw notFound('type change');
      return success(presentChange(row));
    },
  );
}
