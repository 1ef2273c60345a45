import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Problem } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { compileValidator } from '#kernel/http/body/validation.ts';
import { ProblemShape, Success, success } from '#kernel/http/envelope.ts';
import { Decimal, OneOf } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { noteDefaultsInBulk } from '../defaults.ts';
import { PastOrder } from '../fields.ts';
import { checkBulk, ERROR_POLICIES, MAX_LINES_IN_BULK, placeBulk } from './bulk.ts';
import { authorOf, numberGone, numberWasTakenMeanwhile } from './placing.ts';

const MAX_ORDERS = 1_000;
/**
 * A thousand orders of twenty lines take half of it; larger inputs are sent as a file. Parsing more at once would block the event
 * loop for longer than 50 ms.
 */
const BODY_LIMIT = 3 * 1024 * 1024;
/** An attempt fails only if a concurrent order takes the same number. */
const ATTEMPTS = 5;

const bulkOf = <T extends typeof PastOrder | ReturnType<typeof Type.Unknown>>(order: T) =>
  Type.Object({
    errorPolicy: Type.Unsafe<(typeof ERROR_POLICIES)[number]>({
      ...OneOf(ERROR_POLICIES),
      default: 'reject_all',
      description:
        'reject_all: one bad order, and nothing is written (422). reject_failed: the good ones are written.',
    }),
    orders: Type.Array(order, {
      minItems: 1,
      maxItems: MAX_ORDERS,
      description: `At most ${MAX_LINES_IN_BULK} line items altogether, and ${BODY_LIMIT / 1024 / 1024} MiB.`,
    }),
  });

const BulkOrders = bulkOf(PastOrder);
/** Each order is validated by itself, so that one invalid order need not fail the others. */
const Unjudged = bulkOf(Type.Unknown());

const Result = NamedObject('BulkOrderResult', {
  index: Type.Integer({ description: 'The place in orders, from 0.' }),
  status: OneOf(['created', 'failed']),
  order: Type.Optional(Type.Object({ id: Type.String(), orderNumber: Type.String(), total: Decimal() })),
  error: Type.Optional(
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      details: Type.Array(ProblemShape),
    }),
  ),
});

const BulkResult = NamedObject('BulkOrdersResult', {
  created: Type.Integer(),
  failed: Type.Integer(),
  results: Type.Array(Result),
});

export function bulkRoutes(app: App, clock: () => Date): void {
  /** The parser's problems: here they belong to each order's own result, not to the whole request. */
  const unreadable = new WeakMap<FastifyRequest, Problem[]>();

  app.post(
    '/v1/crm/orders/bulk',
    {
      bodyLimit: BODY_LIMIT,
      config: { role: 'editor', scope: 'write:crm_bulk', dryRun: true },
      schema: {
        operationId: 'createOrdersInBulk',
        fails: ['quota_exceeded'],
        sends: ['X-Defaulted-Fields'],
        summary: 'Place up to 1,000 orders, with a result for each',
        body: BulkOrders,
        response: { 200: Success(BulkResult) },
      },
      validatorCompiler: ({ schema, httpPart }) =>
        compileValidator(httpPart === 'body' ? Unjudged : schema, httpPart),
      preValidation: async (request, reply) => {
        noteDefaultsInBulk(request.body, reply);
        const isOfOrder = ({ path }: Problem) => /^orders\[\d+\]/.test(path);
        const problems = request.bodyProblems ?? [];
        unreadable.set(request, problems.filter(isOfOrder));
        request.bodyProblems = problems.filter((problem) => !isOfOrder(problem));
      },
    },
    async (request) => {
      const { orders, errorPolicy } = request.body;
      const checked = await checkBulk(orders, unreadable.get(request) ?? [], clock());
      const { actor } = request;
      const placing = { tenantId: actor.tenant.id, placedBy: authorOf(actor) };
      const place = () => request.inTenant((tx) => placeBulk(tx, placing, checked, errorPolicy));
      return success(await whileNumbersAreTaken(place));
    },
  );
}

/** Repeats the request after a number conflict: the next attempt sees the order that took the number, and reports it. */
async function whileNumbersAreTaken<T>(place: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      return await place();
    } catch (error) {
      if (!numberWasTakenMeanwhile(error)) throw error;
    }
  }
  throw numberGone;
}
