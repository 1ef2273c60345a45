/** Signing in and staying signed in: a short access token, and a refresh token that changes each time it is used. */
import type { Actor } from '#kernel/auth/actor.ts';
import type { Db } from '#kernel/db/db.ts';
import { notFound, unauthorized } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { randomBase62, sha256 } from '#kernel/secrets.ts';
import { presentActor, staffActor } from './identify.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import {
  changePassword,
  findLiveSession,
  findLogin,
  findPasswordOfSession,
  insertSession,
  revokeSession,
  rotateSession,
  wasJustRotated,
} from './sessions.sql.ts';
import { endSession, findOwnTenants, holdPersonOfSession, insertSessionOfPerson } from './switching.sql.ts';
import { ACCESS_TOKEN_SECONDS, type Tokens } from './tokens.ts';

const DAY = 86_400_000;
const SESSION_DAYS = 14;
/** Two tabs may refresh at the same moment; the second one is late, not a thief. */
const GRACE_MS = 10_000;
/** 131 and 256 bits. */
const FAMILY_LENGTH = 22;
const SECRET_LENGTH = 43;

/** Null when the address, the password or the tenant is wrong: a guess, which is to be counted. */
export async function signIn(
  db: Db,
  tokens: Tokens,
  now: Date,
  input: { email: string; password: string; tenant?: string },
) {
  const login = await findLogin(db, input.email.toLowerCase(), input.tenant ?? null);
  const genuine = await checkPassword(input.password, login?.password_hash ?? null);
  if (!genuine || login === undefined || login.tenant_id === null) return null;
  const session = newSession(now);
  const { id, refreshToken } = session;
  const begun = await insertSession(db, { ...session, login });
  return begun ? { refreshToken, answer: await accessAnswer(db, tokens, now, id) } : null;
}

function newSession(now: Date) {
  const id = newId();
  const family = randomBase62(FAMILY_LENGTH);
  const refreshToken = newRefreshToken(id, family);
  return {
    id,
    refreshToken,
    familyHash: sha256(family),
    refreshHash: sha256(refreshToken),
    now,
    expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY),
  };
}

/** A token that was already exchanged is a copy in the wrong hands: the whole sign-in ends. */
export async function refresh(db: Db, tokens: Tokens, now: Date, refreshToken: string | undefined) {
  const shown = parseRefreshToken(refreshToken);
  if (shown === null) throw unauthorized('You are not signed in.');
  const { id, family, hash } = shown;
  const next = newRefreshToken(id, family);
  const outcome = await db.identity(async (tx) => {
    const expiresAt = new Date(now.getTime() + SESSION_DAYS * DAY);
    if (await rotateSession(tx, { id, from: hash, to: sha256(next), now, expiresAt })) return 'rotated';
    if (await wasJustRotated(tx, id, hash, new Date(now.getTime() - GRACE_MS))) return 'late';
    await revokeSession(tx, id, sha256(family), now);
    return 'refused';
  });
  if (outcome === 'refused') throw unauthorized('You are not signed in.');
  return {
    refreshToken: outcome === 'rotated' ? next : null,
    answer: await accessAnswer(db, tokens, now, id),
  };
}

export async function ownTenants(db: Db, actor: Actor) {
  const rows = await findOwnTenants(db, actor.sessionId!);
  return rows.map((row) => ({ ...row, current: row.id === actor.tenant.id }));
}

/** A sign-in of its own: a token for the tenant before, in another tab, must never reach into this one. */
export async function switchTenant(
  db: Db,
  tokens: Tokens,
  now: Date,
  refreshToken: string | undefined,
  slug: string,
) {
  const shown = parseRefreshToken(refreshToken);
  if (shown === null) throw unauthorized('You are not signed in.');
  const session = newSession(now);
  await db.identity(async (tx) => {
    await holdPersonOfSession(tx, shown.id);
    const person = await endSession(tx, { id: shown.id, refreshHash: shown.hash, now });
    if (person === undefined) throw unauthorized('You are not signed in.');
    if (!(await insertSessionOfPerson(tx, { ...session, personId: person.id, slug })))
      throw notFound('tenant');
  });
  return { refreshToken: session.refreshToken, answer: await accessAnswer(db, tokens, now, session.id) };
}

export async function signOut(db: Db, now: Date, refreshToken: string | undefined): Promise<void> {
  const parts = parseRefreshToken(refreshToken);
  if (parts === null) return;
  await db.identity((tx) => revokeSession(tx, parts.id, sha256(parts.family), now));
}

/** Null when the current password is wrong: a guess, which is to be counted. */
export async function replacePassword(
  db: Db,
  now: Date,
  sessionId: string,
  input: { currentPassword: string; newPassword: string },
): Promise<true | null> {
  const login = await findPasswordOfSession(db, sessionId);
  if (login === undefined || !(await checkPassword(input.currentPassword, login.password_hash))) return null;
  const change = {
    personId: login.person_id,
    from: login.password_hash,
    to: await hashPassword(input.newPassword),
    keepSession: sessionId,
    now,
  };
  return (await db.identity((tx) => changePassword(tx, change))) || null;
}

async function accessAnswer(db: Db, tokens: Tokens, now: Date, sessionId: string) {
  const found = await findLiveSession(db, sessionId, now);
  if (found === undefined) throw unauthorized('You are not signed in.');
  const accessToken = await tokens.issue({ sessionId, tenantId: found.tenant_id, role: found.role });
  return {
    accessToken,
    tokenType: 'Bearer' as const,
    expiresIn: ACCESS_TOKEN_SECONDS,
    ...presentActor(staffActor(found)),
  };
}

/** Which sign-in, a part that stays with it, and a part that changes with each use. */
const newRefreshToken = (id: string, family: string) => `${id}.${family}.${randomBase62(SECRET_LENGTH)}`;

const REFRESH_TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9A-Za-z]{22})\.[0-9A-Za-z]{43}$/;

function parseRefreshToken(text: string | undefined): { id: string; family: string; hash: Buffer } | null {
  const match = REFRESH_TOKEN.exec(text ?? '');
  return match && { id: match[1]!, family: match[2]!, hash: sha256(match[0]) };
}
