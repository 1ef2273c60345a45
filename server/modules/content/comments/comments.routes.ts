import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams, Text } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { findEntry } from '../entries/entries.sql.ts';
import { onCommentOf, onEntry } from '../types/limits.ts';
import { countByPlace, listThreads } from './comments.sql.ts';
import {
  addComment,
  blocksFor,
  Comment,
  CommentChange,
  changeComment,
  type FindColleagues,
  NewComment,
  PlaceOfThreads,
  presentPlaces,
  presentThread,
  removeComment,
  shown,
  Thread,
  withReplies,
} from './comments.ts';

const READ = { role: 'viewer', scope: 'read:content' } as const;
const WRITE = { role: 'editor', scope: 'write:content', dryRun: true } as const;
const CHANGING = { params: IdParams, headers: IfMatch } as const;

export function commentRoutes(app: App, clock: () => Date, find: FindColleagues): void {
  app.get(
    '/v1/content/entries/:id/comments',
    {
      config: { ...READ, types: onEntry('read') },
      schema: {
        operationId: 'listEntryComments',
        summary: 'List the comments on an entry by thread, newest first',
        params: IdParams,
        querystring: Type.Object({
          ...PageQuery.properties,
          resolved: Type.Optional(Type.Boolean({ description: 'Only settled threads, or only open ones.' })),
          blockId: Type.Optional(Text(64, 'Only threads about the block with this id.')),
        }),
        response: { 200: Page(Thread) },
      },
    },
    async (request) => {
      const { limit, cursor, ...asked } = request.query;
      const { id } = request.params;
      const [rows, there] = await request.inTenant(async (tx) => {
        if ((await findEntry(tx, id)) === undefined) throw notFound('entry');
        const found = await withReplies(tx, await listThreads(tx, id, asked, limit, readCursor(cursor)));
        return [found, await blocksFor(tx, id, found)] as const;
      });
      return page(rows, limit, presentThread(there));
    },
  );

  app.get(
    '/v1/content/entries/:id/comment-places',
    {
      config: { ...READ, types: onEntry('read') },
      schema: {
        operationId: 'listEntryCommentPlaces',
        summary: 'Count the open threads on an entry by what they are about',
        params: IdParams,
        response: { 200: Success(Type.Array(PlaceOfThreads)) },
      },
    },
    async (request) => {
      const { id } = request.params;
      return success(
        await request.inTenant(async (tx) => {
          if ((await findEntry(tx, id)) === undefined) throw notFound('entry');
          const rows = await countByPlace(tx, id);
          return presentPlaces(rows, await blocksFor(tx, id, rows));
        }),
      );
    },
  );

  app.post(
    '/v1/content/entries/:id/comments',
    {
      config: { ...WRITE, types: onEntry('read') },
      schema: {
        operationId: 'createEntryComment',
        fails: ['conflict'],
        summary: 'Comment on an entry, on one of its fields, or on a block',
        description:
          'Readers of a site and webhooks never get comments. They are deleted with the entry, once it is purged from the bin.',
        params: IdParams,
        body: NewComment,
        response: { 201: Success(Comment) },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const comment = await request.inTenant(async (tx, by) =>
        shown(tx, await addComment(tx, { by, now: clock(), find }, params.id.toLowerCase(), body)),
      );
      return withEtag(reply.code(201), comment);
    },
  );

  app.patch(
    '/v1/content/comments/:id',
    {
      config: { ...WRITE, types: onCommentOf('read') },
      schema: {
        ...CHANGING,
        operationId: 'updateComment',
        summary: 'Change the words of a comment, or settle its thread',
        description: 'Its author changes the words. Every editor settles a thread, or opens it again.',
        body: CommentChange,
        response: { 200: Success(Comment) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const { params, body } = request;
      const comment = await request.inTenant(async (tx, by) =>
        shown(tx, await changeComment(tx, { by, now: clock(), find }, params.id, body, seen)),
      );
      return withEtag(reply, comment);
    },
  );

  app.delete(
    '/v1/content/comments/:id',
    {
      config: { ...WRITE, types: onCommentOf('read') },
      schema: {
        ...CHANGING,
        operationId: 'deleteComment',
        fails: ['conflict'],
        summary: 'Delete a comment with its replies',
        description: 'Its author, as long as nobody has answered, or an admin.',
        response: { 200: Deleted },
      },
    },
    async (request) => {
      const seen = readIfMatch(request);
      return success(
        await request.inTenant((tx, by) => removeComment(tx, by, clock(), request.params.id, seen)),
      );
    },
  );

  app.get(
    '/v1/content/colleagues',
    {
      config: { role: 'editor', scope: 'write:content', types: 'none' },
      schema: {
        operationId: 'listContentColleagues',
        summary: 'The staff whom a comment can mention, by name',
        response: {
          200: Success(
            Type.Array(NamedObject('ContentColleague', { id: Type.String(), name: Type.String() })),
          ),
        },
      },
    },
    async (request) => {
      const staff = await request.inTenant((tx) => find(tx, null));
      return success(staff.map(({ id, name }) => ({ id, name })));
    },
  );
}
