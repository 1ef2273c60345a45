/** Answers of a test app that the contract does not list for the route: a status, or an error code within one. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { App } from '#kernel/http/app.ts';
import { failuresOf, statusesOf } from '#kernel/http/docs/failures.ts';
import type { Metrics } from '#kernel/metrics.ts';

/** A site has paths of its own, which may equal those of our routes; tests of sites ask for these. */
const OF_SITES = ['GET /healthz 404', 'GET /v1/me 404', 'POST /v1/crm/customers 405'];
const CODES_OF_SITES = [
  'GET /healthz not_found',
  'GET /v1/me not_found',
  'POST /v1/crm/customers method_not_allowed',
];

const routesOf = (app: App) => new Map(app.routeList.map((route) => [`${route.method} ${route.url}`, route]));
const asRead = (method: string) => (method === 'HEAD' ? 'GET' : method);

/** The answers of this app whose status the contract does not list for their route. */
export async function undeclaredStatuses(app: App, metrics: Metrics): Promise<string[]> {
  const routes = routesOf(app);
  const { values } = await metrics.requests.get();
  const answers = values.filter(({ metricName }) => metricName.endsWith('_count'));
  return answers.flatMap(({ labels }) => {
    const { method, route: url, status } = labels as { method: string; route: string; status: number };
    const route = routes.get(`${asRead(method)} ${url}`);
    // A request that the client gave up has the status with which every reply begins.
    if (status === 200) return [];
    if (OF_SITES.includes(`${method} ${url} ${status}`)) return [];
    // Pages for people, and answers to visitors of sites, are not in the contract.
    if (route?.schema.summary === undefined || statusesOf(route).includes(status)) return [];
    return [`${method} ${url} answered ${status}`];
  });
}

/** Each `METHOD route code` that was answered. */
export type SeenCodes = Set<string>;

/**
 * Notes the error codes of the apps that `build` makes. Fastify reports an app before it has routes, and routes take the hooks that
 * are there before them.
 */
export async function withSeenCodes<T>(seen: SeenCodes, build: () => Promise<T>): Promise<T> {
  const watch = (message: unknown) => noteCodes((message as { fastify: FastifyInstance }).fastify, seen);
  subscribe('fastify.initialization', watch);
  try {
    return await build();
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
}

function noteCodes(fastify: FastifyInstance, seen: SeenCodes): void {
  fastify.addHook('onSend', async ({ method, routeOptions }, { statusCode }, payload) => {
    if (statusCode < 400 || typeof payload !== 'string') return;
    const [, code] = /^\{"success":false,"error":\{"code":"(\w+)"/.exec(payload) ?? [];
    if (code !== undefined) seen.add(`${asRead(method)} ${routeOptions.url} ${code}`);
  });
}

/** The codes that were answered and that the contract does not list for their route. */
export function undeclaredCodes(app: App, seen: SeenCodes): string[] {
  const routes = routesOf(app);
  return [...seen].filter((answer) => {
    const [method, url, code] = answer.split(' ');
    const route = routes.get(`${method} ${url}`);
    if (route?.schema.summary === undefined || CODES_OF_SITES.includes(answer)) return false;
    return ![...failuresOf(route).values()].flat().some((known) => known === code);
  });
}
