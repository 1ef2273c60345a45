import { audit } from '#kernel/audit.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { findPresets, savePresets } from './presets.sql.ts';
import { readPresets } from './presets.ts';
import { Presets } from './transform-fields.ts';

export function presetRoutes(app: App, clock: () => Date): void {
  app.get(
    '/v1/media/presets',
    {
      config: { role: 'viewer', scope: 'read:media' },
      schema: {
        operationId: 'getImagePresets',
        summary: 'Get the sizes in which pages may ask for images',
        response: { 200: Success(Presets) },
      },
    },
    async (request) =>
      success(JSON.parse((await request.inTenant((tx) => findPresets(tx))) ?? '{}') as Presets),
  );

  app.put(
    '/v1/media/presets',
    {
      config: { role: 'editor', scope: 'write:media', dryRun: true },
      schema: {
        operationId: 'replaceImagePresets',
        summary: 'Say in which sizes pages may ask for images',
        description:
          'Replaces all of them. Addresses by a name that is gone, or by sizes that no preset has any more, get 422. A changed preset is ' +
          'seen by everyone after an hour.',
        body: Presets,
        response: { 200: Success(Presets) },
      },
    },
    async (request) =>
      success(
        await request.inTenant(async (tx, actor) => {
          const presets = readPresets(request.body);
          await savePresets(tx, JSON.stringify(presets), clock());
          const subject = { subjectType: 'media_presets', subjectId: actor.tenant.id };
          await audit(tx, actor, clock(), {
            action: 'media_presets.changed',
            ...subject,
            details: { presets },
          });
          return presets;
        }),
      ),
  );
}
