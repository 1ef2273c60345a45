import { Type } from 'typebox';
import { audit } from '#kernel/audit.ts';
import { isLimited } from '#kernel/auth/type-rights.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import type { Kernel } from '#kernel/module.ts';
import { findEntry } from '../entries/entries.sql.ts';
import type { Others } from '../entries/references.ts';
import { typeNamed } from '../lists/list.routes.ts';
import { assertLocale, loadLocales } from '../locales/locales.ts';
import { isTree, loadLineages, titleName } from '../positions/ancestors.ts';
import { expand } from '../reading/expanding.ts';
import { readView } from '../reading/view.ts';
import { inForce } from '../types/conversion.ts';
import { onEntry } from '../types/limits.ts';
import { PUBLISHED, sealPerspective } from './perspective.ts';
import { openPreview, sealPreview } from './preview.ts';
import { ViewQuery } from './published.routes.ts';
import { PublishedEntry, present } from './published.ts';

const MINUTE_MS = 60_000;

const Wanted = Nullable(
  Type.Object({
    minutes: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 60, description: 'The minutes for which it is valid: 15.' }),
    ),
  }),
);
const Token = NamedObject('PreviewToken', {
  token: { ...Nullable(Type.String()), description: 'Shown once; null when the answer is replayed.' },
  expiresAt: Time(),
});

export function previewRoutes(
  app: App,
  { clock, db, secrets }: Kernel,
  others: Pick<Others, 'showAssets'>,
): void {
  const expiryOf = (body: { minutes?: number } | null) =>
    new Date(clock().getTime() + (body?.minutes ?? 15) * MINUTE_MS);

  app.post(
    '/v1/content/entries/:id/preview-token',
    {
      config: {
        ...{ role: 'editor', scope: 'write:content', dryRun: true, shownOnce: { token: () => null } },
        types: onEntry('read'),
      },
      schema: {
        operationId: 'createPreviewToken',
        summary: 'Make a token that shows the draft for a short while',
        params: IdParams,
        body: Wanted,
        response: { 201: Success(Token) },
      },
    },
    async (request, reply) => {
      const expiresAt = expiryOf(request.body);
      const answer = await request.inTenant(async (tx, actor) => {
        const entry = await findEntry(tx, request.params.id);
        if (entry === undefined || entry.status === 'deleted') throw notFound('entry');
        const about = { tenantId: actor.tenant.id, entryId: entry.id, expiresAt };
        const token = sealPreview(secrets, { ...about, alone: isLimited(actor) });
        return { token, expiresAt: expiresAt.toISOString() };
      });
      return reply.code(201).send(success(answer));
    },
  );

  app.post(
    '/v1/content/preview-tokens',
    {
      config: {
        ...{ role: 'editor', scope: 'write:content', dryRun: true, shownOnce: { token: () => null } },
        types: 'every',
      },
      schema: {
        operationId: 'createSitePreviewToken',
        summary: 'Make a token that shows the drafts of a whole site for a short while',
        description:
          'Send it as `preview` to the reads of published entries, beside a key that may read them: drafts are shown as they would be published, also behind links and in lists.',
        body: Wanted,
        response: { 201: Success(Token) },
      },
    },
    async (request, reply) => {
      const expiresAt = expiryOf(request.body);
      const answer = await request.inTenant(async (tx, actor) => {
        const { id } = actor.tenant;
        // The token opens every draft of the tenant to its holder, and leaves no other trace.
        await audit(tx, actor, clock(), {
          action: 'content_preview.opened',
          ...{ subjectType: 'content_preview', subjectId: id },
          details: { expiresAt: expiresAt.toISOString() },
        });
        return { token: sealPerspective(secrets, id, expiresAt), expiresAt: expiresAt.toISOString() };
      });
      return reply.code(201).send(success(answer));
    },
  );

  app.get(
    '/v1/content/preview/:token',
    {
      config: { public: true },
      schema: {
        operationId: 'previewEntry',
        withoutEtag: true,
        fails: ['answer_too_large'],
        summary: 'See a draft as it would be published',
        description: 'References lead to what is published.',
        params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 500 }) }),
        querystring: Type.Object(ViewQuery),
        response: { 200: Success(PublishedEntry) },
      },
    },
    async (request) => {
      const preview = openPreview(secrets, request.params.token, clock());
      if (preview === null) throw notFound('preview');
      const { locale, ...asked } = request.query;
      return db.readInTenant(preview.tenantId, async (tx) => {
        const row = await findEntry(tx, preview.entryId);
        if (row === undefined || row.status === 'deleted') throw notFound('preview');
        const type = (await typeNamed(tx, row.type))!;
        const { fields } = type;
        const locales = await loadLocales(tx);
        if (locale !== undefined) assertLocale(locales, locale);
        const view = readView(fields, asked, locale ?? locales.default);
        const inTree = isTree(type) ? [{ parent_id: row.parent_id, title: titleName(fields) }] : [];
        const lineageOf = await loadLineages(tx, inTree, { locales, perspective: PUBLISHED });
        const shownRow = { ...(await inForce(row)), live_locales: null };
        const lineage = isTree(type) ? lineageOf(row.parent_id) : undefined;
        const entry = present(shownRow, type, fields, locales, view, lineage);
        const [shown] = await expand([entry], fields, {
          ...{ tx, locales, view, others, perspective: PUBLISHED },
          types: preview.alone ? [row.type] : undefined,
        });
        return success(shown!);
      });
    },
  );
}
