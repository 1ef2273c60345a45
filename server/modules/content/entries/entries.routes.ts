import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams, Nullable, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import type { AssertRoom } from '#kernel/usage.ts';
import type { TellRelease } from '../releases/under-way.ts';
import { ENTRIES } from '../settings.ts';
import { onEntry, onTypeOfBody, toSave, toTakeAway } from '../types/limits.ts';
import { TypeName } from '../types/type-fields.ts';
import { deleteEntry, restoreEntry } from './bin.ts';
import { findEntry } from './entries.sql.ts';
import { changeEntry, createEntry } from './entries.ts';
import { entryInForce } from './holding.ts';
import { Entry, presentEntry } from './record.ts';
import type { Others } from './references.ts';

const SentFields = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  maxProperties: 200,
  description:
    'By the names of the type. null takes a value away; of a localised field, only the locales named change.',
});
const PropertyId = () => Type.Optional(Nullable(Uuid('The site (property) it is for; null: for all.')));

const NewEntry = NamedObject('NewEntry', {
  type: TypeName(),
  propertyId: PropertyId(),
  parentId: Type.Optional(Nullable(Uuid('The entry above it, if its type is a tree. It comes last there.'))),
  fields: SentFields,
});
const EntryChange = NamedObject('EntryChange', {
  propertyId: PropertyId(),
  fields: Type.Optional(SentFields),
});

export function entryRoutes(
  app: App,
  clock: () => Date,
  others: Others,
  assertRoom: AssertRoom,
  tell: TellRelease,
): void {
  const write = { role: 'editor', scope: 'write:content', dryRun: true } as const;

  app.post(
    '/v1/content/entries',
    {
      config: { ...write, types: onTypeOfBody('write') },
      schema: {
        operationId: 'createEntry',
        fails: ['quota_exceeded', 'not_found', 'conflict'],
        summary: 'Create an entry as a draft',
        description: 'A draft may be incomplete; the values that it has must fit the type.',
        body: NewEntry,
        response: { 201: Success(Entry) },
      },
    },
    async (request, reply) => {
      const entry = await request.inTenant(async (tx, by) => {
        await assertRoom(tx, ENTRIES, 1);
        return createEntry(tx, { by, now: clock(), others }, request.body);
      });
      return reply.code(201).send(withEtag(reply, entry));
    },
  );

  app.get(
    '/v1/content/entries/:id',
    {
      config: { role: 'viewer', scope: 'read:content', types: onEntry('read') },
      schema: {
        operationId: 'getEntry',
        summary: 'Get an entry with its draft',
        params: IdParams,
        response: { 200: Success(Entry) },
      },
    },
    async (request, reply) => {
      const row = await request.inTenant((tx) => findEntry(tx, request.params.id));
      if (row === undefined) throw notFound('entry');
      return withEtag(reply, presentEntry(await entryInForce(row)));
    },
  );

  app.patch(
    '/v1/content/entries/:id',
    {
      config: { ...write, types: onEntry(toSave) },
      schema: {
        operationId: 'updateEntry',
        fails: ['conflict', 'invalid_transition'],
        summary: "Change an entry's draft",
        description:
          'With If-Match, only if the record has not changed since. Readers see nothing of it until it is published.',
        params: IdParams,
        headers: IfMatch,
        body: EntryChange,
        response: { 200: Success(Entry) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const { actor, params, body } = request;
      const save = request.inTenant((tx, by) =>
        changeEntry(tx, { by, now: clock(), others }, params.id, body, seen),
      );
      return withEtag(reply, await tell(actor.tenant.id, params.id, save));
    },
  );

  app.delete(
    '/v1/content/entries/:id',
    {
      config: { ...write, types: onEntry(toTakeAway) },
      schema: {
        operationId: 'deleteEntry',
        fails: ['conflict', 'invalid_transition'],
        summary: 'Delete an entry, restorable for 30 days',
        description:
          'Also takes it down. 409 names the entries that refer to it, if any. With If-Match only the version that was seen.',
        params: IdParams,
        headers: IfMatch,
        response: { 200: Deleted },
      },
    },
    async (request) => {
      const seen = readIfMatch(request);
      const { actor, params } = request;
      const remove = request.inTenant((tx) => deleteEntry(tx, clock(), params.id, seen));
      return success(await tell(actor.tenant.id, params.id, remove));
    },
  );

  app.post(
    '/v1/content/entries/:id/restore',
    {
      config: { ...write, types: onEntry(toSave) },
      schema: {
        operationId: 'restoreEntry',
        fails: ['conflict', 'invalid_transition'],
        summary: 'Bring a deleted entry back as a draft',
        params: IdParams,
        headers: IfMatch,
        response: { 200: Success(Entry) },
      },
    },
    async (request, reply) => {
      const entry = await request.inTenant((tx, by) =>
        restoreEntry(tx, { by, now: clock(), others }, request.params.id, readIfMatch(request)),
      );
      return withEtag(reply, entry);
    },
  );
}
