import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams } from '#kernel/http/fields.ts';
import { READ, WRITE } from '../access.ts';
import { findDiscount, listDiscounts } from './discounts.sql.ts';
import {
  changeDiscount,
  createDiscount,
  Discount,
  DiscountChange,
  NewDiscount,
  presentDiscount,
  removeDiscount,
} from './discounts.ts';

export function discountRoutes(app: App, clock: () => Date): void {
  app.post(
    '/v1/checkout/discounts',
    {
      config: WRITE,
      schema: {
        fails: ['conflict'],
        summary: 'Create a discount',
        body: NewDiscount,
        response: { 201: Success(Discount) },
      },
    },
    async (request, reply) => {
      const created = await request.inTenant((tx) => createDiscount(tx, clock(), request.body));
      return withEtag(reply.code(201), created);
    },
  );

  app.get(
    '/v1/checkout/discounts',
    {
      config: READ,
      schema: {
        summary: 'List discounts',
        querystring: PageQuery,
        response: { 200: Page(Discount) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant((tx) => listDiscounts(tx, limit, readCursor(cursor)));
      return page(rows, limit, presentDiscount);
    },
  );

  app.get(
    '/v1/checkout/discounts/:id',
    {
      config: READ,
      schema: {
        summary: 'Get a discount',
        params: IdParams,
        response: { 200: Success(Discount) },
      },
    },
    async (request, reply) => {
      const row = await request.inTenant((tx) => findDiscount(tx, request.params.id));
      if (row === undefined) throw notFound('discount');
      return withEtag(reply, presentDiscount(row));
    },
  );

  app.patch(
    '/v1/checkout/discounts/:id',
    {
      config: WRITE,
      schema: {
        fails: ['conflict'],
        summary: 'Change a discount',
        description: 'With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        body: DiscountChange,
        response: { 200: Success(Discount) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const changed = await request.inTenant((tx) =>
        changeDiscount(tx, clock(), request.params.id, request.body, seen),
      );
      return withEtag(reply, changed);
    },
  );

  app.delete(
    '/v1/checkout/discounts/:id',
    {
      config: WRITE,
      schema: {
        summary: 'Delete a discount',
        description: 'Orders that used it keep it. With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(await request.inTenant((tx) => removeDiscount(tx, request.params.id, readIfMatch(request)))),
  );
}
