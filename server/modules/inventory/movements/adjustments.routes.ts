import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Adjustment, Moved, Transfer } from '../fields.ts';
import { adjust, transfer } from './adjustments.ts';
import { presentMovement } from './movements.ts';

const config = { role: 'editor', scope: 'write:inventory', dryRun: true } as const;

export function adjustmentRoutes(app: App, clock: () => Date): void {
  app.post(
    '/v1/inventory/adjustments',
    {
      config,
      schema: {
        fails: ['not_found', 'conflict'],
        summary: 'Adjust or count stock, all lines or none',
        description:
          'A line has a change or a count. A count with seen is refused with 409 if the stock has changed since; details tell the present one.',
        body: Adjustment,
        response: { 201: Success(Moved) },
      },
    },
    async (request, reply) => {
      const movements = await request.inTenant(async (tx, actor) => ({
        movements: (await adjust(tx, actor, clock(), request.body)).map(presentMovement),
      }));
      return reply.code(201).send(success(movements));
    },
  );

  app.post(
    '/v1/inventory/transfers',
    {
      config,
      schema: {
        fails: ['not_found', 'conflict', 'out_of_stock'],
        summary: 'Move stock from one location to another, all lines or none',
        description: 'Refused with 409 out_of_stock if more is asked for than is available there.',
        body: Transfer,
        response: { 201: Success(Moved) },
      },
    },
    async (request, reply) => {
      const movements = await request.inTenant(async (tx, actor) => ({
        movements: (await transfer(tx, actor, clock(), request.body)).map(presentMovement),
      }));
      return reply.code(201).send(success(movements));
    },
  );
}
