/** One-time secrets that set the password of an existing account and end its sign-ins. */
import { OPERATOR } from '#kernel/audit.ts';
import type { Db } from '#kernel/db/db.ts';
import { AppError } from '#kernel/errors.ts';
import { networkOf } from '#kernel/http/network.ts';
import { randomBase62, sha256 } from '#kernel/secrets.ts';
import { endSessions } from '../sessions/sessions.sql.ts';
import { logForPerson, type Origin } from '../sessions/sign-in-log.ts';
import { changeAccount } from '../staff/accounts.ts';
import {
  findPasswordLink,
  keepPasswordLink,
  overwritePassword,
  takePasswordLink,
} from './password-links.sql.ts';
import { assertGoodPassword } from './password-rules.ts';
import { hashPassword, saltOf, stranger, voided } from './passwords.ts';

const SECRET_LENGTH = 43;
const AT_SIGN_IN_MINUTES = 15;
const RESET_MINUTES = 24 * 60;

/** The secret is in the fragment, which browsers do not send. */
export const passwordLink = (publicUrl: string, secret: string) => `${publicUrl}/set-password#${secret}`;

/**
 * Replaces the session of an account whose password is right but was chosen by another person. Null when it is no longer the
 * password.
 */
export async function mustSetPassword(
  db: Db,
  login: { person_id: string; password_hash: string },
): Promise<AppError | null> {
  const token = randomBase62(SECRET_LENGTH);
  const account = { id: login.person_id, passwordHash: login.password_hash, mustSet: true };
  const isKept = await db.identity((tx) => keepPasswordLink(tx, account, sha256(token), AT_SIGN_IN_MINUTES));
  if (!isKept) return null;
  return new AppError(
    'password_change_required',
    'Somebody else chose this password. Set one of your own, then sign in with it.',
    { token, expiresIn: AT_SIGN_IN_MINUTES * 60 },
  );
}

/** Run by the operator for a person who lost their password: from now on the old one opens nothing. */
export async function resetPassword(
  db: Db,
  now: Date,
  account: { id: string; password_hash: string },
): Promise<string> {
  const passwordHash = voided(account.password_hash);
  const secret = randomBase62(SECRET_LENGTH);
  await changeAccount(db, account.id, async (tx) => {
    await overwritePassword(tx, { personId: account.id, from: null, to: passwordHash, now });
    await endSessions(tx, account.id, null, now);
    const after = { id: account.id, passwordHash, mustSet: false };
    await keepPasswordLink(tx, after, sha256(secret), RESET_MINUTES);
    await logForPerson(tx, now, account.id, 'staff.password_reset', {}, OPERATOR);
  });
  return secret;
}

/** Undefined for an invalid link, whatever the reason. Returns the opening of the account before and after the change. */
export async function setPassword(db: Db, now: Date, secret: string, password: string, origin: Origin) {
  const before = await findPasswordLink(db, sha256(secret));
  if (before === undefined) return undefined;
  const { person_id: personId } = before;
  assertGoodPassword('newPassword', password, before.names);
  const asker = stranger(networkOf(origin.address), before.email);
  const to = await hashPassword(password, saltOf(before.password_hash), asker);
  return changeAccount(db, personId, async (tx) => {
    if (!(await takePasswordLink(tx, sha256(secret)))) return undefined;
    const opening = (await overwritePassword(tx, { personId, from: null, to, now }))!;
    await endSessions(tx, personId, null, now);
    await logForPerson(tx, now, personId, 'staff.password_set', origin);
    return { before, opening };
  });
}
