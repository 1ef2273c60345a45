import { Type } from 'typebox';
import { audit } from '#kernel/audit.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Nullable } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { changeLocales, loadLocales } from './locales.ts';

/** As in BCP 47: en, de-AT, zh-Hant-TW. */
const Code = () => Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 35 });

const Wanted = NamedObject('NewContentLocales', {
  default: Code(),
  locales: Type.Array(Type.Object({ code: Code(), fallback: Type.Optional(Nullable(Code())) }), {
    minItems: 1,
    maxItems: 50,
  }),
});

const Shown = NamedObject('ContentLocales', {
  default: Type.String(),
  locales: Type.Array(Type.Object({ code: Type.String(), fallback: Nullable(Type.String()) })),
});

export function localeRoutes(app: App, clock: () => Date): void {
  app.get(
    '/v1/content/locales',
    {
      config: { role: 'viewer', scope: 'read:content' },
      schema: {
        operationId: 'getContentLocales',
        summary: 'Get the locales content is written in',
        response: { 200: Success(Shown) },
      },
    },
    async (request) => success(await request.inTenant((tx) => loadLocales(tx))),
  );

  app.put(
    '/v1/content/locales',
    {
      config: { role: 'editor', scope: 'write:content', dryRun: true },
      schema: {
        operationId: 'replaceContentLocales',
        summary: 'Say which locales content is written in',
        description:
          'A reader gets the value of the locale asked for, else of its fallbacks, else of the default.',
        body: Wanted,
        response: { 200: Success(Shown) },
      },
    },
    async (request) =>
      success(
        await request.inTenant(async (tx, actor) => {
          const locales = await changeLocales(tx, clock(), request.body);
          const subject = { subjectType: 'content_locales', subjectId: actor.tenant.id };
          await audit(tx, actor, clock(), {
            action: 'content_locales.changed',
            ...subject,
            details: { ...locales },
          });
          return locales;
        }),
      ),
  );
}
