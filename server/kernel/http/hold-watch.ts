/** Tells of requests and background work that hold the event loop: a metric for each, and now and then a line in the log. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#kernel/http/server.ts';
import type { Logger } from '#kernel/log.ts';
import type { Metrics } from '#kernel/metrics.ts';
import { beginWork, type Hold, HoldWatch } from '#kernel/work/holds.ts';

const LINE_EVERY_MS = 10_000;

class RequestAtWork {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request;
    this.#reply = reply;
  }

  name(): string {
    return `${this.#request.method} ${this.#request.routeOptions.url ?? 'unknown'}`;
  }

  isGone(): boolean {
    return this.#reply.raw.destroyed;
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    atWork: RequestAtWork | null;
  }
  interface FastifyInstance {
    /** Begins to watch: a start compiles for a second, and nobody waits for it yet. */
    watchHolds(): void;
  }
}

export function watchRequests(
  app: App,
  { log, metrics, onHold }: { log: Logger; metrics: Metrics; onHold?: (hold: Hold) => void },
): void {
  let toldAt = Number.NEGATIVE_INFINITY;
  const watch = new HoldWatch((hold) => {
    metrics.holds.observe(hold.ms / 1000);
    onHold?.(hold);
    if (performance.now() - toldAt < LINE_EVERY_MS) return;
    toldAt = performance.now();
    log.warn(hold, 'the event loop was held; every other request waited');
  });
  app.decorate('watchHolds', () => watch.start());
  app.decorateRequest('atWork', null);
  app.addHook('onRequest', (request, reply, done) => {
    request.atWork = new RequestAtWork(request, reply);
    beginWork(request.atWork);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.atWork !== null) watch.endWork(request.atWork);
    done();
  });
  app.addHook('onClose', async () => watch.stop());
}
