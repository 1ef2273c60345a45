/** The HTTP edge: who calls, may they, what did they send; then the module's route; then one envelope out. */
import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
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
import { AppError, notFound, unauthorized } from '#kernel/errors.ts';
import { parseBody } from '#kernel/http/body.ts';
import { asksForPage } from '#kernel/http/dashboard.ts';
import { isDryRun, offerDryRun } from '#kernel/http/dry-run.ts';
import { tieCursors } from '#kernel/http/envelope.ts';
import { answerError, answerUnreadable, refuseUnreadableUrl } from '#kernel/http/failures.ts';
import { assertAllowed, assertStated, type RouteNeeds } from '#kernel/http/guard.ts';
import { assertOnce, assertOneHost, sentTwice } from '#kernel/http/headers.ts';
import { once, readIdempotencyKey } from '#kernel/http/idempotency.ts';
import { RateLimit } from '#kernel/http/limits.ts';
import { parseQuery } from '#kernel/http/query.ts';
import { RequestLog } from '#kernel/http/request-log.ts';
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
    idempotencyKey: string | null;
    replayed: boolean;
    /** It brings an Idempotency-Key, or is only a dry run. */
    readonly needsOwnTransaction: boolean;
    /** A transaction in the caller's tenant. For a POST with an Idempotency-Key it runs once and replays afterwards. */
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
}): Promise<App> {
  const { config, db, clock, metrics } = kernel;
  const app = Fastify({
    loggerInstance: kernel.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    childLoggerFactory: (log, bindings) => new RequestLog(log, bindings) as unknown as FastifyBaseLogger,
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
    if (route.config?.dryRun) offerDryRun(route);
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
    // Here and not in a handler, because a body would be looked at first.
    if (request.is404) {
      if (asksForPage(request)) return;
      throw notFound('path');
    }
    const needs = request.routeOptions.config;
    if (!needs.public) {
      const actor = await authenticate(request, kernel.identify, failures);
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
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.replayed) reply.header('idempotent-replayed', 'true');
    done(null, payload);
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

/** Finding a histogram by its labels costs as much as a route; there are not many. */
function observing(metrics: Metrics) {
  const known = new Map<string, { observe(seconds: number): void }>();
  return (method: string, route: string, status: number, seconds: number) => {
    const name = `${method} ${status} ${route}`;
    let timing = known.get(name);
    if (timing === undefined) {
      timing = metrics.requests.labels({ method, route, status });
      known.set(name, timing);
    }
    timing.observe(seconds);
  };
}

async function authenticate(
  request: FastifyRequest,
  identify: Identify,
  failures: RateLimit,
): Promise<Actor> {
  const header = request.headers.authorization;
  if (header === undefined) throw unauthorized('This needs an Authorization header with a Bearer token.');
  const token = sentTwice(request, 'authorization') ? undefined : /^Bearer +([^\s]+)$/i.exec(header)?.[1];
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
  const methods = METHODS.filter((method) => method !== 'CONNECT');
  for (const method of methods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  const methodsOf = Map.groupBy(app.routeList, (route) => route.url);
  for (const [url, routes] of methodsOf) {
    const allowed = routes.map((route) => route.method);
    if (allowed.includes('GET')) allowed.push('HEAD');
    const refuse = async () => {
      throw new AppError('method_not_allowed', `This path takes ${allowed.join(', ')}.`, undefined, {
        allow: allowed.join(', '),
      });
    };
    app.route({
      method: methods.filter((method) => !allowed.includes(method)),
      url,
      config: { public: true, methodFallback: true },
      // Before the body is looked at, which would be refused for reasons that do not matter here.
      onRequest: refuse,
      handler: refuse,
    });
  }
}
