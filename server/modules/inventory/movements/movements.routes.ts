import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, page, readCursor } from '#kernel/http/envelope.ts';
import { Uuid } from '#kernel/http/fields.ts';
import { Movement, Sku } from '../fields.ts';
import { listMovements } from './movements.sql.ts';
import { presentMovement } from './movements.ts';

export function movementRoutes(app: App): void {
  app.get(
    '/v1/inventory/movements',
    {
      config: { role: 'viewer', scope: 'read:inventory' },
      schema: {
        summary: 'List movements of stock, newest first',
        querystring: Type.Object({
          ...PageQuery.properties,
          sku: Type.Optional(Sku),
          orderId: Type.Optional(Uuid()),
        }),
        response: { 200: Page(Movement) },
      },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query;
      const rows = await request.inTenant((tx) => listMovements(tx, filter, limit, readCursor(cursor)));
      return page(rows, limit, presentMovement);
    },
  );
}
