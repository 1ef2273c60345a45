import { Type } from 'typebox';
import { MODULES } from '#kernel/auth/actor.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { OneOf, Text } from '#kernel/http/fields.ts';
import type { App } from '#kernel/http/server.ts';
import { TenantShape } from './me.routes.ts';
import { presentModules, rename, switchModule } from './tenants.ts';

const ModuleState = Type.Object({ name: OneOf(MODULES), active: Type.Boolean() });
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
      config: { role: 'admin' },
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
        config: { role: 'admin' },
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
