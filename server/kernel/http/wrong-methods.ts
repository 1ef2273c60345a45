import { METHODS } from 'node:http';
import { AppError } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';

/** Every existing path answers a wrong method with 405 and lists the allowed methods. */
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
      // Runs before the body is parsed, which could fail for reasons that do not matter here.
      onRequest: refuse,
      handler: refuse,
    });
  }
}
