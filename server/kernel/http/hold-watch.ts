/** Reports requests and background work that hold the event loop: a metric for each, and sampled lines in the log. */
import type { FastifyRequest } from 'fastify';
import type { App } from '#kernel/http/app.ts';
import type { Logger } from '#kernel/log.ts';
import type { Metrics } from '#kernel/metrics.ts';
import { beginWork, HoldWatch, type OnHold, type Worker } from '#kernel/work/holds.ts';

const LINE_EVERY_MS = 10_000;

declare module 'fastify' {
  interface FastifyRequest extends Worker {
    workSlot: number;
  }
  interface FastifyInstance {
    /** Starts the watch: the start itself compiles for a second, but no request waits yet. */
    watchHolds(): void;
  }
}

export function watchRequests(
  app: App,
  { log, metrics, onHold }: { log: Logger; metrics: Metrics; onHold?: OnHold },
): void {
  let toldAt = Number.NEGATIVE_INFINITY;
  const watch = new HoldWatch((hold, during) => {
    metrics.holds.observe(hold.ms / 1000);
    onHold?.(hold, during);
    if (performance.now() - toldAt < LINE_EVERY_MS) return;
    toldAt = performance.now();
    log.warn(hold, 'the event loop was held; every other request waited');
  });
  app.decorate('watchHolds', () => watch.start());
  app.decorateRequest('workSlot', -1);
  app.decorateRequest('workName', function (this: FastifyRequest) {
    return `${this.method} ${this.routeOptions.url ?? 'unknown'}`;
  });
  app.decorateRequest('isGone', function (this: FastifyRequest) {
    return this.raw.socket.destroyed;
  });
  app.addHook('onRequest', (request, _reply, done) => {
    request.workSlot = beginWork(request);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    watch.endWork(request.workSlot, request);
    done();
  });
  app.addHook('onClose', async () => watch.stop());
}
