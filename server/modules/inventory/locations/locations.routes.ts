import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams } from '#kernel/http/fields.ts';
import { Location, LocationChange, NewLocation } from '../fields.ts';
import { findLocation, listLocations } from './locations.sql.ts';
import {
  changeLocation,
  createLocation,
  type HoldProperty,
  presentLocation,
  removeLocation,
} from './locations.ts';

const [READ, WRITE] = [
  { role: 'viewer', scope: 'read:inventory' },
  { role: 'admin', scope: 'write:inventory', dryRun: true },
] as const;

export function locationRoutes(app: App, clock: () => Date, holdProperty: HoldProperty): void {
  app.post(
    '/v1/inventory/locations',
    {
      config: WRITE,
      schema: {
        fails: ['conflict'],
        summary: 'Create a location: a place where stock is',
        body: NewLocation,
        response: { 201: Success(Location) },
      },
    },
    async (request, reply) => {
      const created = await request.inTenant((tx, actor) =>
        createLocation(tx, actor, clock(), request.body, holdProperty),
      );
      return withEtag(reply.code(201), created);
    },
  );

  app.get(
    '/v1/inventory/locations',
    {
      config: READ,
      schema: { summary: 'List locations', querystring: PageQuery, response: { 200: Page(Location) } },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant((tx) => listLocations(tx, limit, readCursor(cursor)));
      return page(rows, limit, presentLocation);
    },
  );

  app.get(
    '/v1/inventory/locations/:id',
    {
      config: READ,
      schema: { summary: 'Get a location', params: IdParams, response: { 200: Success(Location) } },
    },
    async (request, reply) => {
      const row = await request.inTenant((tx) => findLocation(tx, request.params.id));
      if (row === undefined) throw notFound('location');
      return withEtag(reply, presentLocation(row));
    },
  );

  app.patch(
    '/v1/inventory/locations/:id',
    {
      config: WRITE,
      schema: {
        fails: ['conflict', 'in_use'],
        summary: 'Change a location',
        description: 'A location with stock or reservations cannot be deactivated (409 in_use).',
        params: IdParams,
        headers: IfMatch,
        body: LocationChange,
        response: { 200: Success(Location) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const changed = await request.inTenant((tx, actor) =>
        changeLocation(tx, actor, clock(), request.params.id, request.body, seen, holdProperty),
      );
      return withEtag(reply, changed);
    },
  );

  app.delete(
    '/v1/inventory/locations/:id',
    {
      config: WRITE,
      schema: {
        fails: ['conflict', 'in_use'],
        summary: 'Delete a location that never had stock',
        description: 'Refused with 409 in_use if the ledger names it; details name the first SKUs.',
        params: IdParams,
        headers: IfMatch,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(
        await request.inTenant((tx, actor) =>
          removeLocation(tx, actor, clock(), request.params.id, readIfMatch(request)),
        ),
      ),
  );
}
