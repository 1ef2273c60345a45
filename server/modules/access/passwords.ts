/**
 * Passwords: argon2id, a few at a time, so that a flood of sign-ins cannot take the whole machine; and those who are known
 * (signed in, or on a device they signed in from before) in a lane of their own, so that it cannot keep them out either. In each
 * lane parties take turns: strangers by network and address, the known by tenant, account and device.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { randomBase62 } from '#kernel/secrets.ts';
import type { Party } from '#kernel/work/circle.ts';
import { FairQueue } from '#kernel/work/fair-queue.ts';

const hashWith = promisify(argon2);
const MEMORY_KIB = 19_456;
const PASSES = 2;

/** Who asks for a password to be hashed or checked, and so in whose turn it is. */
export type Asker = { lane: 'known' | 'stranger'; party: Party };

export const stranger = (network: string, address: string): Asker => ({
  lane: 'stranger',
  party: [network, address],
});

/** `by` is the device, or the session, by which they are known; the tenant is theirs, and no other tenant's people wait for it. */
export const known = (tenant: string, account: string, by: string): Asker => ({
  lane: 'known',
  party: [tenant, account, by],
});

/** The program itself, for a command. */
const OURSELVES = stranger('', '');

/** Accounts of one address share their salt (decision 5): whoever sets a password passes the salt that the address has. */
export async function hashPassword(
  password: string,
  salt: Buffer = randomBytes(16),
  asker: Asker = OURSELVES,
): Promise<string> {
  const tag = await withHashSlot(asker, () => derive(password, salt, MEMORY_KIB, PASSES));
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
  asker: Asker = OURSELVES,
): Promise<number[]> {
  return withHashSlot(asker, async () => {
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
  asker: Asker = OURSELVES,
): Promise<boolean> => (await matchPassword(password, [stored], asker)).length === 1;

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

const LIMITS = {
  waitingOfParty: 30,
  waiting: 256,
  refusal: 'Too many sign-ins at once. Please try again shortly.',
};
const lanes = {
  known: new FairQueue({ ...LIMITS, atOnce: 1 }),
  stranger: new FairQueue({ ...LIMITS, atOnce: 2 }),
};

const withHashSlot = <T>({ lane, party }: Asker, work: () => Promise<T>): Promise<T> =>
  lanes[lane].run(party, work);

function derive(password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'), 'utf8');
  return hashWith('argon2id', { message, nonce, memory, passes, parallelism: 1, tagLength: 32 });
}

/** Nothing has this hash: as long to check as anyone's. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(randomBytes(16))}$${base64(randomBytes(32))}`;
