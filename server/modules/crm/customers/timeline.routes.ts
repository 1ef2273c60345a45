import { Type } from 'typebox';
import { planByIndex } from '#kernel/db/plans.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, page, readCursor } from '#kernel/http/envelope.ts';
import { Decimal, IdParams, Nullable, OneOf, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { currencyExponent, fromMinor } from '#shared/money.ts';
import { EntryAuthor, entryDetails, ORDER_ACTIONS } from '../orders/timeline/fields.ts';
import { findCustomer } from './customers.sql.ts';
import { CUSTOMER_ACTIONS, type EntryRow, findIdsOf, listEntries } from './history.sql.ts';
import { withoutWriting } from './life/erase.sql.ts';

const Entry = NamedObject('CustomerTimelineEntry', {
  id: Type.String(),
  about: OneOf(['order', 'customer'] as const),
  action: {
    ...OneOf([...new Set([...ORDER_ACTIONS, ...CUSTOMER_ACTIONS])]),
    description:
      'With about `order`: placed, payment, fulfilled, delivered, cancelled, refunded, edited, commented. With about ' +
      '`customer`: created, edited, archived, unarchived, merged, erased.',
  },
  at: Time(),
  actor: EntryAuthor,
  order: Nullable(
    Type.Object({
      id: Type.String(),
      orderNumber: Type.String(),
      currency: Type.String(),
      total: Decimal(),
    }),
  ),
  details: Type.Object(
    {
      ...entryDetails,
      from: Type.Optional(Type.String({ description: 'The duplicate of a merge.' })),
    },
    { description: 'Details, depending on the action. The timeline of an order has more.' },
  ),
});

export function customerTimelineRoutes(app: App): void {
  app.get(
    '/v1/crm/customers/:id/timeline',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: {
        summary: 'The history of a customer and of all their orders, newest first',
        description: 'Includes what happened to customers that were merged into this one.',
        params: IdParams,
        querystring: PageQuery,
        response: { 200: Page(Entry) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const after = readCursor(cursor, 'versioned');
      const { rows, isErased } = await request.inTenant(async (tx) => {
        const customer = await findCustomer(tx, request.params.id);
        if (customer === undefined) throw notFound('customer');
        planByIndex(tx);
        const rows = await listEntries(tx, await findIdsOf(tx, customer.id), limit, after);
        return { rows, isErased: customer.erased_at !== null };
      });
      return page(rows, limit, (row) => present(row, isErased));
    },
  );
}

/** Free texts of an erased customer's orders are hidden before the erasure has reached them. */
function present(row: EntryRow, isErased: boolean) {
  const { items: _items, ...details } = JSON.parse(row.details);
  return {
    id: row.id,
    about: row.order_id === null ? ('customer' as const) : ('order' as const),
    action: row.action.replace(/^customer_/, '') as (typeof ORDER_ACTIONS)[number],
    at: row.created_at.toISOString(),
    actor:
      row.actor_type === null ? null : { type: row.actor_type, id: row.actor_id, name: row.actor_name ?? '' },
    order:
      row.order_id === null
        ? null
        : {
            id: row.order_id,
            orderNumber: row.order_number!,
            currency: row.currency!,
            total: fromMinor(row.total!, currencyExponent(row.currency!)!),
          },
    details: isErased ? withoutWriting(details) : details,
  };
}
