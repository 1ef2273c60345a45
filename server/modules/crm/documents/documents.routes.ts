import { Type } from 'typebox';
import { invalid } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { IdParams, Text } from '#kernel/http/fields.ts';
import { findSource, findSources, type Readers, withLogo } from './documents.ts';
import { DrawingThread } from './drawing.ts';
import { KINDS } from './source.ts';

const OPERATIONS = {
  invoice: {
    one: { operationId: 'getOrderInvoice', summary: 'The invoice of an order, as PDF' },
    several: { operationId: 'getOrderInvoices', summary: 'The invoices of several orders, in one PDF' },
  },
  'packing-slip': {
    one: { operationId: 'getOrderPackingSlip', summary: 'The packing slip of an order, as PDF' },
    several: {
      operationId: 'getOrderPackingSlips',
      summary: 'The packing slips of several orders, in one PDF',
    },
  },
};

const Pdf = {
  description: 'The document, to be shown or printed.',
  content: { 'application/pdf': { schema: Type.String({ format: 'binary' }) } },
  sends: ['Content-Disposition'],
};

/** The orders whose documents fit into one file. */
const MOST_ORDERS = 50;
const ID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const Ids = Type.Object({
  ids: {
    ...Text(
      20_000,
      `The ids of up to ${MOST_ORDERS} orders, separated by commas. The file keeps their order.`,
    ),
    pattern: `^${ID}(,${ID})*$`,
  },
});

function readIds(text: string): string[] {
  const ids = [...new Set(text.toLowerCase().split(','))];
  if (ids.length <= MOST_ORDERS) return ids;
  const message = `must be at most ${MOST_ORDERS} orders; ask for the others in a second file`;
  throw invalid([{ path: 'ids', code: 'too_many', message }]);
}

export function documentRoutes(app: App, clock: () => Date, readers: Readers): void {
  const thread = new DrawingThread();
  const config = { role: 'viewer', scope: 'read:crm' } as const;
  for (const kind of KINDS) {
    app.get(
      `/v1/crm/orders/:id/${kind}.pdf`,
      { config, schema: { ...OPERATIONS[kind].one, params: IdParams, response: { 200: Pdf } } },
      async (request, reply) => {
        const found = await request.inTenant((tx, actor) =>
          findSource(tx, actor, request.params.id, readers),
        );
        const sources = await withLogo(found, clock());
        const file = await thread.draw(request.actor.tenant.id, kind, sources);
        const name = `${kind}-${sources[0]!.order.orderNumber.replaceAll(/[^\w.-]+/g, '-')}.pdf`;
        reply.header('content-disposition', `inline; filename="${name}"`);
        reply.header('cache-control', 'private, no-cache');
        return reply.type('application/pdf').send(Buffer.from(file) as never);
      },
    );

    app.get(
      `/v1/crm/orders/${kind}s.pdf`,
      {
        config,
        schema: {
          ...OPERATIONS[kind].several,
          description: 'Each order begins a page, and its pages are numbered on their own.',
          querystring: Ids,
          fails: ['not_found'],
          response: { 200: Pdf },
        },
      },
      async (request, reply) => {
        const ids = readIds(request.query.ids);
        const found = await request.inTenant((tx, actor) => findSources(tx, actor, ids, readers));
        const file = await thread.draw(request.actor.tenant.id, kind, await withLogo(found, clock()));
        reply.header('content-disposition', `inline; filename="${kind}s.pdf"`);
        reply.header('cache-control', 'private, no-cache');
        return reply.type('application/pdf').send(Buffer.from(file) as never);
      },
    );
  }
}
