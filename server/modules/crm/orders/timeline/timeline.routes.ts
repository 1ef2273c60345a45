import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, page, readCursor } from '#kernel/http/envelope.ts';
import { IdParams, OneOf, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { withoutWriting } from '../../customers/life/erase.sql.ts';
import { OrderStatus, PaymentStatus } from '../fields.ts';
import { EntryAuthor, entryDetails, ORDER_ACTIONS } from './fields.ts';
import { type HistoryRow, isOrderBeingErased, listHistory } from './history.sql.ts';

const ENTRY_ACTIONS = [...ORDER_ACTIONS, 'merged', 'erased'] as const;

const Entry = NamedObject('OrderTimelineEntry', {
  version: Type.Integer({ description: 'The version that the order had after it.' }),
  action: {
    ...OneOf(ENTRY_ACTIONS),
    description:
      'merged: its customer was merged into another, whose order it is now. erased: its personal data was erased with ' +
      'its customer, in earlier entries too.',
  },
  at: Time(),
  actor: EntryAuthor,
  status: OrderStatus,
  paymentStatus: PaymentStatus,
  details: Type.Object(
    {
      items: Type.Optional(Type.Array(Type.Object({ line: Type.Integer(), quantity: Type.Integer() }))),
      ...entryDetails,
      from: Type.Optional(Type.String({ description: 'The customer whose order it was until a merge.' })),
      to: Type.Optional(Type.String({ description: 'The customer whose order it was after that.' })),
    },
    { description: 'Details, depending on the action.' },
  ),
});

export function timelineRoutes(app: App): void {
  app.get(
    '/v1/crm/orders/:id/timeline',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: {
        summary: 'The history of an order, with the actor of each entry',
        params: IdParams,
        querystring: PageQuery,
        response: { 200: Page(Entry) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const after = readCursor(cursor, 'number');
      const { rows, isBeingErased } = await request.inTenant(async (tx) => {
        const isBeingErased = await isOrderBeingErased(tx, request.params.id);
        if (isBeingErased === undefined) throw notFound('order');
        return { rows: await listHistory(tx, request.params.id, limit, after?.id ?? null), isBeingErased };
      });
      return page(rows, limit, (row) => {
        const entry = present(row);
        return isBeingErased ? { ...entry, details: withoutWriting(entry.details) } : entry;
      });
    },
  );
}

const present = (row: HistoryRow) => ({
  version: Number(row.id),
  action: row.action,
  at: row.created_at.toISOString(),
  actor:
    row.actor_type === null ? null : { type: row.actor_type, id: row.actor_id, name: row.actor_name ?? '' },
  status: row.status,
  paymentStatus: row.payment_status,
  details: JSON.parse(row.details),
});
