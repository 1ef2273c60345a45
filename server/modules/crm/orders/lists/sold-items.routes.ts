import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Decimal, Text, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { findSoldItems, LOOK } from './sold-items.sql.ts';

const SoldItem = NamedObject('SoldItem', {
  sku: Type.String(),
  name: Type.String({ description: 'The name under which it was sold last.' }),
  unitPrice: Decimal(),
  currency: Type.String(),
  soldAt: Time(),
});

const Query = Type.Object({
  q: Type.Optional(Text(200, 'A part of the SKU or of the name.')),
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 10 }),
});

export function soldItemRoutes(app: App): void {
  app.get(
    '/v1/crm/sold-items',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: {
        operationId: 'listSoldItems',
        summary: 'Items that were sold lately, to suggest them for a new order',
        description: `The list covers the latest ${LOOK.orders} orders, and the first ${LOOK.lines} lines of each.`,
        querystring: Query,
        response: { 200: Success(Type.Array(SoldItem)) },
      },
    },
    async (request) => {
      const { q, limit } = request.query;
      const rows = await request.inTenant((tx) => findSoldItems(tx, q?.trim() || null, limit));
      return success(
        rows.map(({ sku, name, unit_price, currency, sold_at }) => ({
          sku,
          name,
          unitPrice: Number(unit_price),
          currency,
          soldAt: sold_at.toISOString(),
        })),
      );
    },
  );
}
