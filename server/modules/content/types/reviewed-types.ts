/** Whoever could end the review of a type, or write into its live entries, would need none: so an admin does. */
import { forbidden } from '#kernel/errors.ts';
import type { Migration } from './migration.ts';

type Rights = { isAdmin: boolean };
const ADMIN = { role: 'admin' };

/** The transaction has locked the type, so that no admin turns its review on meanwhile. */
export function assertMayReview(
  isReviewed: boolean,
  { review = isReviewed }: { review?: boolean },
  { isAdmin }: Rights,
): void {
  if (isAdmin || review === isReviewed) return;
  throw forbidden('An admin alone says whether publishing needs a review.', ADMIN);
}

/** `name`: of a type that uses the block which is changed. */
export function assertMayMigrate(
  { name, review }: { name: string | null; review: boolean },
  migration: Migration,
  { isAdmin }: Rights,
): void {
  if (isAdmin || !review || Object.keys(migration).length === 0) return;
  const type = name === null ? 'a type' : `the type ${name}`;
  throw forbidden(`An admin alone changes live values of ${type}, whose publishing needs a review.`, ADMIN);
}

/** Another type of its name would have no review. */
export function assertMayDelete(
  { name, review }: { name: string; review: boolean },
  { isAdmin }: Rights,
): void {
  if (isAdmin || !review) return;
  throw forbidden(`An admin alone deletes the type ${name}, whose publishing needs a review.`, ADMIN);
}
