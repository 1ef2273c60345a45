import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { Decimal, IdParams, Nullable, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { currencyExponent, fromMinor } from '#shared/money.ts';
import { idsOf } from '../reading.ts';
import { type CompactOrderRow, listOrdersOf, sumOrdersOf, type TotalsRow } from './customer-orders.sql.ts';

const CompactOrder = NamedObject('OrderOfCustomer', {
  id: Type.String(),
  orderNumber: Type.String(),
  status: Type.String(),
  paymentStatus: Type.String(),
  channel: Nullable(Type.String()),
  currency: Type.String(),
  total: Decimal(),
  createdAt: Time(),
});

const Totals = NamedObject('CustomerTotals', {
  customerId: Type.String(),
  orders: Type.Integer(),
  firstOrderAt: Nullable(Time()),
  lastOrderAt: Nullable(Time()),
  currencies: Type.Array(
    Type.Object({
      currency: Type.String(),
      orders: Type.Integer(),
      revenue: Decimal({
        description:
          'The value of the orders, less refunds and the unpaid part of cancelled orders, as in the metrics.',
      }),
    }),
  ),
});

export function customerOrderRoutes(app: App): void {
  app.get(
    '/v1/crm/customers/:id/orders',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: {
        summary: "A customer's orders, newest first",
        params: IdParams,
        querystring: PageQuery,
        response: { 200: Page(CompactOrder) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant(async (tx) =>
        listOrdersOf(tx, await idsOf(tx, request.params.id), limit, readCursor(cursor)),
      );
      return page(rows, limit, presentCompactOrder);
    },
  );

  app.get(
    '/v1/crm/customers/:id/totals',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: {
        summary: 'The totals of all orders of a customer',
        params: IdParams,
        response: { 200: Success(Totals) },
      },
    },
    async (request) =>
      success(
        await request.inTenant(async (tx) => {
          const ids = await idsOf(tx, request.params.id);
          return presentTotals(ids[0]!, await sumOrdersOf(tx, ids));
        }),
      ),
  );
}

const money = (minor: bigint, currency: string) => fromMinor(minor, currencyExponent(currency)!);

const presentCompactOrder = (row: CompactOrderRow) => ({
  id: row.id,
  orderNumber: row.order_number,
  status: row.status,
  paymentStatus: row.payment_status,
  channel: row.channel,
  currency: row.currency,
  total: money(row.total, row.currency),
  createdAt: row.created_at.toISOString(),
});

function presentTotals(customerId: string, rows: TotalsRow[]) {
  const firsts = rows.map((row) => row.first_at.toISOString()).sort();
  const lasts = rows.map((row) => row.last_at.toISOString()).sort();
  return {
    customerId,
    orders: rows.reduce((sum, row) => sum + row.orders, 0),
    firstOrderAt: firsts[0] ?? null,
    lastOrderAt: lasts.at(-1) ?? null,
    currencies: rows.map(({ currency, orders, revenue }) => ({
      currency,
      orders,
      revenue: money(revenue, currency),
    })),
  };
}
