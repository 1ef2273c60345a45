import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Uuid } from '#kernel/http/fields.ts';
import { Reservation, ReservationMove } from '../fields.ts';
import { moveReserved } from './moving.ts';
import { presentReservation } from './reservations.routes.ts';

export function movingRoutes(app: App, clock: () => Date): void {
  app.post(
    '/v1/inventory/reservations/:orderId/move',
    {
      config: { role: 'editor', scope: 'write:inventory', dryRun: true },
      schema: {
        operationId: 'moveReservation',
        fails: ['conflict', 'out_of_stock'],
        summary: 'Let another location ship what an order has reserved',
        description:
          'Moves all units of the SKU that are not shipped. Refused with 409 out_of_stock if the other location has too few.',
        params: Type.Object({ orderId: Uuid() }),
        body: ReservationMove,
        response: { 200: Success(Type.Array(Reservation)) },
      },
    },
    async (request) => {
      const rows = await request.inTenant(async (tx, actor) =>
        (await moveReserved(tx, actor, clock(), request.params.orderId, request.body)).map(
          presentReservation,
        ),
      );
      return success(rows);
    },
  );
}
