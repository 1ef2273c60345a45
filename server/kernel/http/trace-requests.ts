/** A span for each request, in which its statements are recorded. */
import type { FastifyRequest } from 'fastify';
import type { App } from '#kernel/http/app.ts';
import { beginRequest, type Span, within } from '#kernel/tracing.ts';

export function traceRequests(app: App): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const span = beginRequest(request.method, request.headers.traceparent);
    if (span === undefined) return done();
    spans.set(request, span);
    within(span, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (span !== undefined) {
      const route = request.routeOptions.url ?? 'unknown';
      const caller = request.actor ?? request.shopper;
      span.name = `${request.method} ${route}`;
      span.end(
        {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': reply.statusCode,
          'colonnade.request': request.id,
          'colonnade.tenant': caller?.tenant.id,
          'colonnade.actor': caller?.id,
        },
        reply.statusCode >= 500,
      );
    }
    done();
  });
}
