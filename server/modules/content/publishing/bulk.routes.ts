import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { ProblemShape, Success, success } from '#kernel/http/envelope.ts';
import { Nullable, OneOf, Uuid } from '#kernel/http/fields.ts';
import { assertAllowed } from '#kernel/http/guard.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { STATUSES } from '../entries/record.ts';
import type { Others } from '../entries/references.ts';
import { onEntriesOfBody, toSave, toTakeAway } from '../types/limits.ts';
import { actInBulk, BULK_ACTIONS } from './bulk.ts';
import { AllowBroken, Named, Redirects, STRICT, TO_REDIRECT } from './publishing.routes.ts';

export const MAX_ENTRIES_IN_BULK = 200;

const Version = Type.Integer({
  minimum: 1,
  maximum: 999_999_999,
  description: 'The version that was seen: the entry fails if it has been saved since.',
});

const BulkAction = NamedObject(
  'EntriesAction',
  {
    action: OneOf(BULK_ACTIONS),
    entries: Type.Array(Type.Object({ id: Uuid(), version: Type.Optional(Version) }, STRICT), {
      minItems: 1,
      maxItems: MAX_ENTRIES_IN_BULK,
    }),
    locales: Named('The locales that go live or are taken down; without it all.'),
    broken: AllowBroken(),
    redirects: Redirects(),
    partial: Type.Optional(
      Type.Boolean({
        description:
          'true: entries that cannot be changed stay as they are, the others change. Otherwise one such entry, and nothing changes (422).',
      }),
    ),
  },
  STRICT,
);

export const BriefEntry = NamedObject('BriefEntry', {
  id: Type.String(),
  type: Type.String(),
  slug: Nullable(Type.String()),
  status: OneOf(STATUSES),
  version: Type.Integer(),
});

const Result = NamedObject('EntryActionResult', {
  index: Type.Integer({ description: 'The place in entries, from 0.' }),
  id: Type.String(),
  status: OneOf(['changed', 'unchanged', 'failed'] as const),
  entry: Type.Optional(BriefEntry),
  warnings: Type.Optional(
    Type.Array(ProblemShape, { description: 'As publishing a single entry names them.' }),
  ),
  error: Type.Optional(
    Type.Object({ code: Type.String(), message: Type.String(), details: Type.Array(ProblemShape) }),
  ),
});

const BulkAnswer = NamedObject('EntriesActionResult', {
  changed: Type.Integer(),
  unchanged: Type.Integer({ description: 'Published entries without a change since.' }),
  failed: Type.Integer(),
  results: Type.Array(Result),
});

const RIGHT_TO = {
  publish: 'publish',
  unpublish: 'publish',
  delete: toTakeAway,
  restore: toSave,
} as const;

export function bulkEntryRoutes(app: App, clock: () => Date, others: Others): void {
  app.post(
    '/v1/content/entries/bulk',
    {
      config: {
        ...{ role: 'editor', scope: 'write:content', dryRun: true },
        types: onEntriesOfBody(({ action }: { action: keyof typeof RIGHT_TO }) => RIGHT_TO[action]),
      },
      schema: {
        operationId: 'changeEntriesInBulk',
        summary: `Publish, unpublish, delete or restore up to ${MAX_ENTRIES_IN_BULK} entries`,
        description:
          'All of them or, without `partial`, none: 422 then names every entry that prevents it. They change at one moment for readers, so entries that require each other can go live together; with `partial`, each needs what is live already.',
        body: BulkAction,
        response: { 200: Success(BulkAnswer) },
      },
    },
    async (request) => {
      const { redirects, ...wish } = request.body;
      if (redirects) assertAllowed(request.actor, TO_REDIRECT);
      const follow = redirects ? others.followMoves : undefined;
      return success(
        await request.inTenant((tx, by) => actInBulk(tx, { by, now: clock(), others }, wish, follow)),
      );
    },
  );
}
