/** ?dryRun=true: the whole operation runs, its answer is sent, and its transaction is rolled back. */
import type { FastifyRequest, RouteOptions } from 'fastify';
import { Type } from 'typebox';

const DryRun = Type.Boolean({
  default: false,
  description: 'true: the full answer, but nothing is written and nothing is published.',
});

export function offerDryRun(route: RouteOptions): void {
  const { querystring } = (route.schema ?? {}) as { querystring?: { properties?: Record<string, unknown> } };
  const properties = { ...querystring?.properties, dryRun: DryRun };
  route.schema = { ...route.schema, querystring: { type: 'object', ...querystring, properties } };
}

export const isDryRun = (request: FastifyRequest): boolean =>
  request.routeOptions.config.dryRun === true && (request.query as { dryRun?: boolean }).dryRun === true;
