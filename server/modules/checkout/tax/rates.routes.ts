import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams } from '#kernel/http/fields.ts';
import { READ, WRITE } from '../access.ts';
import { findRate, listRates } from './rates.sql.ts';
import { changeRate, createRate, NewRate, presentRate, RateChange, removeRate, TaxRate } from './rates.ts';

export function taxRoutes(app: App, clock: () => Date): void {
  app.post(
    '/v1/checkout/tax-rates',
    {
      config: WRITE,
      schema: {
        fails: ['conflict'],
        summary: 'Create a tax rate',
        body: NewRate,
        response: { 201: Success(TaxRate) },
      },
    },
    async (request, reply) => {
      const created = await request.inTenant((tx) => createRate(tx, clock(), request.body));
      return withEtag(reply.code(201), created);
    },
  );

  app.get(
    '/v1/checkout/tax-rates',
    {
      config: READ,
      schema: {
        summary: 'List tax rates',
        querystring: PageQuery,
        response: { 200: Page(TaxRate) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant((tx) => listRates(tx, limit, readCursor(cursor)));
      return page(rows, limit, presentRate);
    },
  );

  app.get(
    '/v1/checkout/tax-rates/:id',
    {
      config: READ,
      schema: {
        summary: 'Get a tax rate',
        params: IdParams,
        response: { 200: Success(TaxRate) },
      },
    },
    async (request, reply) => {
      const row = await request.inTenant((tx) => findRate(tx, request.params.id));
      if (row === undefined) throw notFound('tax rate');
      return withEtag(reply, presentRate(row));
    },
  );

  app.patch(
    '/v1/checkout/tax-rates/:id',
    {
      config: WRITE,
      schema: {
        fails: ['conflict'],
        summary: 'Change a tax rate',
        description: 'With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        body: RateChange,
        response: { 200: Success(TaxRate) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const changed = await request.inTenant((tx) =>
        changeRate(tx, clock(), request.params.id, request.body, seen),
      );
      return withEtag(reply, changed);
    },
  );

  app.delete(
    '/v1/checkout/tax-rates/:id',
    {
      config: WRITE,
      schema: {
        summary: 'Delete a tax rate',
        description: 'With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(await request.inTenant((tx) => removeRate(tx, request.params.id, readIfMatch(request)))),
  );
}
