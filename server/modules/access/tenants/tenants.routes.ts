import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { Text } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { ModuleName, RoleName, TenantChange, TenantRecord } from './fields.ts';
import { changeSettings, type FindImages, readSettings } from './settings.ts';
import { findSecondFactorRoles } from './tenants.sql.ts';
import { askForSecondFactor, presentModules, switchModule } from './tenants.ts';

const ModuleState = NamedObject('Module', { name: ModuleName, active: Type.Boolean() });
const SecondFactorRoles = NamedObject('SecondFactorRoles', { roles: Type.Array(RoleName, { maxItems: 4 }) });
const ModuleParams = Type.Object({ name: Text(50) });

export function tenantRoutes(app: App, clock: () => Date, findImages: FindImages): void {
  app.get(
    '/v1/tenant',
    {
      config: { role: 'viewer' },
      schema: { summary: 'Your tenant and its settings', response: { 200: Success(TenantRecord) } },
    },
    async (request, reply) => withEtag(reply, await request.inTenant(readSettings)),
  );

  app.patch(
    '/v1/tenant',
    {
      config: { role: 'admin', dryRun: true },
      schema: {
        fails: ['conflict'],
        summary: 'Change your tenant: its name, time zone, currency, formats, address, tax number and logo',
        description: 'With If-Match, only if nobody has changed it since.',
        headers: IfMatch,
        body: TenantChange,
        response: { 200: Success(TenantRecord) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const changed = await request.inTenant((tx, actor) =>
        changeSettings(tx, actor, clock(), request.body, { seen, findImages }),
      );
      return withEtag(reply, changed);
    },
  );

  app.get(
    '/v1/tenant/second-factor',
    {
      config: { role: 'admin' },
      schema: {
        summary: 'The roles that need a second factor',
        response: { 200: Success(SecondFactorRoles) },
      },
    },
    async (request) => success({ roles: await request.inTenant(findSecondFactorRoles) }),
  );

  app.put(
    '/v1/tenant/second-factor',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'updateTenantSecondFactor',
        summary:
          'Require a second factor for these roles; a member without one can only set it up. Only an owner can require it of owners',
        body: SecondFactorRoles,
        response: { 200: Success(SecondFactorRoles) },
      },
    },
    async (request) =>
      success(
        await request.inTenant((tx, actor) => askForSecondFactor(tx, actor, clock(), request.body.roles)),
      ),
  );

  app.get(
    '/v1/modules',
    {
      config: { role: 'admin' },
      schema: { summary: 'List modules', response: { 200: Success(Type.Array(ModuleState)) } },
    },
    async (request) => success(presentModules(request.actor.tenant.modules)),
  );

  for (const [verb, active] of [
    ['activate', true],
    ['deactivate', false],
  ] as const) {
    app.post(
      `/v1/modules/:name/${verb}`,
      {
        config: { role: 'admin', dryRun: true },
        schema: {
          summary: `${active ? 'Switch a module on' : 'Switch a module off'}; its data stays`,
          params: ModuleParams,
          response: { 200: Success(ModuleState) },
        },
      },
      async (request) =>
        success(
          await request.inTenant((tx, actor) =>
            switchModule(tx, actor, clock(), request.params.name, active),
          ),
        ),
    );
  }
}
