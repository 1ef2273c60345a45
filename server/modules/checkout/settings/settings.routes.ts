import type { App } from '#kernel/http/app.ts';
import { Success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { ADMIN, READ } from '../access.ts';
import { findSettings } from './settings.sql.ts';
import { presentSettings, replaceSettings, Settings, SettingsInput } from './settings.ts';

export function settingsRoutes(app: App, clock: () => Date): void {
  app.get(
    '/v1/checkout/settings',
    {
      config: READ,
      schema: {
        operationId: 'getCheckoutSettings',
        summary: 'Get the settings of carts and checkouts',
        response: { 200: Success(Settings) },
      },
    },
    async (request, reply) => withEtag(reply, presentSettings(await request.inTenant(findSettings))),
  );

  app.put(
    '/v1/checkout/settings',
    {
      config: ADMIN,
      schema: {
        operationId: 'replaceCheckoutSettings',
        summary: 'Replace the settings of carts and checkouts',
        description: 'With If-Match, only if they have not changed since.',
        headers: IfMatch,
        body: SettingsInput,
        response: { 200: Success(Settings) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const replaced = await request.inTenant((tx, actor) =>
        replaceSettings(tx, actor, clock(), request.body, seen),
      );
      return withEtag(reply, replaced);
    },
  );
}
