import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { IdParams } from '#kernel/http/fields.ts';
import { findSource, type Readers, withLogo } from './documents.ts';
import { DrawingThread } from './drawing.ts';
import { KINDS } from './source.ts';

const SUMMARIES = {
  invoice: 'The invoice of an order, as PDF',
  'packing-slip': 'The packing slip of an order, as PDF',
};
const OPERATIONS = { invoice: 'getOrderInvoice', 'packing-slip': 'getOrderPackingSlip' };

const Pdf = {
  description: 'The document, to be shown or printed.',
  content: { 'application/pdf': { schema: Type.String({ format: 'binary' }) } },
  sends: ['Content-Disposition'],
};

export function documentRoutes(app: App, clock: () => Date, readers: Readers): void {
  const thread = new DrawingThread();
  for (const kind of KINDS) {
    app.get(
      `/v1/crm/orders/:id/${kind}.pdf`,
      {
        config: { role: 'viewer', scope: 'read:crm' },
        schema: {
          operationId: OPERATIONS[kind],
          summary: SUMMARIES[kind],
          params: IdParams,
          response: { 200: Pdf },
        },
      },
      async (request, reply) => {
        const found = await request.inTenant((tx, actor) =>
          findSource(tx, actor, request.params.id, readers),
        );
        const file = await thread.draw(request.actor.tenant.id, kind, await withLogo(found, clock()));
        const name = `${kind}-${found.order.orderNumber.replaceAll(/[^\w.-]+/g, '-')}.pdf`;
        reply.header('content-disposition', `inline; filename="${name}"`);
        reply.header('cache-control', 'private, no-cache');
        return reply.type('application/pdf').send(Buffer.from(file) as never);
      },
    );
  }
}
