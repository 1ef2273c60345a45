import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, OneOf, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { findEntry } from '../entries/entries.sql.ts';
import type { Others } from '../entries/references.ts';
import { onEntry, readableIds } from '../types/limits.ts';
import { findReview, listReviews, REVIEW_STATUSES } from './reviews.sql.ts';
import {
  decideReview,
  presentReview,
  Review,
  ReviewDecision,
  ReviewRequest,
  requestReview,
} from './reviews.ts';

const READ = { role: 'viewer', scope: 'read:content' } as const;
const WRITE = { role: 'editor', scope: 'write:content', dryRun: true } as const;

const ListedReview = NamedObject('ListedContentReview', {
  ...Review.properties,
  type: Type.String(),
  slug: Nullable(Type.String()),
});

export function reviewRoutes(app: App, clock: () => Date, others: Pick<Others, 'findColleagues'>): void {
  const reviewing = { find: others.findColleagues };

  app.get(
    '/v1/content/reviews',
    {
      config: { ...READ, types: 'filtered' },
      schema: {
        operationId: 'listContentReviews',
        summary: 'List reviews, newest first',
        querystring: Type.Object({
          ...PageQuery.properties,
          status: { ...OneOf(REVIEW_STATUSES), default: 'requested' },
          reviewerId: Type.Optional(Uuid('Only those for which this member was asked.')),
        }),
        response: { 200: Page(ListedReview) },
      },
    },
    async (request) => {
      const { limit, cursor, status, reviewerId = null } = request.query;
      const rows = await request.inTenant(async (tx, by) => {
        const typeIds = await readableIds(tx, by);
        return listReviews(tx, { status, reviewerId, typeIds: typeIds ?? null }, limit, readCursor(cursor));
      });
      return page(rows, limit, (row) => ({
        ...presentReview(row, row.current_version),
        type: row.type,
        slug: row.slug,
      }));
    },
  );

  app.get(
    '/v1/content/entries/:id/review',
    {
      config: { ...READ, types: onEntry('read') },
      schema: {
        operationId: 'getEntryReview',
        summary: 'See the latest review of an entry',
        description: 'null: nobody has asked for one.',
        params: IdParams,
        response: { 200: Success(Nullable(Review)) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const review = await request.inTenant(async (tx) => {
        const entry = await findEntry(tx, id);
        if (entry === undefined) throw notFound('entry');
        const row = await findReview(tx, id);
        return row === undefined ? null : presentReview(row, entry.version);
      });
      return success(review);
    },
  );

  app.post(
    '/v1/content/entries/:id/review',
    {
      config: { ...WRITE, types: onEntry('write') },
      schema: {
        operationId: 'requestEntryReview',
        fails: ['conflict', 'invalid_transition'],
        summary: 'Ask for a review of an entry, of anybody or of one member',
        description: 'For types with `review`. A member who is asked gets a notice.',
        params: IdParams,
        body: Nullable(ReviewRequest),
        response: { 200: Success(Review) },
      },
    },
    async (request) => {
      const { params, body } = request;
      return success(
        await request.inTenant((tx, by) =>
          requestReview(tx, { ...reviewing, by, now: clock() }, params.id, body ?? {}),
        ),
      );
    },
  );

  app.put(
    '/v1/content/entries/:id/review',
    {
      config: { ...WRITE, types: onEntry('publish') },
      schema: {
        operationId: 'decideEntryReview',
        fails: ['conflict', 'invalid_transition'],
        summary: 'Approve a version of an entry, or ask for changes',
        description:
          'An approval counts for that very version. Its last author cannot approve it, and a later save takes the approval away. An owner may send `override` with a reason.',
        params: IdParams,
        body: ReviewDecision,
        response: { 200: Success(Review) },
      },
    },
    async (request) => {
      const { params, body } = request;
      return success(
        await request.inTenant((tx, by) =>
          decideReview(tx, { ...reviewing, by, now: clock() }, params.id, body),
        ),
      );
    },
  );
}
