import { Type } from 'typebox';
import { invalid, notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Nullable, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { atHome, travel } from './journeys.ts';
import { splitTarget } from './paths.ts';
import { Redirect } from './redirect-fields.ts';
import { findRedirects } from './redirects.sql.ts';
import { type Ground, presentRedirect } from './redirects.ts';
import { STATUS_CODES } from './rules.ts';
import { homeOf, locationOf } from './serving.ts';

const Resolution = Type.Object({
  propertyId: Type.String(),
  path: Type.String({ description: 'In the spelling in which rules are compared with it.' }),
  outcome: Type.Unsafe<'redirect' | 'nothing' | 'loop'>({
    type: 'string',
    enum: ['redirect', 'nothing', 'loop'],
  }),
  statusCode: Nullable(Type.Unsafe<number>({ type: 'integer', enum: [...STATUS_CODES] })),
  location: Nullable(Type.String()),
  chain: Type.Array(Type.String(), { description: 'Every place on the way, the path itself first.' }),
  redirects: Type.Array(Redirect, { description: 'The redirects on the way, in order.' }),
});

export function resolveRoutes(app: App, clock: () => Date, { directory, tables }: Ground): void {
  app.get(
    '/v1/redirects/resolve',
    {
      config: { role: 'viewer', scope: 'read:redirects' },
      schema: {
        operationId: 'resolveRedirect',
        summary: 'Where a path leads, and by which redirects',
        description: 'As a visitor would be answered, but not counted.',
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
        // Another tenant's property is none here.
        if (id === undefined || (await directory.find(tx, id)) === undefined) throw notFound('property');
        const { version } = (await directory.locate(id))!;
        const rules = (await tables.atVersion(tx, id, version))!;
        const { path, query } = splitTarget(asked);
        const from = atHome(path, query);
        const journey = travel(rules.table, rules.hosts, from, (at ? new Date(at) : clock()).getTime());
        const found = await findRedirects(tx, journey?.rules.map((rule) => rule.id) ?? []);
        const byId = new Map(found.map((row) => [row.id, row]));
        const site = { tenantId: actor.tenant.id, propertyId: id, rules, isCurrent: true };
        const leads = journey !== undefined && !journey.isCircle;
        return success({
          propertyId: id,
          path,
          outcome: journey === undefined ? 'nothing' : journey.isCircle ? 'loop' : 'redirect',
          statusCode: leads ? journey.statusCode : null,
          location: leads ? locationOf(journey.end, homeOf(site)) : null,
          chain: journey?.way ?? [],
          redirects: journey?.rules.flatMap((rule) => byId.get(rule.id) ?? []).map(presentRedirect) ?? [],
        });
      });
    },
  );
}

const NO_PATH = { path: 'path', code: 'wrong_format', message: 'must be a path that starts with /' };
