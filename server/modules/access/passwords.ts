/**
 * Passwords: argon2id, a few at a time, so that a flood of sign-ins cannot take the whole machine; and those who are known
 * (signed in, or on a device they signed in from before) in a lane of their own, so that it cannot keep them out either.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { unavailable } from '#kernel/errors.ts';
import { randomBase62 } from '#kernel/secrets.ts';

const hashWith = promisify(argon2);
const MEMORY_KIB = 19_456;
const PASSES = 2;

/** The account that an attempt is known to be of; null for a stranger's. */
export type Whose = string | null;

/** Accounts of one address share their salt (decision 5): whoever sets a password passes the salt that the address has. */
export async function hashPassword(
  password: string,
  salt: Buffer = randomBytes(16),
  whose: Whose = null,
): Promise<string> {
  const tag = await inTurn(whose, () => derive(password, salt, MEMORY_KIB, PASSES));
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(salt)}$${base64(tag)}`;
}

/**
 * Which of the accounts of one address have this password. One derivation, however many there are, and as long for
 * an address that nobody has. What is stored may be looked up in turn, so that a flood asks the database for no more than can be
 * checked.
 */
export function matchPassword(
  password: string,
  stored: string[] | (() => Promise<string[]>),
  whose: Whose = null,
): Promise<number[]> {
  return inTurn(whose, async () => {
    const hashes = typeof stored === 'function' ? await stored() : stored;
    const { salt, memory, passes } = read(hashes[0] ?? NOBODY);
    const actual = await derive(password, salt, memory, passes);
    const matches = hashes.map((hash) => timingSafeEqual(actual, read(hash).tag));
    return matches.flatMap((isRight, index) => (isRight ? [index] : []));
  });
}

export const checkPassword = async (
  password: string,
  stored: string,
  whose: Whose = null,
): Promise<boolean> => (await matchPassword(password, [stored], whose)).length === 1;

export const saltOf = (stored: string): Buffer => read(stored).salt;

/** In place of a password that is to open nothing any more: no password has this hash. */
export const voided = (stored: string): string =>
  stored.replace(/[^$]+$/, () => base64(randomBytes(read(stored).tag.length)));

function read(stored: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(stored);
  if (match === null) throw new Error('a stored password hash is not readable');
  const [, memory, passes, salt, tag] = match;
  return {
    memory: Number(memory),
    passes: Number(passes),
    salt: Buffer.from(salt!, 'base64'),
    tag: Buffer.from(tag!, 'base64'),
  };
}

export const newPassword = (): string => randomBase62(20);

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** Lets `atOnce` run and `most` wait; whoever comes after that is told to come back. */
export function takeTurns(atOnce: number, most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++;
    else if (waiting.length < most) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw unavailable('Too many sign-ins at once. Please try again shortly.');
    try {
      return await work();
    } finally {
      // Whoever waits takes over this place; giving it up first would let a newcomer in between.
      const next = waiting.shift();
      if (next !== undefined) next();
      else running--;
    }
  };
}

const lanes = { known: takeTurns(1, 64), stranger: takeTurns(2, 64) };

/** Right passwords are not counted, so without this one account could fill the lane of all known devices. */
const MOST_OF_AN_ACCOUNT = 2;
const placesTaken = new Map<string, number>();

/** In the lane of those who are known an account has two places; what it asks for beyond them waits among strangers. */
async function inTurn<T>(whose: Whose, work: () => Promise<T>): Promise<T> {
  const taken = placesTaken.get(whose ?? '') ?? 0;
  if (whose === null || taken >= MOST_OF_AN_ACCOUNT) return lanes.stranger(work);
  placesTaken.set(whose, taken + 1);
  try {
    return await lanes.known(work);
  } finally {
    const left = placesTaken.get(whose)! - 1;
    if (left === 0) placesTaken.delete(whose);
    else placesTaken.set(whose, left);
  }
}

function derive(password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'), 'utf8');
  return hashWith('argon2id', { message, nonce, memory, passes, parallelism: 1, tagLength: 32 });
}

/** Nothing has this hash: as long to check as anyone's. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(randomBytes(16))}$${base64(randomBytes(32))}`;
