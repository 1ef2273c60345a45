import type { FastifyRequest } from 'fastify';
import { type TProperties, Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
import type { App } from '#kernel/http/app.ts';
import { Success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams, Nullable, OneOf, Text, Time } from '#kernel/http/fields.ts';
import { assertAllowed } from '#kernel/http/guard.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { MovedPage } from '../content.events.ts';
import { Entry } from '../entries/record.ts';
import type { Others } from '../entries/references.ts';
import { MAX_LOCALES } from '../locales/locales.ts';
import type { TellRelease } from '../releases/under-way.ts';
import { onEntry } from '../types/limits.ts';
import { publishEntry } from './publishing.ts';
import { scheduleEntry, unscheduleEntry } from './schedule.ts';
import { unpublishEntry } from './taking-down.ts';

export const Named = (description: string) =>
  Type.Optional(Type.Array(Text(35), { minItems: 1, maxItems: MAX_LOCALES, uniqueItems: true, description }));

/** A name that is misspelt must not publish a language that is not finished. */
export const STRICT = { additionalProperties: false };

const Times = NamedObject(
  'EntrySchedule',
  {
    at: Type.Optional({ ...Nullable(Time()), description: 'When it goes live; null: no longer.' }),
    unpublishAt: Type.Optional({
      ...Nullable(Time()),
      description: 'When it is taken down; null: no longer.',
    }),
    locales: Named('The locales that the times are for; without it the whole entry.'),
  },
  STRICT,
);

export const AllowBroken = () =>
  Type.Optional({
    ...OneOf(['allow'] as const),
    description: 'allow: also if a live entry then lacks something that its type requires.',
  });
export const Redirects = () =>
  Type.Optional(
    Type.Boolean({
      description:
        'true: the former addresses of its pages redirect to the new ones, and no redirect leads away from these. A key for it has write:redirects, too.',
    }),
  );

const Wish = <T extends TProperties>(locales: string, more: T) =>
  Nullable(
    Type.Object(
      {
        locales: Named(locales),
        ...more,
        broken: AllowBroken(),
      },
      STRICT,
    ),
  );
export const TO_REDIRECT = { role: 'editor', scope: 'write:redirects', module: 'redirects' } as const;

const Warning = Type.Object({ path: Type.String(), code: Type.String(), message: Type.String() });
export const Published = NamedObject('EntryWithWarnings', {
  ...Entry.properties,
  warnings: Type.Array(Warning, {
    description:
      'References and assets that visitors do not get: drafts, deleted entries, private assets. Fields without locales that change for readers of the other live locales too. `parentId`: an entry above it is not live.',
  }),
  moved: Type.Array(MovedPage, {
    description:
      'The pages whose addresses change, if the type has `addresses`: its own, and those below whose paths contain its slug. `redirects` makes the former ones lead on.',
  }),
});
const Unpublished = Type.Object({
  ...Entry.properties,
  shownBy: Type.Array(
    Type.Object({ id: Type.String(), type: Type.String(), slug: Nullable(Type.String()) }),
    { description: 'Live entries that refer to it, 25 at most; their readers no longer get it.' },
  ),
});

type Asked = Pick<FastifyRequest, 'actor' | 'params' | 'inTenant'>;

export function publishingRoutes(
  app: App,
  clock: () => Date,
  others: Others,
  wakeSchedule: () => void,
  tell: TellRelease,
): void {
  const config = { role: 'editor', scope: 'write:content', dryRun: true, types: onEntry('publish') } as const;
  const response = { 200: Success(Entry) };
  const params = IdParams;
  const telling = <T>(request: Asked, work: (tx: Tx) => Promise<T>) =>
    tell(request.actor.tenant.id, (request.params as { id: string }).id, request.inTenant(work));

  app.post(
    '/v1/content/entries/:id/publish',
    {
      config,
      schema: {
        operationId: 'publishEntry',
        fails: ['conflict', 'invalid_transition', 'review_required'],
        summary: 'Publish the draft of an entry',
        description:
          '422 names everything that is still missing, and required references that visitors would not get. With `locales`, readers of other locales go on seeing the values that were live; values without a locale are common to all. With If-Match only the version that was seen.',
        params,
        headers: IfMatch,
        body: Wish('The locales that go live; without it all, also those that are added later.', {
          redirects: Redirects(),
        }),
        response: { 200: Success(Published) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const { redirects, ...wish } = request.body ?? {};
      if (redirects) assertAllowed(request.actor, TO_REDIRECT);
      const going = { ...wish, others, follow: redirects ? others.followMoves : undefined };
      return withEtag(
        reply,
        await telling(request, (tx) => publishEntry(tx, clock(), request.params.id, seen, going)),
      );
    },
  );

  app.post(
    '/v1/content/entries/:id/unpublish',
    {
      config,
      schema: {
        operationId: 'unpublishEntry',
        fails: ['conflict', 'invalid_transition'],
        summary: 'Take an entry down',
        description:
          '409 names the live entries that require it, unless `broken` is `allow`. With the last locale, the whole entry is taken down.',
        params,
        headers: IfMatch,
        body: Wish('The locales that are taken down; without it all.', {}),
        response: { 200: Success(Unpublished) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const work = (tx: Tx) =>
        unpublishEntry(tx, clock(), request.params.id, seen, { ...request.body, others });
      return withEtag(reply, await telling(request, work));
    },
  );

  app.post(
    '/v1/content/entries/:id/schedule',
    {
      config,
      schema: {
        operationId: 'scheduleEntry',
        fails: ['conflict', 'invalid_transition', 'review_required'],
        summary: 'Set a time to publish an entry, or to take it down',
        description:
          'The draft that is there at that time goes live. Times that are not given stay as they are.',
        params,
        headers: IfMatch,
        body: Times,
        response,
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const entry = await telling(request, (tx) =>
        scheduleEntry(tx, clock(), request.params.id, request.body, seen),
      );
      wakeSchedule();
      return withEtag(reply, entry);
    },
  );

  app.delete(
    '/v1/content/entries/:id/schedule',
    {
      config,
      schema: {
        operationId: 'unscheduleEntry',
        summary: 'Forget what an entry is scheduled for',
        params,
        headers: IfMatch,
        response,
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      return withEtag(
        reply,
        await request.inTenant((tx) => unscheduleEntry(tx, clock(), request.params.id, seen)),
      );
    },
  );
}
