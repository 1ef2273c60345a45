/** The HTTP edge: authenticates, authorizes and validates a request, runs the module's route, and sends one envelope. */
import type { Socket } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Actor } from '#kernel/auth/actor.ts';
import { type Shopper, shopperOf } from '#kernel/auth/shopper.ts';
import type { Config } from '#kernel/config.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import { type AppError, notFound } from '#kernel/errors.ts';
import { boundAnswers } from '#kernel/http/answer-size.ts';
import type { App } from '#kernel/http/app.ts';
import { createAuthentication, type Identify, type IdentifyShopper } from '#kernel/http/authenticate.ts';
import { parseBody } from '#kernel/http/body/body.ts';
import { placeLargeBodies } from '#kernel/http/body/large-bodies.ts';
import { parseQuery } from '#kernel/http/body/query.ts';
import { noteUnknownFields } from '#kernel/http/body/unknown-fields.ts';
import type { Pace } from '#kernel/http/body/upload.ts';
import { assertValid, compileValidator } from '#kernel/http/body/validation.ts';
import { stringifyJson } from '#kernel/http/body/verbatim.ts';
import { closeWithin } from '#kernel/http/closing.ts';
import { limitConnections } from '#kernel/http/connections.ts';
import { createCors, type FindSite } from '#kernel/http/cors.ts';
import { asksForPage } from '#kernel/http/dashboard.ts';
import { announceDeprecation, declareDeprecation } from '#kernel/http/deprecation.ts';
import { offerDryRun } from '#kernel/http/dry-run.ts';
import { bindCursorsToRoute } from '#kernel/http/envelope.ts';
import { answerError, answerUnreadable, refuseUnreadableUrl } from '#kernel/http/failures.ts';
import { assertAccessDeclared, type RouteNeeds } from '#kernel/http/guard.ts';
import { assertOnce, assertOneHost, requestIdOf } from '#kernel/http/headers.ts';
import { watchRequests } from '#kernel/http/hold-watch.ts';
import { markReplayed, type Repeat, readIdempotencyKey } from '#kernel/http/idempotency.ts';
import { LazyLog } from '#kernel/http/lazy-log.ts';
import { closeLingering, isBehindTheLast } from '#kernel/http/lingering-close.ts';
import { observing } from '#kernel/http/observe.ts';
import { closeQuery, noteConditions } from '#kernel/http/safeties.ts';
import { endSlowReaders } from '#kernel/http/slow-readers.ts';
import { createTenantWork } from '#kernel/http/tenant-work.ts';
import { traceRequests } from '#kernel/http/trace-requests.ts';
import { Turns } from '#kernel/http/turns.ts';
import { unusualMethods } from '#kernel/http/wrong-methods.ts';
import type { Logger } from '#kernel/log.ts';
import type { Metrics } from '#kernel/metrics.ts';
import { createAssertRoom } from '#kernel/usage.ts';
import type { OnHold } from '#kernel/work/holds.ts';
import { PLACES } from '#kernel/work/together.ts';

/**
 * Answers a request whose host name is that of a site; resolves to whether it was one. Undefined, without a promise to wait
 * for, when the host name cannot belong to a site.
 */
export type ServeSite = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> | undefined;

export type RouteEntry = { method: string; url: string; needs: RouteNeeds; schema: Record<string, unknown> };

declare module 'fastify' {
  interface FastifyContextConfig extends RouteNeeds {}
  interface FastifyRequest {
    /** Undefined on public routes, and on storefront routes, which have a shopper instead: see `shopperOf`. */
    actor: Actor;
    shopper?: Shopper;
    rawBody: Buffer;
    bodyProblems: import('#kernel/errors.ts').Problem[];
    idempotencyKey: string | null;
    replayed: boolean;
    /** The error that was answered. */
    failure: AppError | null;
    /**
     * A transaction in the caller's tenant; a GET can only read. A POST with an Idempotency-Key runs once and is replayed
     * afterwards.
     */
    inTenant<T>(work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T>;
    /** Runs at the end of the request's transaction, before it commits, and sees what others have committed. */
    checkAgain: (() => Promise<void>) | null;
    /** The same for a shopper, on storefront routes. A route that takes an Idempotency-Key says how a repeat is answered. */
    inShop<T>(work: (tx: Tx, shopper: Shopper) => Promise<T>, repeat?: Repeat<T>): Promise<T>;
  }
  interface FastifyInstance {
    /** Every route with its declarations: tests and documents are generated from it. */
    routeList: RouteEntry[];
    uploadPace: Pace;
  }
}

export const BODY_LIMIT = 1024 * 1024;
/** For public routes and for routes that prove an identity: a passkey's answer, the largest of these, has a few KiB. */
const SMALL_BODY_LIMIT = 16 * 1024;
/** Anyone has a publishable key; a cart of 200 lines has a few KiB. */
const STOREFRONT_BODY_LIMIT = 64 * 1024;

export async function createServer(kernel: {
  config: Config;
  db: Db;
  clock: () => Date;
  log: Logger;
  metrics: Metrics;
  identify: Identify;
  identifyShopper?: IdentifyShopper;
  findSite?: FindSite;
  onHold?: OnHold;
  serveSite?: ServeSite;
  noteExport?: (request: FastifyRequest, what: string) => void;
  /** Called after the answer to each request with a valid API key, or of a shopper. It must be quick, and must not throw. */
  noteRequest?: (request: FastifyRequest, reply: FastifyReply) => void;
}): Promise<App> {
  const { config, db, clock, metrics } = kernel;
  const inTenant = createTenantWork(db, clock, createAssertRoom(config, metrics));
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
      // assertOneHost checks the header instead.
      requireHostHeader: false,
    },
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: requestIdOf,
    routerOptions: { maxParamLength: 500, querystringParser: parseQuery },
    frameworkErrors: refuseUnreadableUrl,
    clientErrorHandler: answerUnreadable,
    exposeHeadRoutes: true,
  }).withTypeProvider<TypeBoxTypeProvider>();

  // By default, Node answers an unknown Expect header with a bare 417, and CONNECT not at all.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_request, socket) => answerUnreadable(new Error('CONNECT'), socket as Socket));

  endSlowReaders(app.server);
  closeLingering(app.server);
  limitConnections(app.server, { perAddress: config.connectionsPerAddress, trustProxy: config.trustProxy });
  closeWithin(app as App, config.shutdownSeconds * 1000);

  const routeList: RouteEntry[] = [];
  app.decorate('routeList', routeList);
  app.decorate('uploadPace', config.uploadPace);
  app.decorateRequest('actor');
  app.decorateRequest('shopper');
  app.decorateRequest('rawBody');
  app.decorateRequest('bodyProblems');
  app.decorateRequest('idempotencyKey', null);
  app.decorateRequest('replayed', false);
  app.decorateRequest('failure', null);
  app.decorateRequest('checkAgain', null);
  app.decorateRequest('inTenant', function <
    T,
  >(this: FastifyRequest, work: (tx: Tx, actor: Actor) => Promise<T>) {
    return inTenant(this, this.actor, async (tx) => {
      const result = await work(tx, this.actor);
      await this.checkAgain?.();
      return result;
    });
  });
  app.decorateRequest('inShop', function <
    T,
  >(this: FastifyRequest, work: (tx: Tx, shopper: Shopper) => Promise<T>, repeat?: Repeat<T>) {
    const shopper = shopperOf(this);
    return inTenant(this, shopper, (tx) => work(tx, shopper), repeat);
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseBody);
  app.setValidatorCompiler(({ schema, httpPart }) => compileValidator(schema, httpPart));
  app.setSerializerCompiler(() => stringifyJson);
  app.setReplySerializer(stringifyJson);
  app.setErrorHandler(answerError);

  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat().filter((method) => method !== 'HEAD');
    for (const method of methods)
      assertAccessDeclared(method, route.url, route.config as RouteNeeds | undefined);
    // The fallback for a wrong method is not a route of the API.
    if (route.config?.methodFallback) return;
    if (route.config?.public || route.url.startsWith('/v1/auth/')) route.bodyLimit = SMALL_BODY_LIMIT;
    if (route.config?.storefront) route.bodyLimit ??= STOREFRONT_BODY_LIMIT;
    if (route.config?.dryRun) offerDryRun(route);
    if (route.config?.deprecated) declareDeprecation(route.config.deprecated);
    closeQuery(route);
    noteConditions(route);
    noteUnknownFields(route);
    for (const method of methods) {
      const schema = (route.schema ?? {}) as RouteEntry['schema'];
      // A module adds its gate to the config after this.
      const entry = { method, url: route.url, schema, needs: route.config! };
      routeList.push(Object.defineProperty(entry, 'needs', { get: () => route.config, enumerable: true }));
    }
    if (methods.includes('POST')) route.onSend = [markReplayed, ...[route.onSend ?? []].flat()];
    // All problems of a request are reported together, so validation only records its findings.
    route.attachValidation = true;
    bindCursorsToRoute(route);
  });

  const isHttpsOnly = config.mode === 'production' && config.publicUrl.startsWith('https:');
  watchRequests(app as App, kernel);
  if (config.tracing !== null) traceRequests(app as App);
  const turns = new Turns();
  const placeLargeBody = placeLargeBodies(app as App, PLACES);
  const cors = createCors(config.mode, kernel.findSite);
  const refuseMethod = unusualMethods(routeList);
  const { authenticate, noteKey } = createAuthentication({ ...kernel, turns });
  app.addHook('onRequest', (request, reply, done) => {
    if (isBehindTheLast(request.raw)) return void reply.hijack();
    turns.take(request, done);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cache-control', 'no-store');
    assertOneHost(request);
    // Sites come first: a site has its own paths, which may equal those of our routes.
    const served = kernel.serveSite?.(request, reply);
    if (served !== undefined && (await served)) return reply;
    if (isHttpsOnly) reply.header('strict-transport-security', 'max-age=31536000');
    // Answers here and not in a handler, because the body would be parsed first.
    if (request.is404) {
      if (asksForPage(request)) return;
      await noteKey(request, reply);
      throw refuseMethod(request) ?? notFound('path');
    }
    const needs = request.routeOptions.config;
    if (needs.deprecated) announceDeprecation(reply, needs.deprecated);
    if (needs.methodFallback) {
      if (await cors.answerPreflight(request, reply)) return reply;
      await noteKey(request, reply);
    }
    if (needs.storefront) {
      const admitted = await cors.open(request, reply);
      await authenticate(request, reply, needs).finally(() => cors.confine(reply, admitted, request.shopper));
    } else if (!needs.public) await authenticate(request, reply, needs);
    assertOnce(request, 'content-type');
    placeLargeBody(request, reply);
    if (request.method === 'POST') {
      assertOnce(request, 'idempotency-key');
      request.idempotencyKey = readIdempotencyKey(request.headers['idempotency-key']);
    }
  });
  // These hooks run for every request, so they use callbacks instead of promises.
  app.addHook('preHandler', (request, reply, done) => {
    assertValid(request, reply);
    done();
  });
  app.addHook('onSend', boundAnswers());
  const observe = observing(metrics);
  const logsRequests = kernel.log.isLevelEnabled('info');
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    const { export: what } = request.routeOptions.config;
    if (what !== undefined && reply.statusCode === 200) kernel.noteExport?.(request, what);
    if (request.actor?.type === 'api_key' || request.shopper) kernel.noteRequest?.(request, reply);
    if (logsRequests) {
      const caller = request.actor ?? request.shopper;
      request.log.info(
        {
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          tenantId: caller?.tenant.id,
          actorId: caller?.id,
        },
        'request',
      );
    }
    done();
  });

  return app as App;
}
