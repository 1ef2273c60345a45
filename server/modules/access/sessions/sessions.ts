/** Signing in and staying signed in: a short access token, and a refresh token that changes each time it is used. */
import type { Actor } from '#kernel/auth/actor.ts';
import type { Db } from '#kernel/db/db.ts';
import { type AppError, notFound, unauthorized } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { randomBase62, sha256 } from '#kernel/secrets.ts';
import { presentActor, staffActor } from '../identify.ts';
import { overwritePassword } from '../passwords/password-links.sql.ts';
import { mustSetPassword } from '../passwords/password-links.ts';
import { assertGoodPassword } from '../passwords/password-rules.ts';
import {
  type Asker,
  checkPassword,
  hashPassword,
  known,
  matchPassword,
  saltOf,
} from '../passwords/passwords.ts';
import type { Opening } from '../staff/accounts.sql.ts';
import { changeAccount } from '../staff/accounts.ts';
import {
  endSession,
  findOwnTenants,
  holdPersonOfSession,
  insertSessionOfPerson,
  isSessionIn,
} from '../tenants/switch.sql.ts';
import {
  endSessions,
  findLiveSession,
  findLogins,
  findPasswordOfSession,
  insertSession,
  type Login,
  revokeSession,
  rotateSession,
  wasJustRotated,
} from './sessions.sql.ts';
import { logForMember, logForPerson, type Origin } from './sign-in-log.ts';
import { ACCESS_TOKEN_SECONDS, type Tokens } from './tokens.ts';

const DAY = 86_400_000;
const SESSION_DAYS = 14;
/** Two tabs may refresh at the same moment; the second request is late, not a thief's. */
const GRACE_MS = 10_000;
/** 131 bits. */
const FAMILY_LENGTH = 22;

export type Guessing = {
  /** Known when this device is known for an account of the address. */
  asker: Asker;
  /** All accounts for which the device is known. */
  knownAmong(logins: Login[]): string[];
  /** Throws when no guess is left, for this device or, when it is known for no account, for strangers. */
  count(known: string[]): Promise<void>;
  /** Returns false when no guess is left for accounts for which the device is unknown. */
  countAsStranger(): Promise<boolean>;
  /** Called with the accounts that a failure is certainly about, and with those of the same address that it may be about. */
  onWrong(certain: string[], possible: string[]): void;
};

/** Other accounts of the address that the same password opens, each named by one of its tenants. */
export type AlsoOpens = { name: string; slug: string }[];

/** Null when the address, the password or the tenant is wrong: a guess, which is counted. */
export async function signIn(
  db: Db,
  tokens: Tokens,
  now: Date,
  input: { email: string; password: string; tenant?: string },
  origin: Origin,
  secondStep: (login: Login, alsoOpens: AlsoOpens) => Promise<AppError>,
  { asker, knownAmong, count, countAsStranger, onWrong }: Guessing,
) {
  let logins: Login[] = [];
  let accounts: string[] = [];
  const find = async () => {
    if (asker.lane === 'stranger') await count([]);
    logins = await findLogins(db, input.email.toLowerCase(), input.tenant ?? null);
    if (asker.lane === 'known') {
      accounts = knownAmong(logins);
      await count(accounts);
    }
    return logins.map((login) => login.password_hash);
  };
  const which = await matchPassword(input.password, find, asker);
  const matches = which.map((index) => logins[index]!);
  // Prefers the account that signed in on this device last, else the one that joined first.
  const knownHere = accounts.flatMap((id) => matches.filter(({ person_id }) => person_id === id));
  const login = knownHere[0] ?? matches[0];
  // The device is known for another account of this address. No 429, which would reveal that there is another.
  const isOther = accounts.length > 0 && knownHere.length === 0;
  const isRefused = isOther && !(await countAsStranger());
  if (login === undefined || isRefused) {
    const [rightly, here, all] = [matches.map(idOf), accounts, logins.map(idOf)];
    if (rightly.length > 0) onWrong(rightly, []);
    else if (here.length === 1) onWrong(here, []);
    else onWrong([], here.length > 0 ? here : all);
    return null;
  }
  const alsoOpens = matches
    .filter(({ tenant_id }) => tenant_id !== login.tenant_id)
    .map(({ tenant_name: name, tenant_slug: slug }) => ({ name, slug }));
  if (login.has_second_factor) throw await secondStep(login, alsoOpens);
  const begun = await beginSession(db, tokens, now, login, origin, null);
  if (begun === null || alsoOpens.length === 0) return begun;
  return { ...begun, answer: { ...begun.answer, alsoOpens } };
}

const idOf = ({ person_id }: Login) => person_id;

/** Null when the person has left, or changed the password, since it was checked. */
export async function beginSession(
  db: Db,
  tokens: Tokens,
  now: Date,
  login: Login,
  origin: Origin,
  secondFactor: string | null,
) {
  if (login.must_set_password) {
    const refusal = await mustSetPassword(db, login);
    if (refusal === null) return null;
    throw refusal;
  }
  const session = { ...newSession(tokens, now, origin), secondFactor: secondFactor !== null };
  if (!(await insertSession(db, { ...session, login }))) return null;
  const answer = await accessAnswer(db, tokens, now, session.id);
  await logForMember(db, now, placeOf(answer), 'staff.signed_in', {
    ...origin,
    ...(secondFactor !== null && { secondFactor }),
  });
  return { refreshToken: session.refreshToken, login, answer };
}

const placeOf = ({ actor, tenant }: Awaited<ReturnType<typeof accessAnswer>>) => ({
  tenant_id: tenant.id,
  member_id: actor.id,
  name: actor.name,
});

function newSession(tokens: Tokens, now: Date, origin: Origin) {
  const id = newId();
  const family = randomBase62(FAMILY_LENGTH);
  const refreshToken = tokens.newRefreshToken(id, family);
  return {
    id,
    refreshToken,
    familyHash: sha256(family),
    refreshHash: sha256(refreshToken),
    now,
    expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY),
    origin,
  };
}

/** A token that was already exchanged is a copy in the wrong hands: the whole sign-in ends. */
export async function refresh(
  db: Db,
  tokens: Tokens,
  now: Date,
  refreshToken: string | undefined,
  origin: Origin,
) {
  const shown = parseRefreshToken(refreshToken);
  if (shown === null) throw unauthorized('You are not signed in.');
  const { id, family, hash } = shown;
  const next = tokens.newRefreshToken(id, family);
  const outcome = await db.identity(async (tx) => {
    const expiresAt = new Date(now.getTime() + SESSION_DAYS * DAY);
    if (await rotateSession(tx, { id, from: hash, to: sha256(next), now, expiresAt })) return 'rotated';
    if (await wasJustRotated(tx, id, hash, new Date(now.getTime() - GRACE_MS))) return 'late';
    return (await revokeSession(tx, id, sha256(family), now)) ?? 'refused';
  });
  if (typeof outcome === 'object')
    await logForMember(db, now, outcome, 'staff.session_ended_by_used_token', origin);
  if (outcome !== 'rotated' && outcome !== 'late') throw unauthorized('You are not signed in.');
  return {
    refreshToken: outcome === 'rotated' ? next : null,
    answer: await accessAnswer(db, tokens, now, id),
  };
}

export async function ownTenants(db: Db, actor: Actor) {
  const rows = await findOwnTenants(db, actor.sessionId!);
  return rows.map((row) => ({ ...row, current: row.id === actor.tenant.id }));
}

/**
 * Begins a new sign-in: a token for the previous tenant, in another tab, must never reach into this one. A switch to the current
 * tenant, which another tab may ask for, continues the sign-in.
 */
export async function switchTenant(
  db: Db,
  tokens: Tokens,
  now: Date,
  refreshToken: string | undefined,
  slug: string,
  origin: Origin,
) {
  const shown = parseRefreshToken(refreshToken);
  if (shown === null) throw unauthorized('You are not signed in.');
  if (await isSessionIn(db, shown.id, slug)) return refresh(db, tokens, now, refreshToken, origin);
  const session = newSession(tokens, now, origin);
  const before = await db.identity(async (tx) => {
    await holdPersonOfSession(tx, shown.id);
    const ended = await endSession(tx, { id: shown.id, refreshHash: shown.hash, now });
    if (ended === undefined) throw unauthorized('You are not signed in.');
    if (
      !(await insertSessionOfPerson(tx, {
        ...session,
        personId: ended.person_id,
        secondFactorAt: ended.second_factor_at,
        slug,
      }))
    )
      throw notFound('tenant');
    return ended;
  });
  const answer = await accessAnswer(db, tokens, now, session.id);
  await logForMember(db, now, before, 'staff.signed_out', origin);
  await logForMember(db, now, placeOf(answer), 'staff.signed_in', origin);
  return { refreshToken: session.refreshToken, answer };
}

/** Returns false when there was nothing to end. */
export async function signOut(
  db: Db,
  now: Date,
  refreshToken: string | undefined,
  origin: Origin,
): Promise<boolean> {
  const parts = parseRefreshToken(refreshToken);
  if (parts === null) return false;
  const ended = await db.identity((tx) => revokeSession(tx, parts.id, sha256(parts.family), now));
  if (ended !== undefined) await logForMember(db, now, ended, 'staff.signed_out', origin);
  return ended !== undefined;
}

/** Checks the password of the signed-in account. */
export async function isOwnPassword(db: Db, sessionId: string, password: string): Promise<boolean> {
  const login = await findPasswordOfSession(db, sessionId);
  if (login === undefined) return false;
  return checkPassword(password, login.password_hash, known(login.tenant_id, login.person_id, sessionId));
}

/** Null when the current password is wrong: a guess, which is counted. Every other sign-in of that person ends. */
export async function replacePassword(
  db: Db,
  now: Date,
  sessionId: string,
  input: { currentPassword: string; newPassword: string },
  origin: Origin,
  count: { guess(): Promise<void>; newPassword(): Promise<void> },
): Promise<Opening | null> {
  await count.guess();
  const login = await findPasswordOfSession(db, sessionId);
  if (login === undefined) return null;
  const { person_id: personId, password_hash: from } = login;
  const asker = known(login.tenant_id, personId, sessionId);
  if (!(await checkPassword(input.currentPassword, from, asker))) return null;
  assertGoodPassword('newPassword', input.newPassword, login.names);
  await count.newPassword();
  const to = await hashPassword(input.newPassword, saltOf(from), asker);
  return changeAccount(db, personId, async (tx) => {
    const opening = await overwritePassword(tx, { personId, from, to, now });
    if (opening === undefined) return null;
    await endSessions(tx, personId, sessionId, now);
    await logForPerson(tx, now, personId, 'staff.password_changed', origin);
    return opening;
  });
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
    ...(found.needs_second_factor && { secondFactorNeeded: true as const }),
  };
}

/** Returns the sign-in that a refresh token made by this server names, valid or not; null for any other token. */
export function sessionShown(tokens: Tokens, refreshToken: string | undefined): string | null {
  const shown = parseRefreshToken(refreshToken);
  return shown !== null && tokens.isOwnRefreshToken(refreshToken!) ? shown.id : null;
}

/** The id of the sign-in, a part that stays with it, and a part that changes with each use. */
const REFRESH_TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9A-Za-z]{22})\.[0-9A-Za-z]{43}$/;

function parseRefreshToken(text: string | undefined): { id: string; family: string; hash: Buffer } | null {
  const match = REFRESH_TOKEN.exec(text ?? '');
  return match && { id: match[1]!, family: match[2]!, hash: sha256(match[0]) };
}
