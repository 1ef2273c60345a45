/** Each e-mail address, phone number and external reference belongs to one customer and finds that customer. */
import type { Tx } from '#kernel/db/db.ts';
import { conflict } from '#kernel/errors.ts';
import type { CustomerRow } from './customers.sql.ts';
import { claimIdentities, findReferences, type Identity } from './identities.sql.ts';
import { replaceTerms } from './lists/terms.sql.ts';
import { termsOf } from './lists/terms.ts';

/**
 * Stores the customer's identities and search terms. External references of merged customers find the survivor until its own
 * reference is set to null.
 */
export async function settleIdentities(
  tx: Tx,
  before: CustomerRow | null,
  after: CustomerRow,
): Promise<void> {
  const [had, has] = [before === null ? [] : identitiesOf(before), identitiesOf(after)];
  const references = before === null ? [] : await findReferences(tx, after.id);
  const merged = references.filter((reference) => reference !== before?.external_id);
  const givesUpMerged = before?.external_id != null && after.external_id === null;
  const given = [...without(had, has), ...(givesUpMerged ? merged.map(asReference) : [])];
  const taken = await claimIdentities(tx, after.id, { given, taken: without(has, had) });
  if (taken.length > 0) throw identityTaken(taken);
  await replaceTerms(tx, after.id, termsOf(after, givesUpMerged ? [] : merged));
}

const identitiesOf = (row: CustomerRow): Identity[] => [
  ...row.emails.map((value) => ({ kind: 'email' as const, value })),
  ...row.phones.map((value) => ({ kind: 'phone' as const, value })),
  ...(row.external_id === null ? [] : [asReference(row.external_id)]),
];

const asReference = (value: string): Identity => ({ kind: 'external_id', value });

const without = (all: Identity[], some: Identity[]) =>
  all.filter(({ kind, value }) => !some.some((one) => one.kind === kind && one.value === value));

const FIELD_OF = { email: 'emails', phone: 'phones', external_id: 'externalId' };

function identityTaken(taken: Identity[]) {
  const names = taken.map(({ kind, value }) => `${FIELD_OF[kind]} (${value})`).join(', ');
  const details = taken.map(({ kind, value }) => ({
    path: FIELD_OF[kind],
    code: 'taken',
    message: `${value} belongs to another customer`,
  }));
  return conflict(`Another customer has the same ${names}.`, details);
}
