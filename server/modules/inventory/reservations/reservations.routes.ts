import { Type } from 'typebox';
import { badRequest } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery } from '#kernel/http/envelope.ts';
import { Uuid } from '#kernel/http/fields.ts';
import { readSortedCursor, SortedCursor } from '#kernel/http/sorted-cursor.ts';
import { Reservation, Sku } from '../fields.ts';
import { sortedPage } from '../sorted-page.ts';
import { listReservations, type ReservationRow } from './reservations.sql.ts';

const SORT = { by: 'order', descending: true };
/** An order and an item. */
const KEY = /^[0-9a-f-]{36} [0-9a-f-]{36}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function reservationRoutes(app: App): void {
  app.get(
    '/v1/inventory/reservations',
    {
      config: { role: 'viewer', scope: 'read:inventory' },
      schema: {
        summary: 'List reservations, those of the latest orders first',
        querystring: Type.Object({
          ...PageQuery.properties,
          cursor: Type.Optional(SortedCursor(80, 'The nextCursor of the page before.')),
          sku: Type.Optional(Sku),
          orderId: Type.Optional(Uuid()),
        }),
        response: { 200: Page(Reservation) },
      },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query;
      const after = readPosition(cursor);
      const rows = await request.inTenant((tx) => listReservations(tx, filter, limit, after));
      return sortedPage(rows, limit, SORT, presentReservation, (row) => ({
        key: `${row.order_id} ${row.item_id}`,
        id: row.location_id,
      }));
    },
  );
}

function readPosition(cursor: string | undefined) {
  const position = readSortedCursor(cursor, SORT, KEY);
  if (position === null) return null;
  const [orderId, itemId] = position.key.split(' ') as [string, string];
  if (!UUID.test(orderId) || !UUID.test(itemId)) throw badRequest('The cursor is not one of this list.');
  return { orderId, itemId, locationId: position.id };
}

export const presentReservation = (row: ReservationRow) => ({
  orderId: row.order_id,
  sku: row.sku,
  locationId: row.location_id,
  quantity: Number(row.quantity),
  shipped: Number(row.shipped),
  expiresAt: row.expires_at === null || row.expires_at === 'infinity' ? null : `${row.expires_at}Z`,
  holder: row.expires_at === null ? ('order' as const) : ('checkout' as const),
});
