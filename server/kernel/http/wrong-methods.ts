/** Every existing path answers a wrong method with 405 and lists the allowed methods. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';

type Route = { method: string; url: string };

/** The methods that routes have, and those that clients send by mistake. No route has another method, such as PROPFIND. */
const USUAL = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

const wrongMethod = (allowed: string[]) =>
  new AppError('method_not_allowed', `This path takes ${allowed.join(', ')}.`, undefined, {
    allow: allowed.join(', '),
  });

function allowedMethods(routes: readonly Route[]): Map<string, string[]> {
  const byPath = Map.groupBy(routes, (route) => route.url);
  return new Map(
    [...byPath].map(([url, routes]) => {
      const allowed = routes.map((route) => route.method);
      return [url, allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed];
    }),
  );
}

/**
 * Adds a route for each usual method that a path lacks. Without one, `/orders/export` would match the route of `/orders/:id`. The
 * other methods have no routes at all, since there are four times as many of them: see `unusualMethods`.
 */
export function answerWrongMethods(app: App): void {
  for (const [url, allowed] of allowedMethods(app.routeList)) {
    const refuse = async () => {
      throw wrongMethod(allowed);
    };
    app.route({
      method: USUAL.filter((method) => !allowed.includes(method)),
      url,
      config: { public: true, methodFallback: true },
      // Runs before the body is parsed, which could fail for reasons that do not matter here.
      onRequest: refuse,
      handler: refuse,
    });
  }
}

/** Returns the refusal of a request that has no route, if its method is unusual and its path exists. */
export function unusualMethods(routes: readonly Route[]): (request: FastifyRequest) => AppError | undefined {
  let paths: { pattern: RegExp; allowed: string[] }[] | undefined;
  return ({ method, url }) => {
    if (USUAL.includes(method)) return undefined;
    paths ??= [...allowedMethods(routes)]
      // A path without parameters comes before one whose parameter would match it.
      .sort(([one], [other]) => one.split(':').length - other.split(':').length)
      .map(([url, allowed]) => ({ pattern: patternOf(url), allowed }));
    const path = url.split('?')[0]!;
    const found = paths.find(({ pattern }) => pattern.test(path));
    return found && wrongMethod(found.allowed);
  };
}

function patternOf(url: string): RegExp {
  const segments = url
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '[^/]+' : segment === '*' ? '.*' : RegExp.escape(segment)));
  return new RegExp(`^${segments.join('/')}$`);
}
