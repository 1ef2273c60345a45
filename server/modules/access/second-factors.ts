/** The second factor of a person: an authenticator app or passkeys, and recovery codes for the day they are lost. */
import { type Db, violates } from '#kernel/db/db.ts';
import { AppError, conflict, invalid, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { randomBase62, type Secrets } from '#kernel/secrets.ts';
import type { AccountOfSession as Account } from './accounts.sql.ts';
import { askForNewPasskey, askForPasskey, checkPasskey, readNewPasskey, type Site } from './passkeys.ts';
import {
  confirmTotp,
  countConfirmed,
  deleteFactor,
  deleteFactors,
  endOtherSessions,
  type Factor,
  findFactors,
  findRecoveryProofs,
  holdPerson,
  insertPasskey,
  insertTotp,
  markSessions,
  notePasskeyUse,
  replaceRecoveryCodes,
  useRecoveryCode,
  useTotpStep,
} from './second-factors.sql.ts';
import { issueTicket, readTicket } from './tickets.ts';
import { newTotpSecret, stepOf, totpAddress } from './totp.ts';

const RECOVERY_CODES = 10;
const MOST_FACTORS = 10;

export type Deps = { db: Db; secrets: Secrets; site: Site };

const boundTo = (personId: string, factorId: string) => `totp ${personId} ${factorId}`;

export async function beginTotp({ db, secrets, site }: Deps, now: Date, account: Account, name: string) {
  await assertRoom(db, account.id);
  const id = newId();
  const secret = newTotpSecret();
  const sealed = secrets.seal(secret, boundTo(account.id, id));
  await insertTotp(db, { id, personId: account.id, name, secret: sealed, now });
  return { id, secret, address: totpAddress(secret, account.email, `${site.name} (${site.id})`) };
}

export async function finishTotp(
  { db, secrets }: Deps,
  now: Date,
  account: Account,
  sessionId: string,
  input: { id: string; code: string },
) {
  const factor = (await findFactors(db, account.id)).find(({ id }) => id === input.id);
  if (factor?.totp_secret == null || factor.confirmed_at !== null) throw notFound('second factor');
  const step = stepOf(secrets.open(factor.totp_secret, boundTo(account.id, factor.id)), input.code, now);
  if (step === null) throw wrongCode();
  return db.identity(async (tx) => {
    await holdPerson(tx, account.id);
    if (!(await confirmTotp(tx, factor.id, account.id, step, now))) throw notFound('second factor');
    return afterEnrolment(tx, secrets, now, account.id, sessionId);
  });
}

export async function beginPasskey({ db, secrets, site }: Deps, now: Date, account: Account) {
  await assertRoom(db, account.id);
  const ticket = issueTicket(secrets, 'new passkey', now, { person: account.id });
  return { ticket, options: await askForNewPasskey(site, account, ticket, await passkeysOf(db, account.id)) };
}

export async function finishPasskey(
  { db, secrets, site }: Deps,
  now: Date,
  account: Account,
  sessionId: string,
  input: { ticket: string; name: string; response: unknown },
) {
  const isOurs = readTicket(secrets, 'new passkey', now, input.ticket)?.person === account.id;
  const passkey = isOurs ? await readNewPasskey(site, input.ticket, input.response) : null;
  if (passkey === null)
    throw invalid([
      { path: 'response', code: 'wrong_passkey', message: 'is not a passkey of this site, made just now' },
    ]);
  const id = newId();
  try {
    return await db.identity(async (tx) => {
      await holdPerson(tx, account.id);
      await insertPasskey(tx, { id, personId: account.id, name: input.name, passkey, now });
      return afterEnrolment(tx, secrets, now, account.id, sessionId);
    });
  } catch (error) {
    if (violates(error, 'credential_is_unique')) throw conflict('This passkey is in use already.');
    throw error;
  }
}

/** With the first factor come recovery codes, and every other sign-in of that person, made without it, ends. */
async function afterEnrolment(
  tx: Parameters<typeof holdPerson>[0],
  secrets: Secrets,
  now: Date,
  personId: string,
  sessionId: string,
) {
  await markSessions(tx, personId, { sessionId, at: now });
  if ((await countConfirmed(tx, personId)) > 1) return { recoveryCodes: null };
  await endOtherSessions(tx, personId, sessionId, now);
  return { recoveryCodes: await renewCodes(tx, secrets, personId) };
}

async function renewCodes(tx: Parameters<typeof holdPerson>[0], secrets: Secrets, personId: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await replaceRecoveryCodes(
    tx,
    personId,
    codes.map((code) => secrets.sign(RECOVERY, textOf(personId, code))),
  );
  return codes;
}

export const renewRecoveryCodes = ({ db, secrets }: Deps, account: Account) =>
  db.identity(async (tx) => {
    await holdPerson(tx, account.id);
    if ((await countConfirmed(tx, account.id)) === 0) throw conflict('Set up a second factor first.');
    return renewCodes(tx, secrets, account.id);
  });

/** With the last one go the recovery codes, and what its sign-ins were worth. */
export const removeFactor = ({ db }: Deps, account: Account, id: string): Promise<Factor> =>
  db.identity(async (tx) => {
    await holdPerson(tx, account.id);
    const removed = await deleteFactor(tx, id, account.id);
    if (removed === undefined) throw notFound('second factor');
    if ((await countConfirmed(tx, account.id)) === 0) {
      await replaceRecoveryCodes(tx, account.id, []);
      await markSessions(tx, account.id, null);
    }
    return removed;
  });

/** For someone who lost all of it, and whom the operator knows by other means. */
export const resetFactors = (db: Db, personId: string): Promise<boolean> =>
  db.identity(async (tx) => {
    await holdPerson(tx, personId);
    const had = await deleteFactors(tx, personId);
    await replaceRecoveryCodes(tx, personId, []);
    await markSessions(tx, personId, null);
    return had;
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

/** The error that a right password gets when there is a second step: with what that step needs. */
export async function secondStepNeeded(
  { db, secrets, site }: Deps,
  now: Date,
  claims: { person: string; tenant: string; member: string; password: string; email: string },
): Promise<AppError> {
  const ticket = issueTicket(secrets, 'second step of a sign-in', now, claims);
  const factors = (await findFactors(db, claims.person)).filter((factor) => factor.confirmed_at !== null);
  const passkeys = factors.filter(({ kind }) => kind === 'passkey');
  return new AppError('second_factor_required', 'The password is right; this account has a second factor.', {
    ticket,
    methods: [...new Set(factors.map(({ kind }) => kind)), 'recovery_code'],
    passkey: passkeys.length > 0 ? await askForPasskey(site, ticket, passkeys) : null,
  });
}

export type Proof = { code?: string; recoveryCode?: string; passkey?: unknown };

/** Which kind of proof opened; null when it is wrong, or was used before. */
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

/** Some 58 bits; read aloud and typed without a thought for upper and lower case. */
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
