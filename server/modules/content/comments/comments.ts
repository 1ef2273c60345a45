/** Comments of the staff on entries: in threads, about the entry or one of its fields, open until somebody resolves them. */
import { type Static, Type } from 'typebox';
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import { reaches } from '#kernel/auth/actor.ts';
import { hasRight } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, forbidden, invalid, notFound } from '#kernel/errors.ts';
import { assertVersion } from '#kernel/http/etag.ts';
import { Author, Nullable, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { Described, NamedObject } from '#kernel/http/named.ts';
import { newId } from '#kernel/id.ts';
import { quote, tellMember } from '#kernel/notices.ts';
import type { Others } from '../entries/references.ts';
import { assertLocale, loadLocales } from '../locales/locales.ts';
import { readType } from '../types/record.ts';
import { findTypeById } from '../types/types.sql.ts';
import { type BlockThere, findBlocks } from './blocks-there.ts';
import {
  type CommentRow,
  countComments,
  deleteComment,
  findReplies,
  holdComment,
  holdEntryForComments,
  holdEntryOfComment,
  insertComment,
  type PlaceRow,
  updateComment,
} from './comments.sql.ts';

export const MAX_COMMENTS = 500;
const MAX_REPLIES = 100;
const MAX_MENTIONS = 10;

export type FindColleagues = Others['findColleagues'];

const Words = () => ({ ...Type.String({ minLength: 1, maxLength: 4_000, pattern: '\\S' }) });
const Mentions = () =>
  Type.Optional(
    Type.Array(Uuid(), {
      maxItems: MAX_MENTIONS,
      uniqueItems: true,
      description: 'Members of the staff who get a notice: their ids, as `listContentColleagues` has them.',
    }),
  );
export const NewComment = NamedObject(
  'NewContentComment',
  {
    text: Words(),
    threadId: Type.Optional(Uuid('The comment that it answers, which began a thread.')),
    field: Type.Optional({
      ...Text(50),
      description: 'The field that it is about; without it the whole entry.',
    }),
    locale: Type.Optional({ ...Text(35), description: 'The locale of the field that it is about.' }),
    blockId: Type.Optional(
      Text(
        64,
        'The `id` of the block that it is about, at any depth, as the entry is saved. The comment stays with the block wherever it is moved; `field` is the one that has the block.',
      ),
    ),
    mentions: Mentions(),
  },
  { additionalProperties: false },
);
export const CommentChange = NamedObject(
  'ContentCommentChange',
  {
    text: Type.Optional(Words()),
    mentions: Mentions(),
    resolved: Type.Optional(
      Type.Boolean({ description: 'true: the thread is settled; false: it is open again.' }),
    ),
  },
  { additionalProperties: false },
);

const CommentedBlock = NamedObject('ContentCommentBlock', {
  id: Type.String(),
  type: { ...Type.String(), description: 'The kind of the block: the name of its type.' },
  isRemoved: { ...Type.Boolean(), description: 'The draft of the entry no longer has the block.' },
});

export const Comment = NamedObject('ContentComment', {
  id: Type.String(),
  entryId: Type.String(),
  threadId: Described(Nullable(Type.String()), 'The comment that it answers; null: it begins a thread.'),
  field: Nullable(Type.String()),
  locale: Nullable(Type.String()),
  block: Described(Nullable(CommentedBlock), 'The block that it is about.'),
  text: Type.String(),
  mentions: Type.Array(Type.String()),
  author: Author,
  version: Type.Integer(),
  createdAt: Time(),
  editedAt: Nullable(Time()),
  resolvedAt: Nullable(Time()),
  resolvedBy: Nullable(Author),
});
export const PlaceOfThreads = NamedObject('ContentCommentPlace', {
  field: Nullable(Type.String()),
  locale: Nullable(Type.String()),
  blockId: Nullable(Type.String()),
  threads: Type.Integer({ description: 'Those that are open.' }),
});
type PlaceOfThreads = Static<typeof PlaceOfThreads>;
export const Thread = NamedObject('ContentCommentThread', {
  ...Comment.properties,
  replies: Type.Array(Comment, { description: `The oldest first, ${MAX_REPLIES} at most.` }),
});

const at = (time: Date | null) => time?.toISOString() ?? null;
/** The blocks that the draft has; they are not read for comments about none. */
type There = ReadonlyMap<string, BlockThere>;
/** Where the block is by now; where it was, once the draft lacks it. */
const placeNow = ({ block_id, field, locale, block_type: type }: PlaceOfComment, there: There) => {
  const now = there.get(block_id ?? '');
  const block = block_id === null ? null : { id: block_id, type: now?.type ?? type!, isRemoved: !now };
  return { field: now?.field ?? field, locale: now?.locale ?? locale, block };
};
const presentComment = (row: CommentRow, there: There): Static<typeof Comment> => ({
  id: row.id,
  entryId: row.entry_id,
  threadId: row.thread_id,
  ...placeNow(row, there),
  text: row.text,
  mentions: row.mentions,
  author: JSON.parse(row.author),
  version: row.version,
  createdAt: row.created_at.toISOString(),
  editedAt: at(row.edited_at),
  resolvedAt: at(row.resolved_at),
  resolvedBy: row.resolved_by && JSON.parse(row.resolved_by),
});

export async function withReplies(
  tx: Tx,
  rows: CommentRow[],
): Promise<(CommentRow & { replies: CommentRow[] })[]> {
  const replies = await findReplies(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, replies: replies.filter(({ thread_id }) => thread_id === row.id) }));
}
type ThreadRow = CommentRow & { replies: CommentRow[] };
export const presentThread =
  (there: There) =>
  ({ replies, ...row }: ThreadRow) => ({
    ...presentComment(row, there),
    replies: replies.map((reply) => presentComment(reply, there)),
  });

/** The blocks of the entry, if some of its comments are about one. */
export const blocksFor = (
  tx: Tx,
  entryId: string,
  rows: { block_id: string | null }[],
): Promise<There> | There =>
  rows.some((row) => row.block_id !== null) ? findBlocks(tx, entryId) : new Map();

export const shown = async (tx: Tx, row: CommentRow): Promise<Static<typeof Comment>> =>
  presentComment(row, await blocksFor(tx, row.entry_id, [row]));

/** The open threads by where their blocks are by now. */
export function presentPlaces(rows: PlaceRow[], there: There): PlaceOfThreads[] {
  const places = new Map<string, PlaceOfThreads>();
  for (const row of rows) {
    const { field, locale } = placeNow({ ...row, block_type: null }, there);
    const key = JSON.stringify([field, locale, row.block_id]);
    const threads = (places.get(key)?.threads ?? 0) + row.threads;
    places.set(key, { field, locale, blockId: row.block_id, threads });
  }
  return [...places.values()];
}

const authorOf = ({ type, id, name }: Actor) => JSON.stringify({ type, id, name });

type Saying = { by: Actor; now: Date; find: FindColleagues };

export async function addComment(
  tx: Tx,
  { by, now, find }: Saying,
  entryId: string,
  sent: Static<typeof NewComment>,
): Promise<CommentRow> {
  const entry = await holdEntryForComments(tx, entryId);
  if (entry === undefined) throw notFound('entry');
  const threadId = sent.threadId?.toLowerCase() ?? null;
  const thread = threadId === null ? null : await holdComment(tx, threadId);
  if (threadId !== null && (thread?.entry_id !== entryId || thread.thread_id !== null))
    throw invalid([{ path: 'threadId', code: 'not_found', message: 'must be a thread of this entry' }]);
  const sentPlace = (['field', 'locale', 'blockId'] as const).find((name) => sent[name] !== undefined);
  if (thread !== null && sentPlace !== undefined)
    throw invalid([{ path: sentPlace, code: 'not_allowed', message: 'is that of the thread' }]);
  const place = thread ?? (await placeOf(tx, entryId, entry.type_id, sent));
  const mentions = await readMentions(tx, find, sent.mentions ?? [], entry.type);
  const { all, replies } = await countComments(tx, entryId, threadId, MAX_COMMENTS);
  if (all >= MAX_COMMENTS)
    throw conflict(`This entry has ${MAX_COMMENTS} comments. Delete some that are settled.`);
  if (replies >= MAX_REPLIES) throw conflict(`This thread has ${MAX_REPLIES} replies. Begin another one.`);
  const row: CommentRow = {
    ...{ id: newId(), entry_id: entryId, thread_id: threadId, text: sent.text, mentions },
    ...{ field: place.field, locale: place.locale, block_id: place.block_id, block_type: place.block_type },
    ...{ author: authorOf(by), version: 1, created_at: now, edited_at: null },
    ...{ resolved_at: null, resolved_by: null },
  };
  await insertComment(tx, row);
  // A new word in a settled thread opens it.
  if (thread?.resolved_at) await settleThread(tx, by, now, thread, false);
  await tellMentioned(tx, by, now, row, entry.slug, mentions);
  return row;
}

type PlaceOfComment = Pick<CommentRow, 'field' | 'locale' | 'block_id' | 'block_type'>;

async function placeOf(
  tx: Tx,
  entryId: string,
  typeId: string,
  { field, locale, blockId }: Static<typeof NewComment>,
): Promise<PlaceOfComment> {
  const wrong = (path: string, message: string, code = 'not_allowed') => invalid([{ path, code, message }]);
  if (locale !== undefined) assertLocale(await loadLocales(tx), locale, 'locale');
  if (blockId !== undefined) {
    const block = (await findBlocks(tx, entryId)).get(blockId);
    if (block === undefined)
      throw wrong('blockId', 'must be the id of a block of the entry, as it is saved', 'not_found');
    if (field !== undefined && field !== block.field)
      throw wrong('field', `must be ${block.field}, which has the block, or absent`);
    if (locale !== undefined && block.locale !== null && locale !== block.locale)
      throw wrong('locale', `must be ${block.locale}, which has the block, or absent`);
    const at = { field: block.field, locale: block.locale ?? locale ?? null };
    return { ...at, block_id: blockId, block_type: block.type };
  }
  const place = { field: field ?? null, locale: locale ?? null, block_id: null, block_type: null };
  if (field === undefined) return place;
  const type = readType((await findTypeById(tx, typeId))!);
  if (!type.fields.some(({ name }) => name === field))
    throw wrong('field', `is not a field of the type ${type.name}`);
  return place;
}

async function readMentions(tx: Tx, find: FindColleagues, sent: string[], type: string): Promise<string[]> {
  const ids = [...new Set(sent.map((id) => id.toLowerCase()))];
  if (ids.length === 0) return [];
  const readers = (await find(tx, ids)).filter((member) => hasRight(member, type, 'read'));
  const known = new Set(readers.map(({ id }) => id));
  const problems = ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : [
          {
            path: `mentions[${index}]`,
            code: 'not_found',
            message: 'must be a member of the staff who has joined, and may read the entry',
          },
        ],
  );
  if (problems.length > 0) throw invalid(problems);
  return ids;
}

async function tellMentioned(
  tx: Tx,
  by: Actor,
  now: Date,
  { entry_id, text }: CommentRow,
  slug: string | null,
  ids: string[],
): Promise<void> {
  const message = `${by.name} mentioned you in a comment${slug === null ? '' : ` on ${slug}`}: ${quote(text)}`;
  for (const memberId of ids.filter((id) => id !== by.id))
    await tellMember(tx, now, memberId, {
      ...{ kind: 'content.mentioned', subjectType: 'entry', subjectId: entry_id, message },
    });
}

/** Its author changes the words; every editor settles a thread, or opens it again. */
export async function changeComment(
  tx: Tx,
  { by, now, find }: Saying,
  id: string,
  change: Static<typeof CommentChange>,
  seen: number | null,
): Promise<CommentRow> {
  const isReworded = change.text !== undefined || change.mentions !== undefined;
  // A new comment locks the entry before its thread, too: the other way round, the two would wait for each other.
  const entry = isReworded ? await holdEntryOfComment(tx, id) : undefined;
  let row = await holdComment(tx, id);
  if (row === undefined) throw notFound('comment');
  assertVersion(seen, row.version);
  if (isReworded) {
    if (!isOwn(row, by)) throw forbidden('The author of a comment alone changes its words.');
    const mentions =
      change.mentions && entry ? await readMentions(tx, find, change.mentions, entry.type) : row.mentions;
    const before = row.mentions;
    row = { ...row, text: change.text ?? row.text, mentions, edited_at: now, version: row.version + 1 };
    await updateComment(tx, row);
    const added = mentions.filter((each) => !before.includes(each));
    if (entry) await tellMentioned(tx, by, now, row, entry.slug, added);
  }
  if (change.resolved === undefined || change.resolved === (row.resolved_at !== null)) return row;
  if (row.thread_id !== null)
    throw invalid([
      { path: 'resolved', code: 'not_allowed', message: 'is for the comment that began the thread' },
    ]);
  return settleThread(tx, by, now, row, change.resolved);
}

async function settleThread(
  tx: Tx,
  by: Actor,
  now: Date,
  thread: CommentRow,
  resolved: boolean,
): Promise<CommentRow> {
  const row = {
    ...thread,
    version: thread.version + 1,
    resolved_at: resolved ? now : null,
    resolved_by: resolved ? authorOf(by) : null,
  };
  await updateComment(tx, row);
  return row;
}

const isOwn = (row: CommentRow, by: Actor): boolean => {
  const author = JSON.parse(row.author);
  return author.type === by.type && author.id === by.id;
};

/** An admin deletes every comment; its author one that nobody answered. */
export async function removeComment(
  tx: Tx,
  by: Actor,
  now: Date,
  id: string,
  seen: number | null,
): Promise<{ id: string; deleted: true }> {
  const row = await holdComment(tx, id);
  if (row === undefined) throw notFound('comment');
  assertVersion(seen, row.version);
  const isAdmin = reaches(by.role, 'admin');
  if (!isAdmin && !isOwn(row, by)) throw forbidden('The author of a comment, or an admin, deletes it.');
  if (!isAdmin && (await findReplies(tx, [id])).length > 0)
    throw conflict('This comment has replies. Settle its thread instead, or ask an admin.');
  await deleteComment(tx, id);
  if (!isOwn(row, by))
    await audit(tx, by, now, {
      action: 'content_comment.deleted',
      ...{ subjectType: 'content_comment', subjectId: id },
      details: { entryId: row.entry_id, author: JSON.parse(row.author).name },
    });
  return { id, deleted: true };
}
