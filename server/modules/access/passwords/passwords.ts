/**
 * Passwords: argon2id, a few at a time, so that a flood of sign-ins cannot use the whole machine. Known callers (signed in, or on
 * a known device) have a lane of their own, so that a flood cannot keep them out either. In each lane parties take turns:
 * strangers by network and address, known callers by tenant, account and device.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { randomBase62 } from '#kernel/secrets.ts';
import type { Party } from '#kernel/work/circle.ts';
import { FairQueue } from '#kernel/work/fair-queue.ts';

const hashWith = promisify(argon2);
/** The cost of new hashes; `memory` is in KiB. Only the harness of the tests changes it, in its own process. */
export const COST = { memory: 19_456, passes: 2 };

/** The caller of a hash or a check: its lane, and its party in the queue of that lane. */
export type Asker = { lane: 'known' | 'stranger'; party: Party };

export const stranger = (network: string, address: string): Asker => ({
  lane: 'stranger',
  party: [network, address],
});

/** `by` is the known device or session. The tenant is the account's own, so other tenants' staff do not wait for it. */
export const known = (tenant: string, account: string, by: string): Asker => ({
  lane: 'known',
  party: [tenant, account, by],
});

/** The program itself, for a command. */
const OURSELVES = stranger('', '');

/** Accounts of one address share their salt (decision 5): the caller passes the salt of the address. */
export async function hashPassword(
  password: string,
  salt: Buffer = randomBytes(16),
  asker: Asker = OURSELVES,
): Promise<string> {
  const cost = { ...COST };
  const tag = await withHashSlot(asker, () => derive(password, salt, cost.memory, cost.passes));
  return write(cost, salt, tag);
}

const write = ({ memory, passes }: typeof COST, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=1$${base64(salt)}$${base64(tag)}`;

/**
 * Returns the accounts of one address that have this password. Runs one derivation, however many accounts there are (two, if the
 * cost of a hash has changed between them), and takes as long for an address without any. The stored hashes may be looked up in turn, so that a flood queries the database no more often
 * than passwords can be checked.
 */
export function matchPassword(
  password: string,
  stored: string[] | (() => Promise<string[]>),
  asker: Asker = OURSELVES,
): Promise<number[]> {
  return withHashSlot(asker, async () => {
    const hashes = typeof stored === 'function' ? await stored() : stored;
    const derived = new Map<string, Buffer>();
    for (const hash of hashes.length > 0 ? hashes : [ofNobody()]) {
      const { way, salt, memory, passes } = read(hash);
      if (!derived.has(way)) derived.set(way, await derive(password, salt, memory, passes));
    }
    return hashes.flatMap((hash, index) => {
      const { way, tag } = read(hash);
      return timingSafeEqual(derived.get(way)!, tag) ? [index] : [];
    });
  });
}

export const checkPassword = async (
  password: string,
  stored: string,
  asker: Asker = OURSELVES,
): Promise<boolean> => (await matchPassword(password, [stored], asker)).length === 1;

export const saltOf = (stored: string): Buffer => read(stored).salt;

/** Replaces the hash of a password that must open nothing any more: no password has this hash. */
export const voided = (stored: string): string =>
  stored.replace(/[^$]+$/, () => base64(randomBytes(read(stored).tag.length)));

function read(stored: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(stored);
  if (match === null) throw new Error('a stored password hash is not readable');
  const [, memory, passes, salt, tag] = match;
  return {
    /** Hashes with the same salt and cost need one derivation. */
    way: stored.slice(0, stored.lastIndexOf('$')),
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

/** No password has this hash; checking it takes as long as checking any other. */
const ofNobody = () => write(COST, randomBytes(16), randomBytes(32));
