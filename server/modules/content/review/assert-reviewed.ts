/** A type may demand a review: then a version goes live only once another person than its last author has approved it. */
import type { Tx } from '#kernel/db/db.ts';
import { AppError } from '#kernel/errors.ts';
import type { HeldEntry } from '../entries/entries.sql.ts';
import { findReview, type ReviewRow } from './reviews.sql.ts';

/** The transaction has locked the entry, so no other version comes in between. */
export async function assertReviewed(tx: Tx, { entry, type }: HeldEntry): Promise<void> {
  if (!type.review) return;
  const review = await findReview(tx, entry.id);
  if (review?.status === 'approved' && review.version === entry.version) return;
  throw new AppError('review_required', messageOf(entry, review), {
    entryId: entry.id,
    version: entry.version,
    review: review ? { status: review.status, version: review.version } : null,
  });
}

function messageOf(
  { id, type, version }: { id: string; type: string; version: number },
  review: ReviewRow | undefined,
): string {
  const ask = `Ask for one: POST /v1/content/entries/${id}/review.`;
  if (review === undefined)
    return `Entries of the type ${type} are published after a review, and version ${version} has none. ${ask}`;
  if (review.version !== version)
    return `Version ${review.version} was reviewed, and the latest is ${version}: it needs a review of its own. ${ask}`;
  if (review.status === 'requested')
    return `Version ${version} waits for its review: another person than its last author approves it.`;
  return `The review of version ${version} asks for changes: save them, and ask for another review.`;
}
