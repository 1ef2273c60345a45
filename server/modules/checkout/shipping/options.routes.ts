import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams } from '#kernel/http/fields.ts';
import { READ, WRITE } from '../access.ts';
import { findOption, listOptions } from './options.sql.ts';
import {
  changeOption,
  createOption,
  NewOption,
  OptionChange,
  presentOption,
  removeOption,
  ShippingOption,
} from './options.ts';

export function shippingRoutes(app: App, clock: () => Date): void {
  app.post(
    '/v1/checkout/shipping-options',
    {
      config: WRITE,
      schema: {
        fails: ['conflict'],
        summary: 'Create a shipping option',
        body: NewOption,
        response: { 201: Success(ShippingOption) },
      },
    },
    async (request, reply) => {
      const created = await request.inTenant((tx) => createOption(tx, clock(), request.body));
      return withEtag(reply.code(201), created);
    },
  );

  app.get(
    '/v1/checkout/shipping-options',
    {
      config: READ,
      schema: {
        summary: 'List shipping options',
        querystring: PageQuery,
        response: { 200: Page(ShippingOption) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant((tx) => listOptions(tx, limit, readCursor(cursor)));
      return page(rows, limit, presentOption);
    },
  );

  app.get(
    '/v1/checkout/shipping-options/:id',
    {
      config: READ,
      schema: {
        summary: 'Get a shipping option',
        params: IdParams,
        response: { 200: Success(ShippingOption) },
      },
    },
    async (request, reply) => {
      const row = await request.inTenant((tx) => findOption(tx, request.params.id));
      if (row === undefined) throw notFound('shipping option');
      return withEtag(reply, presentOption(row));
    },
  );

  app.patch(
    '/v1/checkout/shipping-options/:id',
    {
      config: WRITE,
      schema: {
        summary: 'Change a shipping option',
        description: 'With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        body: OptionChange,
        response: { 200: Success(ShippingOption) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const changed = await request.inTenant((tx) =>
        changeOption(tx, clock(), request.params.id, request.body, seen),
      );
      return withEtag(reply, changed);
    },
  );

  app.delete(
    '/v1/checkout/shipping-options/:id',
    {
      config: WRITE,
      schema: {
        summary: 'Delete a shipping option',
        description:
          'Open checkouts that chose it need another one. With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(await request.inTenant((tx) => removeOption(tx, request.params.id, readIfMatch(request)))),
  );
}
