import { Type } from 'typebox';
import { MODULES, ROLE_ORDER, SCOPES } from '#kernel/auth/actor.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { OneOf } from '#kernel/http/fields.ts';
import { presentActor } from './identify.ts';

export const TenantShape = Type.Object({
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  modules: Type.Array(OneOf(MODULES), { description: 'The modules that are active.' }),
});

export const ActorAndTenant = Type.Object({
  actor: Type.Object({
    type: OneOf(['api_key', 'staff'] as const),
    id: Type.String(),
    name: Type.String(),
    role: OneOf(ROLE_ORDER),
    scopes: Type.Union([Type.Array(OneOf(SCOPES)), Type.Null()]),
  }),
  tenant: TenantShape,
});

export function meRoutes(app: App): void {
  app.get(
    '/v1/me',
    {
      config: { role: 'viewer', beforeSecondFactor: true },
      schema: { summary: 'Who am I?', response: { 200: Success(ActorAndTenant) } },
    },
    async (request) => success(presentActor(request.actor)),
  );
}
