/** Reviews of entries: a writer asks, another person approves that very version or asks for changes. */
import { type Static, Type } from 'typebox';
import { audit } from '#kernel/audit.ts';
import { type Actor, reaches } from '#kernel/auth/actor.ts';
import { hasRight } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import { AppError, conflict, forbidden, invalid } from '#kernel/errors.ts';
import { Author, Nullable, OneOf, Time, Uuid } from '#kernel/http/fields.ts';
import { Described, NamedObject } from '#kernel/http/named.ts';
import { newId } from '#kernel/id.ts';
import { quote, tellMember } from '#kernel/notices.ts';
import type { EntryRow } from '../entries/entries.sql.ts';
import { holdCurrent } from '../entries/holding.ts';
import { assertThere } from '../entries/record.ts';
import type { Others } from '../entries/references.ts';
import { findAuthors, findReview, putReview, REVIEW_STATUSES, type ReviewRow } from './reviews.sql.ts';

const STRICT = { additionalProperties: false };
const Note = (description: string) =>
  Type.Optional({ ...Type.String({ minLength: 1, maxLength: 2_000, pattern: '\\S' }), description });
const Version = () => ({
  ...Type.Integer({ minimum: 1, maximum: 999_999_999 }),
  description: 'The version that was looked at. One that is not the latest gets 422.',
});

export const ReviewRequest = NamedObject(
  'ContentReviewRequest',
  {
    version: Type.Optional({ ...Version(), description: 'The version to review; without it the latest.' }),
    note: Note('Words for the reviewer.'),
    reviewerId: Type.Optional(
      Uuid('The member who is asked, as `listContentColleagues` has them; without it anybody may review.'),
    ),
  },
  STRICT,
);
export const ReviewDecision = NamedObject(
  'ContentReviewDecision',
  {
    version: Version(),
    decision: OneOf(['approve', 'request_changes'] as const),
    note: Note('Words for the writer; of changes, and of an override, they are required.'),
    override: Type.Optional(
      Type.Boolean({
        description:
          'true: an owner approves without another person. The note is the reason in the audit log.',
      }),
    ),
  },
  STRICT,
);
export const Review = NamedObject('ContentReview', {
  entryId: Type.String(),
  version: Type.Integer(),
  status: OneOf(REVIEW_STATUSES),
  isCurrent: Type.Boolean({ description: 'false: the entry has been saved since, so it counts no more.' }),
  askedBy: Described(Nullable(Author), 'null: nobody asked.'),
  note: Nullable(Type.String()),
  reviewerId: Nullable(Type.String()),
  decidedBy: Nullable(Author),
  decidedAt: Nullable(Time()),
  decisionNote: Nullable(Type.String()),
  overridden: Type.Boolean(),
  createdAt: Time(),
});

export const presentReview = (row: ReviewRow, current: number): Static<typeof Review> => ({
  entryId: row.entry_id,
  version: row.version,
  status: row.status,
  isCurrent: row.version === current,
  askedBy: row.asked_by && JSON.parse(row.asked_by),
  note: row.note,
  reviewerId: row.reviewer_id,
  decidedBy: row.decided_by && JSON.parse(row.decided_by),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decisionNote: row.decision_note,
  overridden: row.overridden,
  createdAt: row.created_at.toISOString(),
});

type Reviewing = { by: Actor; now: Date; find: Others['findColleagues'] };

const authorOf = ({ type, id, name }: Actor) => JSON.stringify({ type, id, name });
const wrong = (path: string, code: string, message: string) => invalid([{ path, code, message }]);

async function holdForReview(tx: Tx, now: Date, id: string, version: number | undefined): Promise<EntryRow> {
  const { entry, type } = assertThere(await holdCurrent(tx, now, id), 'edit');
  if (!type.review) throw conflict(`Entries of the type ${type.name} are published without a review.`);
  if (version !== undefined && version !== entry.version)
    throw wrong('version', 'changed', `is not the latest: the entry has version ${entry.version}`);
  return entry;
}

const auditReview = (tx: Tx, by: Actor, now: Date, verb: string, row: ReviewRow, details: object = {}) =>
  audit(tx, by, now, {
    action: `content_review.${verb}`,
    ...{ subjectType: 'content_entry', subjectId: row.entry_id },
    details: { version: row.version, ...details },
  });

const nameOf = ({ slug, type }: EntryRow) =>
  slug === null ? `an entry of the type ${type}` : `${type}/${slug}`;

export async function requestReview(
  tx: Tx,
  { by, now, find }: Reviewing,
  id: string,
  { version, note: words, reviewerId }: Static<typeof ReviewRequest>,
) {
  const note = (words as string | undefined) ?? null;
  const entry = await holdForReview(tx, now, id, version as number | undefined);
  const before = await findReview(tx, entry.id);
  if (before?.version === entry.version && before.status === 'approved')
    throw new AppError('invalid_transition', `Version ${entry.version} is approved already. Publish it.`);
  const reviewer = reviewerId?.toLowerCase() ?? null;
  if (reviewer !== null) await assertCanReview(tx, find, entry, reviewer);
  const row: ReviewRow = {
    ...{ id: newId(), entry_id: entry.id, version: entry.version, status: 'requested' },
    ...{ asked_by: authorOf(by), note, reviewer_id: reviewer, created_at: now },
    ...{ decided_by: null, decided_at: null, decision_note: null, overridden: false },
  };
  await putReview(tx, row);
  await auditReview(tx, by, now, 'requested', row);
  if (reviewer !== null && reviewer !== by.id)
    await tellMember(tx, now, reviewer, {
      ...{ kind: 'content.review_requested', subjectType: 'entry', subjectId: entry.id },
      message: `${by.name} asks you to review ${nameOf(entry)}${note === null ? '.' : `: ${quote(note)}`}`,
    });
  return presentReview(row, entry.version);
}

async function assertCanReview(tx: Tx, find: Others['findColleagues'], entry: EntryRow, reviewer: string) {
  const [member] = await find(tx, [reviewer]);
  if (member === undefined)
    throw wrong('reviewerId', 'not_found', 'must be a member of the staff who has joined');
  if (!reaches(member.role, 'editor'))
    throw wrong('reviewerId', 'not_allowed', 'is a viewer, and an editor reviews: ask another member');
  if (!hasRight(member, entry.type, 'publish'))
    throw wrong(
      'reviewerId',
      'not_allowed',
      `may not approve entries of the type ${entry.type}: ask another member`,
    );
  if (await isAuthor(tx, entry, { type: 'staff', id: reviewer }))
    throw wrong('reviewerId', 'not_allowed', 'is the last author of this version: another person reviews it');
}

/** A member may have been limited to other types, or removed, since they asked. */
async function isReader(tx: Tx, find: Others['findColleagues'], { type }: EntryRow, id: string) {
  const [member] = await find(tx, [id]);
  return member !== undefined && hasRight(member, type, 'read');
}

async function isAuthor(
  tx: Tx,
  entry: EntryRow,
  { type, id }: { type: string; id: string },
): Promise<boolean> {
  const authors = await findAuthors(tx, entry.id, entry.version);
  return authors.some((author) => author.type === type && author.id === id);
}

export async function decideReview(
  tx: Tx,
  { by, now, find }: Reviewing,
  id: string,
  { version, decision, note: words, override = false }: Static<typeof ReviewDecision>,
) {
  const note = (words as string | undefined) ?? null;
  const entry = await holdForReview(tx, now, id, version as number);
  const isApproval = decision === 'approve';
  if (note === null && (override || !isApproval))
    throw wrong(
      'note',
      'required',
      override ? 'is required: the reason of the override' : 'is required: the changes',
    );
  if (override && !isApproval) throw wrong('override', 'not_allowed', 'is for an approval');
  if (override && !(by.type === 'staff' && reaches(by.role, 'owner')))
    throw forbidden('An owner alone approves without another person.', { role: 'owner' });
  if (isApproval && !override && (await isAuthor(tx, entry, by)))
    throw forbidden(
      'You are the last author of this version. Another person approves it; an owner may approve it alone, with a reason.',
    );
  const before = await findReview(tx, entry.id);
  const asked = before?.version === entry.version ? before : undefined;
  const row: ReviewRow = {
    ...{ id: asked?.id ?? newId(), entry_id: entry.id, version: entry.version },
    ...{
      asked_by: asked?.asked_by ?? null,
      note: asked?.note ?? null,
      reviewer_id: asked?.reviewer_id ?? null,
    },
    ...{ status: isApproval ? 'approved' : 'changes_requested', decided_by: authorOf(by), decided_at: now },
    ...{ decision_note: note, overridden: override, created_at: asked?.created_at ?? now },
  };
  await putReview(tx, row);
  const verb = override ? 'overridden' : row.status;
  await auditReview(tx, by, now, verb, row, note === null ? {} : { reason: note });
  const asker = asked?.asked_by ? JSON.parse(asked.asked_by) : null;
  if (asker?.type === 'staff' && asker.id !== by.id && (await isReader(tx, find, entry, asker.id)))
    await tellMember(tx, now, asker.id, {
      ...{ kind: `content.review_${row.status}`, subjectType: 'entry', subjectId: entry.id },
      message: `${by.name} ${isApproval ? 'approved' : 'asks for changes of'} ${nameOf(entry)}${note === null ? '.' : `: ${quote(note)}`}`,
    });
  return presentReview(row, entry.version);
}
