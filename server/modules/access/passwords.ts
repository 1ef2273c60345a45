/** Passwords: argon2id, a few at a time, so that a flood of sign-ins cannot take the whole machine. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { unavailable } from '#kernel/errors.ts';
import { randomBase62 } from '#kernel/secrets.ts';

const hashWith = promisify(argon2);
const MEMORY_KIB = 19_456;
const PASSES = 2;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt, MEMORY_KIB, PASSES);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(salt)}$${base64(tag)}`;
}

/** Takes as long for someone who does not exist (null) as for a wrong password. */
export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(stored ?? (await NOBODY));
  if (match === null) throw new Error('a stored password hash is not readable');
  const [, memory, passes, salt, tag] = match;
  const expected = Buffer.from(tag!, 'base64');
  const actual = await derive(password, Buffer.from(salt!, 'base64'), Number(memory), Number(passes));
  return timingSafeEqual(actual, expected) && stored !== null;
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

const inTurn = takeTurns(2, 64);

function derive(password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'), 'utf8');
  return inTurn(() =>
    hashWith('argon2id', { message, nonce, memory, passes, parallelism: 1, tagLength: 32 }),
  );
}

const NOBODY = hashPassword(newPassword());
