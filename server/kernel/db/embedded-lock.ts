/**
 * Locks that decide which process may start or stop the embedded PostgreSQL, and show whether a process still uses it. The kernel
 * drops a file lock however its holder dies, so none of these goes stale as a pid file would; SQLite is Node's only way to such
 * locks.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const SQLITE_BUSY = 5;
const PATIENCE_SECONDS = 180;

export async function oneAtATime<T>(locks: string, work: () => Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE_SECONDS * 1000;
  let held = lock(locks, 'start', 'begin exclusive');
  while (!held) {
    if (Date.now() > end) throw new Error(`Another Colonnade process holds ${locks} and does not let go.`);
    await sleep(20);
    held = lock(locks, 'start', 'begin exclusive');
  }
  try {
    return await work();
  } finally {
    held.close();
  }
}

const presences = new Set<DatabaseSync>();

/** Counts the caller as a user until it leaves or dies. Call both inside oneAtATime. */
export function enter(locks: string): { leave(): void } {
  const presence = lock(locks, 'users', 'begin; select * from sqlite_schema')!;
  // Garbage collection would close the database, and with it the lock.
  presences.add(presence);
  const leave = () => {
    presences.delete(presence);
    presence.close();
  };
  return { leave };
}

export function hasUsers(locks: string): boolean {
  const alone = lock(locks, 'users', 'begin exclusive');
  alone?.close();
  return alone === undefined;
}

function lock(locks: string, name: string, statement: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    const path = join(locks, name);
    database = new DatabaseSync(path, { timeout: 0 });
    // A lock on any other file would let two processes each think itself alone.
    if (database.location() !== path) throw new Error(`${path} was opened as ${database.location()}`);
    database.exec(statement);
    return database;
  } catch (error) {
    database?.close();
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode === SQLITE_BUSY) return undefined;
    throw new Error(`The locks in ${locks} cannot be used: ${message}.`);
  }
}
