/** Passwords: argon2id, a few at a time, so that a flood of sign-ins cannot take the whole machine. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { unavailable } from '#kernel/errors.ts';
import { randomBase62 } from '#kernel/secrets.ts';

const hashWith = promisify(argon2);
const MEMORY_KIB = 19_456;
const PASSES = 2;
const AT_ONCE = 2;
const MAX_WAITING = 64;

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

let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING)
      throw unavailable('Too many sign-ins at once. Please try again shortly.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  running++;
  try {
    const message = Buffer.from(password.normalize('NFKC'), 'utf8');
    return await hashWith('argon2id', { message, nonce, memory, passes, parallelism: 1, tagLength: 32 });
  } finally {
    running--;
    waiting.shift()?.();
  }
}

const NOBODY = hashPassword(newPassword());
