/**
 * What callers who are limited to some content types may do with the entries of each (decision 78). Every route of content states a
 * check; only requests of limited callers run it.
 */
import type { FastifyRequest } from 'fastify';
import { assertRight, hasRight, isLimited, type Limited, type TypeRight } from '#kernel/auth/type-rights.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Verbatim } from '#kernel/http/body/verbatim.ts';
import type { TypeCheck } from '#kernel/http/guard.ts';
import { withoutNamesIn } from '../publishing/live-links.ts';
import {
  findTouched,
  findTouchedByComment,
  findTypeNames,
  findTypesOfRelease,
  type NamedType,
  type Touched,
} from './limits.sql.ts';

type RightOf = TypeRight | ((entry: Touched) => TypeRight);

const paramOf = ({ params }: FastifyRequest, name: string) => (params as Record<string, string>)[name]!;

/** An entry that the caller may not read does not exist for it. */
function assertOn(caller: Limited, entries: Touched[], right: RightOf, what: string): void {
  if (!entries.every(({ type }) => hasRight(caller, type, 'read'))) throw notFound(what);
  for (const entry of entries)
    assertRight(caller, entry.type, typeof right === 'function' ? right(entry) : right);
}

export const onEntry =
  (right: RightOf, param = 'id'): TypeCheck =>
  async (tx, request) =>
    assertOn(request.actor, await findTouched(tx, [paramOf(request, param)]), right, 'entry');

export const onCommentOf =
  (right: RightOf): TypeCheck =>
  async (tx, request) =>
    assertOn(request.actor, await findTouchedByComment(tx, paramOf(request, 'id')), right, 'comment');

/** A release is shown to all; the caller needs the right on every type of its entries. */
export const onRelease =
  (right: TypeRight): TypeCheck =>
  async (tx, request) => {
    const id = paramOf(request, 'id');
    await assertOnRelease(tx, request.actor, id, right);
  };

export async function assertOnRelease(
  tx: Tx,
  caller: Limited,
  releaseId: string,
  right: TypeRight,
): Promise<void> {
  if (!isLimited(caller)) return;
  for (const type of await findTypesOfRelease(tx, releaseId)) assertRight(caller, type, right);
}

export const onTypeNamed =
  (right: TypeRight, param: string): TypeCheck =>
  async (_tx, request) =>
    assertRight(request.actor, paramOf(request, param), right);

export const onTypeOfBody =
  (right: TypeRight): TypeCheck =>
  async (_tx, request) =>
    assertRight(request.actor, (request.body as { type: string }).type, right);

/** The rule treats entries that the caller may not read as unknown ones (`hiddenAmong`). */
export const onEntriesOfBody =
  (rightOf: (body: never) => RightOf): TypeCheck =>
  async (tx, request) => {
    const body = request.body as { entries: { id: string }[] };
    const touched = await findTouched(
      tx,
      body.entries.map(({ id }) => id),
    );
    const known = touched.filter(({ type }) => hasRight(request.actor, type, 'read'));
    assertOn(request.actor, known, rightOf(body as never), 'entry');
  };

/**
 * A draft that has a time goes live as it is by then, or its release does not go live, so whoever changes it publishes. In the bin it may
 * have that of its release.
 */
export const toSave = ({ is_due }: Touched): TypeRight => (is_due ? 'publish' : 'write');
/** Readers see at once that a live entry is deleted, or moved. */
export const toTakeAway = ({ is_due, status }: Touched): TypeRight =>
  is_due || status === 'published' || status === 'changed' ? 'publish' : 'write';

/** Returns those of the entries that the caller may not read. */
export async function hiddenAmong(tx: Tx, caller: Limited, ids: string[]): Promise<Set<string>> {
  if (!isLimited(caller)) return new Set();
  const touched = await findTouched(tx, ids);
  return new Set(touched.filter(({ type }) => !hasRight(caller, type, 'read')).map(({ id }) => id));
}

/** The types that the caller may read; undefined: every one, without a look at the database. */
export async function readableTypes(tx: Tx, caller: Limited): Promise<NamedType[] | undefined> {
  if (!isLimited(caller)) return undefined;
  return (await findTypeNames(tx)).filter(({ name }) => hasRight(caller, name, 'read'));
}

export const readableNames = async (tx: Tx, caller: Limited): Promise<string[] | undefined> =>
  (await readableTypes(tx, caller))?.map(({ name }) => name);

export const readableIds = async (tx: Tx, caller: Limited): Promise<string[] | undefined> =>
  (await readableTypes(tx, caller))?.map(({ id }) => id);

/** To be called before the routes are made. No route of content is served that does not say how it observes the limits of a caller. */
export function observeLimits(app: App, db: Db): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const hasActor = config?.public === undefined && config?.storefront === undefined;
    if (hasActor && config?.types === undefined)
      throw new Error(
        `${method} ${url} does not say which content types its callers need: state config.types`,
      );
  });
  app.addHook('preHandler', async (request) => {
    const { types } = request.routeOptions.config;
    if (typeof types !== 'function' || !isLimited(request.actor)) return;
    const { id } = request.actor.tenant;
    await db.readInTenant(id, (tx) => types(tx, request));
    // The rule holds the entry by then. What another request has done to it meanwhile may need another right. Its connections are
    // others than those of changes, which would wait for each other.
    if (request.method !== 'GET')
      request.checkAgain = () => db.readInTenant(id, (tx) => types(tx, request), 'search');
  });
  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (request.actor === undefined || !isLimited(request.actor)) return payload;
    return shownTo(request.actor, request.replayed ? read(payload as Replayed) : payload);
  });
  app.setErrorHandler((error, request) => {
    throw request.actor === undefined ? error : withoutNames(request.actor, error);
  });
}

/** Runs work of another module whose refusals name entries. */
export const withoutHiddenNames = <T>(caller: Limited, work: () => Promise<T>): Promise<T> =>
  work().catch((error) => {
    throw withoutNames(caller, error);
  });

/** Lists of other entries in an answer: those that refer to this one, and those of a release. */
const LISTS_OF_OTHERS = ['entries', 'shownBy', 'requiredBy', 'referencedBy'];

type Replayed = { data?: unknown };
/** A stored answer is that of the rule, from before others' entries were taken out of it. */
const read = ({ data, ...payload }: Replayed) => ({
  ...payload,
  data: data instanceof Verbatim ? JSON.parse(data.text) : data,
});

const UNTOLD = 'It could not be published. Somebody who may read every content type sees why.';

/** The payload without other entries that the caller may not read, and without messages and problems that name some. */
function shownTo(caller: Limited, payload: unknown): unknown {
  if (Array.isArray(payload)) return payload.map((each) => shownTo(caller, each));
  if (payload === null || typeof payload !== 'object') return payload;
  if (Object.getPrototypeOf(payload) !== Object.prototype) return payload;
  const isOfRelease = 'kind' in payload && payload.kind === 'release';
  return Object.fromEntries(
    Object.entries(payload).map(([key, value]) => {
      if (LISTS_OF_OTHERS.includes(key) && Array.isArray(value))
        return [key, value.filter(({ type }) => hasRight(caller, type, 'read'))];
      // Why a release failed is told with the names and ids of its entries. That of an entry, which has an action, is its own.
      if (key === 'failure' && value && (isOfRelease || ('problems' in value && !('action' in value)))) {
        const problems = value.problems?.filter(isOfOwn);
        return [key, { ...value, message: UNTOLD, ...(problems && { problems }) }];
      }
      if (key === 'message' && typeof value === 'string') return [key, withoutNamesIn(value)];
      // Values of tenants may have any names.
      return [key, key === 'fields' ? value : shownTo(caller, value)];
    }),
  );
}

const isOfOwn = ({ path }: { path: string }): boolean => !path.startsWith('entries.');

function withoutNames(caller: Limited, error: unknown): unknown {
  if (!(error instanceof AppError) || !isLimited(caller)) return error;
  const { code, message, details, headers } = error;
  const shown = shownTo(caller, details);
  const isList = Array.isArray(details);
  if (isList) return new AppError(code, withoutNamesIn(message), shown, headers);
  if (JSON.stringify(shown) === JSON.stringify(details)) return error;
  const told = message.replace(/: .*?\. /, ', also some that you may not read. ');
  return new AppError(code, told, shown, headers);
}
