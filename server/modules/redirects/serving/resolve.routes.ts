import { Type } from 'typebox';
import { invalid, notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Nullable, OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { splitTarget } from '../paths.ts';
import { Redirect } from '../redirect-fields.ts';
import { findRedirects } from '../redirects.sql.ts';
import { presentRedirect, type RedirectDeps } from '../redirects.ts';
import { GONE, STATUS_CODES } from '../rules.ts';
import { onSite, resolveRedirect } from './resolve.ts';
import { homeOf, locationOf } from './serving.ts';

const Resolution = NamedObject('RedirectResolution', {
  propertyId: Type.String(),
  path: Type.String({ description: 'In the spelling in which rules are compared with it.' }),
  outcome: OneOf(['redirect', 'gone', 'nothing', 'loop'] as const),
  statusCode: Nullable(Type.Unsafe<number>({ type: 'integer', enum: [...STATUS_CODES] })),
  location: Nullable(Type.String()),
  chain: Type.Array(Type.String(), { description: 'Every place on the way, the path itself first.' }),
  redirects: Type.Array(Redirect, { description: 'The redirects on the way, in order.' }),
});

export function resolveRoutes(app: App, clock: () => Date, { directory, tables }: RedirectDeps): void {
  app.get(
    '/v1/redirects/resolve',
    {
      config: { role: 'viewer', scope: 'read:redirects' },
      schema: {
        operationId: 'resolveRedirect',
        fails: ['not_found'],
        summary: 'The target of a path, and the redirects on the way',
        description: 'Answers like a visit, without counting a hit.',
        querystring: Type.Object({
          propertyId: Type.Optional(Uuid('The default property if none is named.')),
          path: Text(8192, 'With its query, if it has one.'),
          at: Type.Optional({ ...Time(), description: 'Now, unless another time is asked about.' }),
        }),
        response: { 200: Success(Resolution) },
      },
    },
    async (request) => {
      const { path: asked, at } = request.query;
      if (!asked.startsWith('/')) throw invalid([NO_PATH]);
      return request.inTenant(async (tx, actor) => {
        const id = request.query.propertyId?.toLowerCase() ?? (await directory.findDefault(tx));
        // Another tenant's property is not found here.
        if (id === undefined || (await directory.find(tx, id)) === undefined) throw notFound('property');
        const { version } = (await directory.locate(id))!;
        const rules = (await tables.atVersion(tx, id, version))!;
        const { path, query } = splitTarget(asked);
        const from = onSite(path, query);
        const resolution = resolveRedirect(
          rules.table,
          rules.hosts,
          from,
          (at ? new Date(at) : clock()).getTime(),
        );
        const found = await findRedirects(tx, resolution?.rules.map((rule) => rule.id) ?? []);
        const byId = new Map(found.map((row) => [row.id, row]));
        const site = { tenantId: actor.tenant.id, propertyId: id, rules, isCurrent: true };
        const isGone = resolution?.statusCode === GONE;
        const leads = resolution !== undefined && !resolution.isLoop;
        return success({
          propertyId: id,
          path,
          outcome:
            resolution === undefined ? 'nothing' : resolution.isLoop ? 'loop' : isGone ? 'gone' : 'redirect',
          statusCode: leads ? resolution.statusCode : null,
          location: leads && !isGone ? locationOf(resolution.end, homeOf(site)) : null,
          chain: resolution?.way ?? [],
          redirects: resolution?.rules.flatMap((rule) => byId.get(rule.id) ?? []).map(presentRedirect) ?? [],
        });
      });
    },
  );
}

const NO_PATH = { path: 'path', code: 'wrong_format', message: 'must be a path that starts with /' };
