/** Reads the state of a PostgreSQL from its data directory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { within } from './stage.ts';

export function postgresOf(dataDir: string): { pid: number; port: number } {
  const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

export function isGone(pid: number): Promise<boolean> {
  return within(10, () => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  });
}
