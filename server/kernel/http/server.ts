/** The HTTP edge: who calls, may they, what did they send; then the module's route; then one envelope out. */
import type { Socket } from 'node:net';
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
import { passing } from '#kernel/crash.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import { bearerOf, type Identify, refusal, tooMany } from '#kernel/http/authenticate.ts';
import { parseBody } from '#kernel/http/body.ts';
import { asksForPage } from '#kernel/http/dashboard.ts';
import { isDryRun, offerDryRun } from '#kernel/http/dry-run.ts';
import { tieCursors } from '#kernel/http/envelope.ts';
import { answerError, answerUnreadable, refuseUnreadableUrl } from '#kernel/http/failures.ts';
import { assertAllowed, assertStated, type RouteNeeds } from '#kernel/http/guard.ts';
import { assertOnce, assertOneHost } from '#kernel/http/headers.ts';
import { once, readIdempotencyKey, tellReplayed } from '#kernel/http/idempotency.ts';
import { LazyLog } from '#kernel/http/lazy-log.ts';
import { RateLimit } from '#kernel/http/limits.ts';
import { observing } from '#kernel/http/observe.ts';
import { parseQuery } from '#kernel/http/query.ts';
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

/**
 * Answers a request that came for a site by the site's own host name: what it resolves to tells whether it was one.
 * Undefined, without a promise to wait for, when the host name can be no site's.
 */
export type ServeSite = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> | undefined;

export type RouteEntry = { method: string; url: string; needs: RouteNeeds; schema: Record<string, unknown> };

declare module 'fastify' {
  interface FastifyContextConfig extends RouteNeeds {}
  interface FastifyRequest {
    actor: Actor;
    rawBody: Buffer;
    bodyProblems: import('#kernel/errors.ts').Problem[];
    idempotencyKey: string | null;
    replayed: boolean;
    /** It brings an Idempotency-Key, or is only a dry run. */
    readonly needsOwnTransaction: boolean;
    /** A transaction in the caller's tenant; a GET can only read. For a POST with an Idempotency-Key it runs once and replays afterwards. */
    inTenant<T>(work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T>;
  }
  interface FastifyInstance {
    /** Every route with what it needs: tests and documents are generated from it. */
    routeList: RouteEntry[];
  }
}

const BODY_LIMIT = 1024 * 1024;
/** What people and tracing systems use as ids; quotes, brackets and the like have no business in logs and pages. */
const REQUEST_ID = /^[\w.:/+=@~-]{1,128}$/;

export async function createServer(kernel: {
  config: Config;
  db: Db;
  clock: () => Date;
  log: Logger;
  metrics: Metrics;
  identify: Identify;
  serveSite?: ServeSite;
}): Promise<App> {
  const { config, db, clock, metrics } = kernel;
  const app = Fastify({
    loggerInstance: new LazyLog(() => kernel.log as FastifyBaseLogger) as unknown as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT,
    trustProxy: config.trustProxy,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      // assertOneHost does it instead.
      requireHostHeader: false,
    },
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : crypto.randomUUID();
    },
    routerOptions: { maxParamLength: 500, querystringParser: parseQuery },
    frameworkErrors: refuseUnreadableUrl,
    clientErrorHandler: answerUnreadable,
    exposeHeadRoutes: true,
  }).withTypeProvider<TypeBoxTypeProvider>();

  // Left alone, Node answers the one with a bare 417 and the other not at all.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_request, socket) => answerUnreadable(new Error('CONNECT'), socket as Socket));

  const routeList: RouteEntry[] = [];
  app.decorate('routeList', routeList);
  app.decorateRequest('actor');
  app.decorateRequest('rawBody');
  app.decorateRequest('bodyProblems');
  app.decorateRequest('idempotencyKey', null);
  app.decorateRequest('replayed', false);
  app.decorateRequest('needsOwnTransaction', {
    getter(this: FastifyRequest) {
      return this.idempotencyKey !== null || isDryRun(this);
    },
  });
  app.decorateRequest('inTenant', function <
    T,
  >(this: FastifyRequest, work: (tx: Tx, actor: Actor) => Promise<T>) {
    return inTenant(this, work);
  });

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
    if (route.config?.dryRun) offerDryRun(route);
    if (methods.includes('POST')) route.onSend = [tellReplayed, ...[route.onSend ?? []].flat()];
    // All problems of a request are reported together, so validation only notes what it found.
    route.attachValidation = true;
    tieCursors(route);
  });

  const callers = new RateLimit(config.rateLimitPerMinute, () => clock().getTime());
  const failures = new RateLimit(config.authFailuresPerMinute, () => clock().getTime());

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cache-control', 'no-store');
    assertOneHost(request);
    // Before anything of ours is looked at: a site has paths of its own, which may be called like our routes.
    const served = kernel.serveSite?.(request, reply);
    if (served !== undefined && (await served)) return reply;
    // Here and not in a handler, because a body would be looked at first.
    if (request.is404) {
      if (asksForPage(request)) return;
      throw notFound('path');
    }
    const needs = request.routeOptions.config;
    if (!needs.public) {
      const token = bearerOf(request);
      const actor = token === undefined ? null : await kernel.identify(token);
      if (actor === null) throw refusal(request, failures);
      const verdict = callers.take(actor.id);
      reply.headers(verdict.headers);
      if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
      request.actor = actor;
      assertAllowed(actor, needs);
    }
    assertOnce(request, 'content-type');
    if (request.method === 'POST') {
      assertOnce(request, 'idempotency-key');
      request.idempotencyKey = readIdempotencyKey(request.headers['idempotency-key']);
    }
  });
  // These run for every request, so they are no promises.
  app.addHook('preHandler', (request, _reply, done) => {
    assertValid(request);
    done();
  });
  const observe = observing(metrics);
  const logsRequests = kernel.log.isLevelEnabled('info');
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    if (logsRequests) {
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
    }
    done();
  });

  async function inTenant<T>(
    request: FastifyRequest,
    work: (tx: Tx, actor: Actor) => Promise<T>,
  ): Promise<T> {
    const { actor, idempotencyKey: key } = request;
    if (request.method === 'GET' || request.method === 'HEAD') {
      return db.readInTenant(actor.tenant.id, (tx) => work(tx, actor));
    }
    if (isDryRun(request)) return db.rehearseInTenant(actor.tenant.id, (tx) => work(tx, actor));
    const commit = <R>(write: (tx: Tx) => Promise<R>) =>
      db
        .inTenant(actor.tenant.id, (tx) => write(tx).then(passing('before_commit')))
        .then(passing('after_commit_before_response'));
    if (key === null) return commit((tx) => work(tx, actor));
    const outcome = await commit((tx) =>
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
