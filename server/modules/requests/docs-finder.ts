import type { App } from '#kernel/http/app.ts';
import { referencePath } from '#kernel/http/docs/reference.ts';
import type { FindDocs } from './requests.ts';

type Operations = Record<string, { operationId?: string; tags?: string[] }>;

/** Finds the documentation of a route by its method and path, in the document that the routes themselves describe. */
export function docsFinder(app: App): FindDocs {
  let addresses: Map<string, string> | undefined;
  const read = () =>
    new Map(
      Object.entries((app.swagger().paths ?? {}) as Record<string, Operations>).flatMap(
        ([path, operations]) =>
          Object.entries(operations).map(([method, { operationId, tags = [] }]) => [
            `${method.toUpperCase()} ${path}`,
            `${referencePath(tags[0] ?? '')}#${operationId}`,
          ]),
      ),
    );
  return (method, route) => {
    if (route === null) return null;
    addresses ??= read();
    const path = route.replace(/:(\w+)/g, '{$1}');
    return addresses.get(`${method === 'HEAD' ? 'GET' : method} ${path}`) ?? null;
  };
}
