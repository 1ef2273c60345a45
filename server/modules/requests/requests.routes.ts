import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { timeOf } from './request-id.ts';
import { STATUSES } from './requests.sql.ts';
import { type FindDocs, type FindLabels, oldestKept, readRequests, showRequest } from './requests.ts';
import type { RequestLogSettings } from './settings.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const Filter = Type.Object({
  ...PageQuery.properties,
  keyId: Type.Optional(Uuid('The id of the API key, not its public part.')),
  method: Type.Optional(OneOf(METHODS)),
  path: Type.Optional(Text(500, 'The beginning of the path, such as /v1/crm/orders.')),
  status: Type.Optional({ ...OneOf(STATUSES), description: 'failed: 4xx and 5xx.' }),
  requestId: Type.Optional(Text(128, 'The X-Request-Id of the answer.')),
  since: Type.Optional({ ...Time(), description: 'Only requests from this time on.' }),
  until: Type.Optional({ ...Time(), description: 'Only requests before this time.' }),
});

const LoggedRequest = NamedObject('LoggedRequest', {
  id: Type.String(),
  requestId: Type.String({ description: 'The X-Request-Id of the answer; a client may choose it.' }),
  at: Time(),
  keyId: Type.String(),
  keyLabel: { ...Nullable(Type.String()), description: 'The label that the key has now.' },
  method: Type.String(),
  route: {
    ...Nullable(Type.String()),
    description: 'The path with the names of its parameters; null when no route has this path.',
  },
  path: Type.String(),
  status: Type.Integer(),
  durationMs: Type.Number(),
  errorCode: { ...Nullable(Type.String()), description: 'The code of the error; null for a success.' },
});

const ofFailure = (description: string) => ({ ...Nullable(Type.String()), description });

const WithDetails = NamedObject('LoggedRequestInFull', {
  ...LoggedRequest.properties,
  query: ofFailure('The query of a request that failed, without secrets.'),
  body: ofFailure('The JSON that was sent, if it failed: its first 4 KiB, without secrets.'),
  answer: ofFailure('The JSON that was answered, if it failed: its first 4 KiB.'),
  docsUrl: { ...Nullable(Type.String()), description: 'The address of the documentation of this operation.' },
});

export function requestRoutes(
  app: App,
  clock: () => Date,
  { days }: RequestLogSettings,
  find: { findLabels: FindLabels; findDocs: FindDocs },
): void {
  app.get(
    '/v1/requests',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'List requests that were made with API keys, newest first',
        description:
          'A request appears about a second after its answer. While a rare match is searched for, a page may be short or empty ' +
          'although hasMore is true. Requests that exceed the quota of the log are missing, successes first.',
        querystring: Filter,
        response: { 200: Page(LoggedRequest) },
      },
    },
    async (request) => {
      const { limit, cursor, since, until, ...filter } = request.query;
      const oldest = oldestKept(clock(), days);
      const from = since === undefined || new Date(since) < oldest ? oldest : new Date(since);
      const { rows, next } = await request.inTenant((tx) =>
        readRequests(
          tx,
          { ...filter, since: from, ...(until !== undefined && { until: new Date(until) }) },
          { limit, before: readCursor(cursor)?.id ?? null },
          find.findLabels,
        ),
      );
      return { success: true as const, data: rows, pagination: paginationOf(limit, next) };
    },
  );

  app.get(
    '/v1/requests/:id',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'getRequest',
        summary: 'A request; if it failed, with what was sent and answered',
        params: IdParams,
        response: { 200: Success(WithDetails) },
      },
    },
    async (request) =>
      success(
        await request.inTenant((tx) => showRequest(tx, request.params.id, oldestKept(clock(), days), find)),
      ),
  );
}

const paginationOf = (limit: number, next: string | null) => ({
  limit,
  hasMore: next !== null,
  nextCursor: next && Buffer.from(`${timeOf(next).getTime()} ${next}`).toString('base64url'),
});
