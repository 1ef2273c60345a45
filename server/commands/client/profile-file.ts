/** Profiles: saved sign-ins to servers, in a file that only its owner reads. */
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Env, SetupError } from '#kernel/setting.ts';
import { cannot } from '../files.ts';

/** The sign-in of a person: an access token for ten minutes, and a refresh token that changes with each use. */
export type Session = { email: string; refreshToken: string; accessToken: string; accessUntil: number };
export type Profile = { url: string; key?: string; session?: Session };
export type Profiles = { current: string | null; profiles: Record<string, Profile> };

const LOCK_TRY_MS = 20;
/** A command that holds the lock makes one request; an older lock is that of a killed one. */
const LOCK_STALE_MS = 20_000;

export function profilePath({ XDG_CONFIG_HOME, HOME }: Env): string {
  const isSet = XDG_CONFIG_HOME !== undefined && isAbsolute(XDG_CONFIG_HOME);
  const folder = isSet ? XDG_CONFIG_HOME : join(HOME || homedir(), '.config');
  return join(folder, 'colonnade', 'config.json');
}

export async function readProfiles(env: Env): Promise<Profiles> {
  const path = profilePath(env);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw cannot('be read', path, error);
  });
  if (text === null) return { current: null, profiles: {} };
  try {
    const { current = null, profiles = {} } = JSON.parse(text);
    return { current, profiles };
  } catch {
    throw new SetupError(`${path} is not valid JSON. Repair it, or delete it and log in again.`);
  }
}

/** Changes the file under a lock: commands that run at once lose no change of each other. */
export async function changeProfiles<T>(env: Env, change: (file: Profiles) => Promise<T> | T): Promise<T> {
  const path = profilePath(env);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((error) => {
    throw cannot('be written', dirname(path), error);
  });
  const unlock = await lock(`${path}.lock`);
  try {
    const file = await readProfiles(env);
    const before = JSON.stringify(file);
    const result = await change(file);
    if (JSON.stringify(file) !== before) {
      // Replaced as a whole, so that a command that is killed leaves the file as it was.
      await writeFile(`${path}.part`, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
      await rename(`${path}.part`, path);
    }
    return result;
  } finally {
    await unlock();
  }
}

async function lock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await (await open(path, 'wx', 0o600)).close();
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannot('be written', path, error);
    }
    const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? Date.now());
    if (age > LOCK_STALE_MS) await rm(path, { force: true });
    await sleep(LOCK_TRY_MS);
  }
}
