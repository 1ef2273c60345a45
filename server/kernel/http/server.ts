/** The HTTP edge: who calls, may they, what did they send; then the module's route; then one envelope out. */
import cookie from '@fastify/cookie';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Config } from '#kernel/config.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import { AppError, unauthorized } from '#kernel/errors.ts';
import { parseBody } from '#kernel/http/body.ts';
import { answerError, answerUnreadable, refuseUnreadableUrl } from '#kernel/http/failures.ts';
import { assertAllowed, assertStated, type RouteNeeds } from '#kernel/http/guard.ts';
import { once, readIdempotencyKey } from '#kernel/http/idempotency.ts';
import { RateLimit } from '#kernel/http/limits.ts';
import { assertValid, compileValidator } from '#kernel/http/validation.ts';
import { stringifyJson } from '#kernel/http/verbatim.ts';
import type { Logger } from '#kernel/log.ts';
import type { Metrics } from '#kernel/metrics.ts';

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Turns a bearer token into an actor, or null when it is not a valid one. */
export type Identify = (token: string) => Promise<Actor | null>;

export type RouteEntry = { method: string; url: string; needs: RouteNeeds; schema: Record<string, unknown> };

declare module 'fastify' {
  interface FastifyContextConfig extends RouteNeeds {}
  interface FastifyRequest {
    actor: Actor;
    rawBody: Buffer;
    bodyProblems: import('#kernel/errors.ts').Problem[];
    replayed: boolean;
    /** A transaction in the caller's tenant. For a POST with an Idempotency-Key it runs once and replays afterwards. */
    inTenant<T>(work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T>;
  }
  interface FastifyInstance {
    /** Every route with what it needs: tests and documents are generated from it. */
    routeList: RouteEntry[];
  }
}

const BODY_LIMIT = 1024 * 1024;
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

export async function createServer(kernel: {
  config: Config;
  db: Db;
  clock: () => Date;
  log: Logger;
  metrics: Metrics;
  identify: Identify;
}): Promise<App> {
  const { config, db, clock, metrics } = kernel;
  const app = Fastify({
    loggerInstance: kernel.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 15_000 },
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : crypto.randomUUID();
    },
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: refuseUnreadableUrl,
    clientErrorHandler: answerUnreadable,
    exposeHeadRoutes: true,
  }).withTypeProvider<TypeBoxTypeProvider>();

  const routeList: RouteEntry[] = [];
  app.decorate('routeList', routeList);
  app.decorateRequest('actor');
  app.decorateRequest('rawBody');
  app.decorateRequest('bodyProblems');
  app.decorateRequest('replayed', false);
  app.decorateRequest('inTenant', function <
    T,
  >(this: FastifyRequest, work: (tx: Tx, actor: Actor) => Promise<T>) {
    return inTenant(this, work);
  });

  await app.register(cookie);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseBody);
  app.setValidatorCompiler(({ schema, httpPart }) => compileValidator(schema, httpPart));
  app.setSerializerCompiler(() => stringifyJson);
  app.setReplySerializer(stringifyJson);
  app.setErrorHandler(answerError);

  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat().filter((method) => method !== 'HEAD');
    for (const method of methods) {
      assertStated(method, route.url, route.config as RouteNeeds | undefined);
      // The answer to a wrong method is not a route of ours.
      if (route.config?.methodFallback) continue;
      routeList.push({
        method,
        url: route.url,
        needs: route.config!,
        schema: (route.schema ?? {}) as RouteEntry['schema'],
      });
    }
    // All problems of a request are reported together, so validation only notes what it found.
    route.attachValidation = true;
  });

  const callers = new RateLimit(config.rateLimitPerMinute, () => clock().getTime());
  const failures = new RateLimit(config.authFailuresPerMinute, () => clock().getTime());

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cache-control', 'no-store');
    const needs = request.routeOptions.config;
    if (needs.public || request.is404) return;
    const actor = await authenticate(request, kernel.identify, failures);
    const verdict = callers.take(actor.id);
    reply.headers(verdict.headers);
    if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
    assertAllowed(actor, needs);
    request.actor = actor;
  });
  app.addHook('preHandler', async (request) => assertValid(request));
  app.addHook('onSend', async (request, reply) => {
    if (request.replayed) reply.header('idempotent-replayed', 'true');
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.requests.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        tenantId: request.actor?.tenant.id,
        actorId: request.actor?.id,
      },
      'request',
    );
  });

  async function inTenant<T>(
    request: FastifyRequest,
    work: (tx: Tx, actor: Actor) => Promise<T>,
  ): Promise<T> {
    const { actor } = request;
    const key = request.method === 'POST' ? readIdempotencyKey(request.headers['idempotency-key']) : null;
    if (key === null) return db.inTenant(actor.tenant.id, (tx) => work(tx, actor));
    const outcome = await db.inTenant(actor.tenant.id, (tx) =>
      once(
        tx,
        actor,
        {
          key,
          method: request.method,
          path: request.url.split('?')[0]!,
          body: request.rawBody ?? Buffer.alloc(0),
          shownOnce: request.routeOptions.config.shownOnce ?? {},
        },
        clock(),
        () => work(tx, actor),
      ),
    );
    request.replayed = outcome.replayed;
    return outcome.data;
  }
  return app as App;
}

async function authenticate(
  request: FastifyRequest,
  identify: Identify,
  failures: RateLimit,
): Promise<Actor> {
  const header = request.headers.authorization;
  if (header === undefined) throw unauthorized('This needs an Authorization header with a Bearer token.');
  const token = /^Bearer +([^\s]+)$/i.exec(header)?.[1];
  const actor = token === undefined ? null : await identify(token);
  if (actor !== null) return actor;
  // Only wrong credentials count: a valid key from the same address is never locked out by somebody's guesses.
  const verdict = failures.take(request.ip);
  if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
  throw unauthorized('The token is malformed, unknown, revoked or expired.');
}

export function tooMany(retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', 'Too many requests. Please slow down.', undefined, {
    'retry-after': String(retryAfterSeconds),
  });
}

/** Every path that exists answers a wrong method with 405 and says which ones it takes. */
export function answerWrongMethods(app: App): void {
  const methodsOf = Map.groupBy(app.routeList, (route) => route.url);
  for (const [url, routes] of methodsOf) {
    const allowed = routes.map((route) => route.method);
    if (allowed.includes('GET')) allowed.push('HEAD');
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'].filter(
        (m) => !allowed.includes(m),
      ),
      url,
      config: { public: true, methodFallback: true },
      handler: async (_request: FastifyRequest, _reply: FastifyReply) => {
        throw new AppError('method_not_allowed', `This path takes ${allowed.join(', ')}.`, undefined, {
          allow: allowed.join(', '),
        });
      },
    });
  }
}
