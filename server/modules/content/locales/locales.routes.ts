import { Type } from 'typebox';
import { audit } from '#kernel/audit.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Nullable, OneOf } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { changeLocales } from './change.ts';
import { loadLocales, MAX_LOCALES } from './locales.ts';

/** As in BCP 47: en, de-AT, zh-Hant-TW. */
const Code = () => Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 35 });

const Wanted = NamedObject('NewContentLocales', {
  blank: Type.Optional({
    ...OneOf(['copy', 'allow'] as const),
    description:
      'Accepts that live entries lose something. copy: those that would go blank get the values that readers see now; allow: they go blank.',
  }),
  default: Code(),
  locales: Type.Array(Type.Object({ code: Code(), fallback: Type.Optional(Nullable(Code())) }), {
    minItems: 1,
    maxItems: MAX_LOCALES,
  }),
});

const Shown = NamedObject('ContentLocales', {
  default: Type.String(),
  locales: Type.Array(Type.Object({ code: Type.String(), fallback: Nullable(Type.String()) })),
});

const Loss = {
  type: Type.String(),
  count: Type.Integer(),
  first: Type.Array(Type.String(), { description: 'The slugs or ids of the first ten.' }),
};
const Replaced = Type.Object({
  ...Shown.properties,
  blank: Type.Array(Type.Object(Loss), {
    description: 'Live entries that showed a value and would show none; with `copy` they got a copy.',
  }),
  hidden: Type.Array(Type.Object({ ...Loss, locale: Type.String() }), {
    description: 'Live entries with values in a locale that is removed. The values are kept.',
  }),
});

export function localeRoutes(app: App, clock: () => Date): void {
  app.get(
    '/v1/content/locales',
    {
      config: { role: 'viewer', scope: 'read:published' },
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
          'A reader gets the value of the locale asked for, else of its fallbacks, else of the default. A change by which live entries lose something needs the role admin, and gets 409 with their names until `blank` accepts it.',
        body: Wanted,
        fails: ['conflict'],
        response: { 200: Success(Replaced) },
      },
    },
    async (request) =>
      success(
        await request.inTenant(async (tx, actor) => {
          const { blank, hidden, ...locales } = await changeLocales(tx, actor, clock(), request.body);
          const subject = { subjectType: 'content_locales', subjectId: actor.tenant.id };
          await audit(tx, actor, clock(), {
            action: 'content_locales.changed',
            ...subject,
            details: { ...locales },
          });
          return { ...locales, blank, hidden };
        }),
      ),
  );
}
