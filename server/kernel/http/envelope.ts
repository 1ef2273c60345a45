/** The shape of every answer, and the keyset pages of lists. */

import type { RouteOptions } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { Position } from '#kernel/db/newest-first.ts';
import { badRequest } from '#kernel/errors.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { sha256 } from '#kernel/secrets.ts';

export const Success = <T extends TSchema>(data: T) => Type.Object({ success: Type.Literal(true), data });

/** The answer to a DELETE. */
export const Deleted = Success(NamedObject('Deleted', { id: Type.String(), deleted: Type.Literal(true) }));

export const success = <T>(data: T) => ({ success: true as const, data });

const Pagination = NamedObject('Pagination', {
  limit: Type.Integer(),
  hasMore: Type.Boolean(),
  nextCursor: Type.Union([Type.String(), Type.Null()]),
});

export const Page = <T extends TSchema>(item: T) =>
  Type.Object({ success: Type.Literal(true), data: Type.Array(item), pagination: Pagination });

/** One problem of a request: the field, and the rule that it breaks. */
export const ProblemShape = NamedObject('Problem', {
  path: Type.String(),
  code: Type.String(),
  message: Type.String(),
});

export const Failure = Type.Object({
  success: Type.Literal(false),
  error: Type.Object({
    code: Type.String(),
    message: Type.String(),
    requestId: Type.String(),
    details: Type.Optional(Type.Unknown()),
  }),
});

export const PageQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'The nextCursor of the page before.' })),
});
export type PageQuery = Static<typeof PageQuery>;

export const ID_FORMS = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  number: /^\d{1,18}$/,
  /** A record and one of its versions. */
  versioned: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:\d{1,9}$/,
};

/** A cursor only says where the next page starts; row-level security decides which rows are visible, as always. */
export function readCursor(text: string | undefined, ids: keyof typeof ID_FORMS = 'uuid'): Position | null {
  if (text === undefined) return null;
  const [at = '', id = '', ...rest] = Buffer.from(text, 'base64url').toString('utf8').split(' ');
  if (!/^\d{1,15}$/.test(at) || !ID_FORMS[ids].test(id) || rest.length > 0) throw badCursor();
  return { at: new Date(Number(at)), id };
}

const badCursor = () =>
  badRequest('The cursor is not one of this list. Use the nextCursor of the page before.');

/** The characters of a cursor that name its route. */
export const CURSOR_MARK = 6;

const markOf = (url: string) => sha256(url).toString('base64url').slice(0, CURSOR_MARK);

/** A cursor of the list at this route, in an answer of another route. */
export const cursorOf = (url: string, cursor: string | null): string | null =>
  cursor === null ? null : markOf(url) + cursor;

/** Binds the cursors of a list to its route: in another list their position would mean nothing. */
export function bindCursorsToRoute(route: RouteOptions): void {
  const query = route.schema?.querystring as { properties?: object } | undefined;
  if (!query?.properties || !('cursor' in query.properties)) return;
  const mark = markOf(route.url);
  route.preHandler = async (request) => {
    const query = request.query as PageQuery;
    if (query.cursor === undefined) return;
    if (!query.cursor.startsWith(mark)) throw badCursor();
    query.cursor = query.cursor.slice(mark.length);
  };
  route.preSerialization = async (_request, _reply, payload) => {
    const { pagination } = payload as { pagination?: { nextCursor: string | null } };
    if (pagination?.nextCursor) pagination.nextCursor = mark + pagination.nextCursor;
    return payload;
  };
}

/** The caller reads one row more than the page has: the extra row shows that there is a next page. */
export function page<Row extends { id: string; created_at: Date }, T>(
  rows: Row[],
  limit: number,
  present: (row: Row) => T,
  /** The last row read, if a bounded scan ended before the rows did. */
  reached: { id: string; created_at: Date } | null = null,
) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? (shown.at(-1) ?? null) : reached;
  const nextCursor =
    last === null ? null : Buffer.from(`${last.created_at.getTime()} ${last.id}`).toString('base64url');
  return {
    success: true as const,
    data: shown.map(present),
    pagination: { limit, hasMore: last !== null, nextCursor },
  };
}
