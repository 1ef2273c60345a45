import { Type } from 'typebox';
import { AppError, notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { hostOf } from '#kernel/http/headers.ts';
import type { ServeSite } from '#kernel/http/server.ts';
import type { Directory } from './directory.ts';
import type { Hits } from './hits.ts';
import { serve } from './serving.ts';
import type { Sites } from './sites.ts';

type Serving = { sites: Sites; hits: Hits; clock: () => Date };

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function servingRoutes(app: App, { sites, hits, clock }: Serving): void {
  app.get(
    '/r/:property/*',
    {
      config: { public: true },
      schema: { hide: true, params: Type.Object({ property: Type.String(), '*': Type.String() }) },
    },
    async (request, reply) => {
      const id = request.params.property.toLowerCase();
      const site = ID.test(id) ? await sites.find(id) : undefined;
      if (site === undefined) throw notFound('redirect');
      // The raw URL: decoding would turn an encoded slash within a segment into a separator.
      const url = request.raw.url!.slice('/r/'.length);
      return serve(reply, site, url.slice(url.indexOf('/')), { now: clock(), hits, homeless: true });
    },
  );
}

/** Every request to a site's own host name belongs to the site, so none of our routes exists there. */
export function createServeSite(directory: Directory, { sites, hits, clock }: Serving): ServeSite {
  return (request, reply) => {
    const domain = directory.domainOf(hostOf(request));
    if (domain === undefined) return undefined;
    return sites
      .find(domain)
      .catch(() => undefined)
      .then((site) => {
        if (site === undefined) return false;
        if (request.method !== 'GET' && request.method !== 'HEAD') throw onlyVisits;
        serve(reply, site, request.raw.url!, { now: clock(), hits, homeless: false });
        return true;
      });
  };
}

const onlyVisits = new AppError('method_not_allowed', 'This path takes GET, HEAD.', undefined, {
  allow: 'GET, HEAD',
});
