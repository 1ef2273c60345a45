/** Bundles the pages of a folder and compresses their files ahead, so that no request pays for it. */
import { globSync, rmSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { fingerprint, type Pages, STAMP } from './built.ts';

const MOST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** `finish` changes the files before they are compressed. */
export async function bundle(pages: Pages, finish: (folder: string) => Promise<void> = async () => {}) {
  const builtFrom = fingerprint(pages);
  // Builds into another folder and renames it when complete, because a server may start at this moment.
  const aside = `${pages.dist}-${process.pid}`;
  process.on('exit', () => rmSync(aside, { recursive: true, force: true }));
  await build({
    configFile: join(pages.folder, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: aside },
  });
  await finish(aside);
  await Promise.all(globSync(`${aside}/assets/*.{js,css,svg}`).map(compress));
  await writeFile(join(aside, STAMP), builtFrom);
  await rm(pages.dist, { recursive: true, force: true });
  await rename(aside, pages.dist).catch((error) => {
    // Another build ran at the same time and finished first.
    if (error.code !== 'ENOTEMPTY') throw error;
  });
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, MOST_BROTLI),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
