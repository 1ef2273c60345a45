import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { isDryRun } from '#kernel/http/dry-run.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Nullable, OneOf, Time } from '#kernel/http/fields.ts';
import { Described, NamedObject } from '#kernel/http/named.ts';
import { findLocaleChange, type LocaleChangeRow } from './change.sql.ts';
import { changeLocales } from './change.ts';
import { type Locales, loadLocales, MAX_LOCALES, readWanted } from './locales.ts';
import type { Losses } from './loss.ts';

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

const Settings = {
  default: Type.String(),
  locales: Type.Array(
    NamedObject('ContentLocale', { code: Type.String(), fallback: Nullable(Type.String()) }),
  ),
};

const Loss = {
  type: Type.String(),
  count: Type.Integer(),
  first: Type.Array(Type.String(), { description: 'The slugs or ids of the first ten.' }),
};
const Losing = {
  blank: Type.Array(Type.Object(Loss), {
    description: 'Live entries that showed a value and would show none; with `copy` they got a copy.',
  }),
  hidden: Type.Array(Type.Object({ ...Loss, locale: Type.String() }), {
    description: 'Live entries with values in a locale that is removed. The values are kept.',
  }),
};

const Change = NamedObject('ContentLocalesChange', {
  id: Type.String(),
  status: OneOf(['running', 'finished', 'refused', 'failed'] as const),
  ...Settings,
  ...Losing,
  total: Type.Integer({ description: 'The entries with localised fields when the change began.' }),
  done: Type.Integer({ description: 'The entries that are prepared.' }),
  reason: Nullable(Type.String()),
  createdAt: Time(),
  finishedAt: Nullable(Time()),
});

const Shown = NamedObject('ContentLocales', Settings);
const Replaced = Type.Object({
  ...Settings,
  ...Losing,
  change: Described(
    Nullable(Change),
    'Set if the change goes on in the background. Until it is finished, the locales from before are in force, for readers and writers.',
  ),
});

const presentLocales = ({ default: standard, locales }: Locales) => ({ default: standard, locales });

const presentChange = (row: LocaleChangeRow) => ({
  id: row.id,
  status: row.status === 'preparing' || row.status === 'finishing' ? ('running' as const) : row.status,
  ...presentLocales(readWanted(JSON.parse(row.wanted))),
  ...(JSON.parse(row.losses) as Losses),
  total: row.total,
  done: row.done,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});

export function localeRoutes(app: App, clock: () => Date, wakeChanges: () => void): void {
  app.get(
    '/v1/content/locales',
    {
      config: { role: 'viewer', scope: 'read:published', types: 'none' },
      schema: {
        operationId: 'getContentLocales',
        summary: 'Get the locales content is written in',
        response: { 200: Success(Shown) },
      },
    },
    async (request) => success(presentLocales(await request.inTenant((tx) => loadLocales(tx)))),
  );

  app.get(
    '/v1/content/locales/change',
    {
      config: { role: 'viewer', scope: 'read:content', types: 'every' },
      schema: {
        operationId: 'getContentLocalesChange',
        fails: ['not_found'],
        summary: 'See how far the latest change of the locales in the background has come',
        response: { 200: Success(Change) },
      },
    },
    async (request) => {
      const row = await request.inTenant((tx) => findLocaleChange(tx));
      if (row === undefined) throw notFound('change of the locales');
      return success(presentChange(row));
    },
  );

  app.put(
    '/v1/content/locales',
    {
      config: { role: 'editor', scope: 'write:content', dryRun: true, types: 'every' },
      schema: {
        operationId: 'replaceContentLocales',
        summary: 'Say which locales content is written in',
        description:
          'A reader gets the value of the locale asked for, else of its fallbacks, else of the default. A change by which live entries lose something needs the role admin, and gets 409 with their names until `blank` accepts it. With more than 500 entries it goes on in the background: `change` is then set, and the answer has the locales from before. Entries are read and written throughout.',
        body: Wanted,
        fails: ['conflict'],
        response: { 200: Success(Replaced) },
      },
    },
    async (request) => {
      const rehearsal = isDryRun(request);
      const { change, blank, hidden, ...locales } = await request.inTenant((tx, actor) =>
        changeLocales(tx, actor, clock(), request.body, rehearsal),
      );
      if (change !== null) wakeChanges();
      return success({ ...presentLocales(locales), change: change && presentChange(change), blank, hidden });
    },
  );
}
