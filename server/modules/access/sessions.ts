/** Signing in and staying signed in: a short access token, and a refresh token that changes each time it is used. */
import type { Db } from '#kernel/db/db.ts';
import { invalid, unauthorized } from '#kernel/errors.ts';
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
import { ACCESS_TOKEN_SECONDS, type Tokens } from './tokens.ts';

const DAY = 86_400_000;
const SESSION_DAYS = 14;
/** Two tabs may refresh at the same moment; the second one is late, not a thief. */
const GRACE_MS = 10_000;

const WRONG = 'The e-mail address, the password or the tenant is wrong.';

export async function signIn(
  db: Db,
  tokens: Tokens,
  now: Date,
  input: { email: string; password: string; tenant?: string },
) {
  const login = await findLogin(db, input.email.toLowerCase(), input.tenant ?? null);
  const genuine = await checkPassword(input.password, login?.password_hash ?? null);
  if (!genuine || login === undefined || login.tenant_id === null) throw unauthorized(WRONG);
  const id = newId();
  const secret = randomBase62(43);
  await insertSession(db, {
    id,
    personId: login.person_id,
    tenantId: login.tenant_id,
    refreshHash: sha256(secret),
    now,
    expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY),
  });
  return { refreshToken: `${id}.${secret}`, answer: await accessAnswer(db, tokens, now, id) };
}

/** A token that was already exchanged is a copy in the wrong hands: the whole sign-in ends. */
export async function refresh(db: Db, tokens: Tokens, now: Date, refreshToken: string | undefined) {
  const parts = parseRefreshToken(refreshToken);
  if (parts === null) throw unauthorized('You are not signed in.');
  const secret = randomBase62(43);
  const outcome = await db.identity(async (tx) => {
    const swap = { id: parts.id, from: sha256(parts.secret), to: sha256(secret), now };
    if (await rotateSession(tx, { ...swap, expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY) }))
      return 'rotated';
    const recent = await wasJustRotated(tx, parts.id, swap.from, new Date(now.getTime() - GRACE_MS));
    if (recent === false) await revokeSession(tx, parts.id, swap.from, now);
    return recent ? 'late' : 'refused';
  });
  if (outcome === 'refused') throw unauthorized('You are not signed in.');
  return {
    refreshToken: outcome === 'rotated' ? `${parts.id}.${secret}` : null,
    answer: await accessAnswer(db, tokens, now, parts.id),
  };
}

export async function signOut(db: Db, now: Date, refreshToken: string | undefined): Promise<void> {
  const parts = parseRefreshToken(refreshToken);
  if (parts === null) return;
  // Only who holds the token may end the sign-in; a session id alone is no secret.
  await db.identity((tx) => revokeSession(tx, parts.id, sha256(parts.secret), now));
}

export async function replacePassword(
  db: Db,
  now: Date,
  sessionId: string,
  input: { currentPassword: string; newPassword: string },
): Promise<void> {
  const login = await findPasswordOfSession(db, sessionId);
  if (login === undefined || !(await checkPassword(input.currentPassword, login.password_hash))) {
    throw invalid([
      { path: 'currentPassword', code: 'wrong_password', message: 'is not your current password' },
    ]);
  }
  const hash = await hashPassword(input.newPassword);
  await db.identity((tx) => changePassword(tx, login.person_id, hash, sessionId, now));
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

function parseRefreshToken(text: string | undefined): { id: string; secret: string } | null {
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9A-Za-z]{43})$/.exec(text ?? '');
  return match && { id: match[1]!, secret: match[2]! };
}
