/** The second factor of a person: an authenticator app or passkeys, and recovery codes in case they are lost. */
import { OPERATOR } from '#kernel/audit.ts';
import { type Db, type Tx, violates } from '#kernel/db/db.ts';
import { AppError, conflict, invalid, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { randomBase62, type Secrets } from '#kernel/secrets.ts';
import { endSessions } from '../sessions/sessions.sql.ts';
import type { AlsoOpens } from '../sessions/sessions.ts';
import { logForPerson, type Origin } from '../sessions/sign-in-log.ts';
import { issueTicket, readTicket } from '../sessions/tickets.ts';
import { type AccountOfSession as Account, renewOpening } from '../staff/accounts.sql.ts';
import { changeAccount } from '../staff/accounts.ts';
import { askForNewPasskey, askForPasskey, checkPasskey, readNewPasskey, type Site } from './passkeys.ts';
import {
  confirmTotp,
  countConfirmed,
  deleteFactor,
  deleteFactors,
  type Factor,
  findFactors,
  findPendingTotp,
  findRecoveryProofs,
  insertPasskey,
  insertTotp,
  markSessions,
  notePasskeyUse,
  replaceRecoveryCodes,
  useRecoveryCode,
  useTotpStep,
} from './second-factors.sql.ts';
import { newTotpSecret, stepOf, totpAddress } from './totp.ts';

const RECOVERY_CODES = 10;
const MOST_FACTORS = 10;

export type Deps = { db: Db; secrets: Secrets; site: Site };

/** The sign-in that a change is made in, and where its request comes from. */
export type Where = { sessionId: string; origin: Origin };

const boundTo = (personId: string, factorId: string) => `totp ${personId} ${factorId}`;

export async function beginTotp({ db, secrets, site }: Deps, account: Account, name: string) {
  await assertRoom(db, account.id);
  const id = newId();
  const secret = newTotpSecret();
  const sealed = secrets.seal(secret, boundTo(account.id, id));
  if (!(await insertTotp(db, { id, person: account, name, secret: sealed })))
    throw conflict('Your password or second factors changed just now. Begin again.');
  return { id, secret, address: totpAddress(secret, account.email, `${site.name} (${site.id})`) };
}

/** Null for a wrong code: a guess, which is counted. */
export async function finishTotp(
  { db, secrets }: Deps,
  now: Date,
  account: Account,
  where: Where,
  input: { id: string; code: string },
) {
  const factor = await findPendingTotp(db, input.id, account.id);
  if (factor === undefined) throw notFound('second factor');
  const step = stepOf(secrets.open(factor.totp_secret!, boundTo(account.id, factor.id)), input.code, now);
  if (step === null) return null;
  return changeAccount(db, account.id, async (tx) => {
    if (!(await confirmTotp(tx, factor.id, account.id, step, now))) throw notFound('second factor');
    return afterEnrolment(tx, secrets, now, account.id, where, 'totp');
  });
}

export async function beginPasskey({ db, secrets, site }: Deps, now: Date, account: Account) {
  await assertRoom(db, account.id);
  const ticket = issueTicket(secrets, 'new passkey', now, { person: account.id, opening: account.opening });
  return { ticket, options: await askForNewPasskey(site, account, ticket, await passkeysOf(db, account.id)) };
}

export async function finishPasskey(
  { db, secrets, site }: Deps,
  now: Date,
  account: Account,
  where: Where,
  input: { ticket: string; name: string; response: unknown },
) {
  const begun = readTicket(secrets, 'new passkey', now, input.ticket);
  const isOurs = begun?.person === account.id && begun.opening === account.opening;
  const passkey = isOurs ? await readNewPasskey(site, input.ticket, input.response) : null;
  if (passkey === null)
    throw invalid([
      { path: 'response', code: 'wrong_passkey', message: 'is not a passkey of this site, made just now' },
    ]);
  const id = newId();
  try {
    return await changeAccount(db, account.id, async (tx) => {
      await insertPasskey(tx, { id, personId: account.id, name: input.name, passkey, now });
      return afterEnrolment(tx, secrets, now, account.id, where, 'passkey');
    });
  } catch (error) {
    if (violates(error, 'credential_is_unique')) throw conflict('This passkey is in use already.');
    throw error;
  }
}

/** The first factor comes with recovery codes, and ends every other sign-in of the account, made without it. */
async function afterEnrolment(
  tx: Tx,
  secrets: Secrets,
  now: Date,
  personId: string,
  { sessionId, origin }: Where,
  kind: Factor['kind'],
) {
  await markSessions(tx, personId, { sessionId, at: now });
  const isFirst = (await countConfirmed(tx, personId)) === 1;
  if (isFirst) await endSessions(tx, personId, sessionId, now);
  const recoveryCodes = isFirst ? await renewCodes(tx, secrets, personId) : null;
  const opening = await renewOpening(tx, personId);
  await logForPerson(tx, now, personId, 'staff.second_factor_added', { ...origin, kind });
  return { recoveryCodes, opening };
}

async function renewCodes(tx: Tx, secrets: Secrets, personId: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await replaceRecoveryCodes(
    tx,
    personId,
    codes.map((code) => secrets.sign(RECOVERY, textOf(personId, code))),
  );
  return codes;
}

export const renewRecoveryCodes = ({ db, secrets }: Deps, now: Date, account: Account, { origin }: Where) =>
  changeAccount(db, account.id, async (tx) => {
    if ((await countConfirmed(tx, account.id)) === 0) throw conflict('Set up a second factor first.');
    await logForPerson(tx, now, account.id, 'staff.recovery_codes_renewed', origin);
    return renewCodes(tx, secrets, account.id);
  });

/** Removing the last factor also removes the recovery codes and the second-factor mark of its sign-ins. */
export const removeFactor = ({ db }: Deps, now: Date, account: Account, id: string, { origin }: Where) =>
  changeAccount(db, account.id, async (tx) => {
    const removed = await deleteFactor(tx, id, account.id);
    if (removed === undefined) throw notFound('second factor');
    if ((await countConfirmed(tx, account.id)) === 0) {
      await replaceRecoveryCodes(tx, account.id, []);
      await markSessions(tx, account.id, null);
    }
    const opening = await renewOpening(tx, account.id);
    await logForPerson(tx, now, account.id, 'staff.second_factor_removed', { ...origin, kind: removed.kind });
    return opening;
  });

/**
 * For a person who lost every factor, and whom the operator knows by other means. A thief may be signed in, so every sign-in ends
 * and no device stays known. Returns false, and changes nothing, when there was none.
 */
export const resetFactors = (db: Db, now: Date, personId: string): Promise<boolean> =>
  changeAccount(db, personId, async (tx) => {
    if (!(await deleteFactors(tx, personId))) return false;
    await replaceRecoveryCodes(tx, personId, []);
    await endSessions(tx, personId, null, now);
    await renewOpening(tx, personId);
    await logForPerson(tx, now, personId, 'staff.second_factor_reset', {}, OPERATOR);
    return true;
  });

export async function describeFactors({ db }: Deps, account: Account) {
  const factors = (await findFactors(db, account.id)).filter((factor) => factor.confirmed_at !== null);
  return {
    factors: factors.map((factor) => ({
      id: factor.id,
      kind: factor.kind,
      name: factor.name,
      createdAt: factor.created_at.toISOString(),
      lastUsedAt: factor.last_used_at?.toISOString() ?? null,
    })),
    recoveryCodesLeft: (await findRecoveryProofs(db, account.id)).length,
  };
}

/** Returns the error for a right password that needs a second step, with what that step needs. */
export async function secondStepNeeded(
  { db, secrets, site }: Deps,
  now: Date,
  claims: { person: string; tenant: string; member: string; opening: string },
  alsoOpens: AlsoOpens,
): Promise<AppError> {
  const ticket = issueTicket(secrets, 'second step of a sign-in', now, claims);
  const factors = (await findFactors(db, claims.person)).filter((factor) => factor.confirmed_at !== null);
  const passkeys = factors.filter(({ kind }) => kind === 'passkey');
  return new AppError('second_factor_required', 'The password is right; this account has a second factor.', {
    ticket,
    methods: [...new Set(factors.map(({ kind }) => kind)), 'recovery_code'],
    passkey: passkeys.length > 0 ? await askForPasskey(site, ticket, passkeys) : null,
    ...(alsoOpens.length > 0 && { alsoOpens }),
  });
}

export type Proof = { code?: string; recoveryCode?: string; passkey?: unknown };

/** Returns the kind of the proof; null when it is wrong, or was used before. */
export async function checkProof(
  { db, secrets, site }: Deps,
  now: Date,
  personId: string,
  ticket: string,
  proof: Proof,
): Promise<'totp' | 'passkey' | 'recovery_code' | null> {
  if (proof.recoveryCode !== undefined) {
    const text = textOf(personId, proof.recoveryCode);
    const stored = (await findRecoveryProofs(db, personId)).find((sign) =>
      secrets.isSigned(RECOVERY, text, sign),
    );
    return stored !== undefined && (await useRecoveryCode(db, personId, stored)) ? 'recovery_code' : null;
  }
  const factors = (await findFactors(db, personId)).filter((factor) => factor.confirmed_at !== null);
  if (proof.passkey !== undefined) {
    const passkeys = factors.filter(({ kind }) => kind === 'passkey');
    const used = await checkPasskey(site, ticket, proof.passkey, passkeys);
    return used !== null && (await notePasskeyUse(db, used.credentialId, used.counter, now))
      ? 'passkey'
      : null;
  }
  for (const { id, totp_secret } of factors) {
    if (totp_secret === null) continue;
    const step = stepOf(secrets.open(totp_secret, boundTo(personId, id)), proof.code ?? '', now);
    if (step !== null && (await useTotpStep(db, id, step, now))) return 'totp';
  }
  return null;
}

export const wrongCode = (path = 'code') =>
  invalid([{ path, code: 'wrong_code', message: 'is not right, or was used before' }]);

const RECOVERY = 'recovery code';
const textOf = (personId: string, code: string) =>
  `${personId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`;

/** Some 58 bits, readable aloud and typed without regard to upper and lower case. */
function newRecoveryCode(): string {
  const letters = randomBase62(40)
    .toLowerCase()
    .replace(/[01lo]/g, '')
    .slice(0, 12);
  return letters.length < 12 ? newRecoveryCode() : letters.replace(/(.{4})(?=.)/g, '$1-');
}

const passkeysOf = async (db: Db, personId: string) =>
  (await findFactors(db, personId)).filter(({ kind }) => kind === 'passkey');

async function assertRoom(db: Db, personId: string): Promise<void> {
  const confirmed = (await findFactors(db, personId)).filter((factor) => factor.confirmed_at !== null);
  if (confirmed.length >= MOST_FACTORS)
    throw conflict(`${MOST_FACTORS} second factors are enough: remove one first.`);
}
