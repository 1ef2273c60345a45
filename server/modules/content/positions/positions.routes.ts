import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams, Nullable, OneOf, Uuid } from '#kernel/http/fields.ts';
import { assertAllowed } from '#kernel/http/guard.ts';
import { NamedObject } from '#kernel/http/named.ts';
import type { Others } from '../entries/references.ts';
import { Published, TO_REDIRECT } from '../publishing/publishing.routes.ts';
import { onEntry, toTakeAway } from '../types/limits.ts';
import { DEEPEST, moveEntry } from './positions.ts';

const Position = NamedObject(
  'EntryPosition',
  {
    parentId: Type.Optional(
      Nullable(
        Uuid(
          'The entry that it comes below, of a tree; null: the top. Without it, that of `before` or `after`.',
        ),
      ),
    ),
    before: Type.Optional(Uuid('The entry that it comes right before.')),
    after: Type.Optional(Uuid('The entry that it comes right behind.')),
    at: Type.Optional({
      ...OneOf(['first', 'last'] as const),
      description: 'Which end it comes to. Below another parent, last if nothing else is said.',
    }),
    redirects: Type.Optional(
      Type.Boolean({
        description:
          'true: the former addresses of its pages, and of those below, redirect to the new ones. A key for it has write:redirects, too.',
      }),
    ),
  },
  { additionalProperties: false },
);

export function positionRoutes(app: App, clock: () => Date, others: Pick<Others, 'followMoves'>): void {
  app.put(
    '/v1/content/entries/:id/position',
    {
      config: { role: 'editor', scope: 'write:content', dryRun: true, types: onEntry(toTakeAway) },
      schema: {
        operationId: 'moveEntry',
        fails: ['conflict', 'invalid_transition'],
        summary: 'Move an entry, with all below it',
        description: `For types with an \`order\`. Readers see it at once: a position has no draft, and no revision. A tree has at most ${DEEPEST} levels, and an entry is never below itself. With If-Match only the version that was seen.`,
        params: IdParams,
        headers: IfMatch,
        body: Position,
        response: { 200: Success(Published) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const { id } = request.params;
      const { redirects, ...wanted } = request.body;
      if (redirects) assertAllowed(request.actor, TO_REDIRECT);
      const follow = redirects ? others.followMoves : undefined;
      return withEtag(
        reply,
        await request.inTenant((tx, by) => moveEntry(tx, by, clock(), id, wanted, seen, follow)),
      );
    },
  );
}
