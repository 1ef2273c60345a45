import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams, Text, Time } from '#kernel/http/fields.ts';
import { Documented, NamedObject, named } from '#kernel/http/named.ts';
import type { Directory } from './directory.ts';
import { findProperty, listProperties } from './properties.sql.ts';
import { changeProperty, createProperty, presentProperty, removeProperty } from './properties.ts';

const Domains = Type.Array(Documented(Text(253), { format: 'idn-hostname' }), {
  maxItems: 20,
  description:
    'Host names, the main one first. Visitors are served by one once it is proved: see its domains.',
});
const Locales = Type.Array(Text(50), {
  maxItems: 50,
  description: 'Language tags, the one to fall back on first.',
});
const IsDefault = Type.Boolean({
  description: 'Records without a propertyId belong to the default property.',
});

const NewProperty = NamedObject('NewProperty', {
  name: Text(200),
  domains: Type.Optional(Domains),
  locales: Type.Optional(Locales),
  isDefault: Type.Optional(IsDefault),
});
const PropertyChange = named('PropertyChange', Type.Partial(NewProperty));

const Property = NamedObject('Property', {
  id: Type.String({ description: 'The id that propertyId of orders, redirects and content refers to.' }),
  name: Type.String(),
  domains: Type.Array(Type.String()),
  locales: Type.Array(Type.String()),
  isDefault: IsDefault,
  version: Type.Integer(),
  createdAt: Time(),
  updatedAt: Time(),
});

const [READ, WRITE] = [
  { role: 'viewer', scope: 'read:properties' },
  { role: 'editor', scope: 'write:properties', dryRun: true },
] as const;

export function propertyRoutes(app: App, clock: () => Date, directory: Directory, ownHost: string): void {
  app.post(
    '/v1/properties',
    {
      config: WRITE,
      schema: {
        fails: ['conflict'],
        summary: 'Create a property: a site with its domains and languages',
        body: NewProperty,
        response: { 201: Success(Property) },
      },
    },
    async (request, reply) => {
      const created = await request.inTenant((tx, actor) =>
        createProperty(tx, actor, clock(), request.body, ownHost),
      );
      return withEtag(reply.code(201), created);
    },
  );

  app.get(
    '/v1/properties',
    {
      config: READ,
      schema: { summary: 'List properties', querystring: PageQuery, response: { 200: Page(Property) } },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant((tx) => listProperties(tx, limit, readCursor(cursor)));
      return page(rows, limit, presentProperty);
    },
  );

  app.get(
    '/v1/properties/:id',
    {
      config: READ,
      schema: { summary: 'Get a property', params: IdParams, response: { 200: Success(Property) } },
    },
    async (request, reply) => {
      const row = await request.inTenant((tx) => findProperty(tx, request.params.id));
      if (row === undefined) throw notFound('property');
      return withEtag(reply, presentProperty(row));
    },
  );

  app.patch(
    '/v1/properties/:id',
    {
      config: WRITE,
      schema: {
        fails: ['conflict'],
        summary: 'Change a property',
        description:
          'With If-Match, only if the record has not changed since. Domains that stay keep their proof.',
        params: IdParams,
        headers: IfMatch,
        body: PropertyChange,
        response: { 200: Success(Property) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const changed = await request.inTenant((tx, actor) =>
        changeProperty(tx, actor, clock(), request.params.id, request.body, { seen, ownHost }),
      );
      return withEtag(reply, changed);
    },
  );

  app.delete(
    '/v1/properties/:id',
    {
      config: WRITE,
      schema: {
        fails: ['conflict'],
        summary: 'Delete a property',
        description:
          'Refused with 409 while redirects use it; details name them. With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(
        await request.inTenant((tx, actor) =>
          removeProperty(tx, actor, clock(), request.params.id, readIfMatch(request), directory.assertUnused),
        ),
      ),
  );
}
