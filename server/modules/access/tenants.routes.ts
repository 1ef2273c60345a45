import { Type } from 'typebox';
import { MODULES, ROLE_ORDER } from '#kernel/auth/actor.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { OneOf, Text } from '#kernel/http/fields.ts';
import { TenantShape } from './me.routes.ts';
import { findSecondFactorRoles } from './tenants.sql.ts';
import { askForSecondFactor, presentModules, rename, switchModule } from './tenants.ts';

const ModuleState = Type.Object({ name: OneOf(MODULES), active: Type.Boolean() });
const SecondFactorRoles = Type.Object({ roles: Type.Array(OneOf(ROLE_ORDER), { maxItems: 4 }) });
const ModuleParams = Type.Object({ name: Text(50) });

export function tenantRoutes(app: App, clock: () => Date): void {
  app.get(
    '/v1/tenant',
    {
      config: { role: 'viewer' },
      schema: { summary: 'Your tenant', response: { 200: Success(TenantShape) } },
    },
    async (request) => success(request.actor.tenant),
  );

  app.patch(
    '/v1/tenant',
    {
      config: { role: 'admin', dryRun: true },
      schema: {
        summary: 'Rename your tenant',
        body: Type.Object({ name: Text(200) }),
        response: { 200: Success(TenantShape) },
      },
    },
    async (request) =>
      success(await request.inTenant((tx, actor) => rename(tx, actor, clock(), request.body.name))),
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
