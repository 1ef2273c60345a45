import { Type } from 'typebox';
import { invalid } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Nullable, Text } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { presentActor } from '../identify.ts';
import { refuseKeys } from '../sessions/sessions.routes.ts';
import { ActorAndTenant, MAX_LOCALE } from '../tenants/fields.ts';
import { normalLocale, UNKNOWN_LOCALE } from '../tenants/locale.ts';
import { changeProfile } from './staff.ts';

const Profile = NamedObject(
  'ProfileChange',
  { name: Type.Optional(Text(100)), locale: Type.Optional(Nullable(Text(MAX_LOCALE))) },
  { minProperties: 1 },
);

export function meRoutes(app: App, clock: () => Date): void {
  app.get(
    '/v1/me',
    {
      config: { role: 'viewer', beforeSecondFactor: true },
      schema: { summary: 'Who am I?', response: { 200: Success(ActorAndTenant) } },
    },
    async (request) => success(presentActor(request.actor)),
  );

  app.patch(
    '/v1/me',
    {
      config: { role: 'viewer', dryRun: true },
      onRequest: refuseKeys,
      schema: {
        summary: 'Change your name or your formats in this tenant; for members of the staff',
        body: Profile,
        response: { 200: Success(ActorAndTenant) },
      },
    },
    async (request) => {
      const { name, locale: tag } = request.body;
      const locale = tag == null ? tag : normalLocale(tag);
      if (tag != null && locale === undefined) throw invalid([UNKNOWN_LOCALE]);
      return success(
        await request.inTenant(async (tx, actor) =>
          presentActor(await changeProfile(tx, actor, clock(), { name, locale })),
        ),
      );
    },
  );
}
