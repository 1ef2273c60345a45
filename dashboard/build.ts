/** `npm run build`: builds the dashboard's files and compresses them ahead, so that no request pays for it. */
import { globSync, rmSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { DIST, fingerprint, STAMP } from './built.ts';

const MOST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

const builtFrom = fingerprint();
// Builds into another folder and renames it when complete, because a server may start at this moment.
const aside = `${DIST}-${process.pid}`;
process.on('exit', () => rmSync(aside, { recursive: true, force: true }));

await build({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  logLevel: 'warn',
  build: { outDir: aside },
});
await nameFirstFiles();
await Promise.all(globSync(`${aside}/assets/*.{js,css,svg}`).map(compress));
await writeFile(join(aside, STAMP), builtFrom);
await rm(DIST, { recursive: true, force: true });
await rename(aside, DIST).catch((error) => {
  // Another build ran at the same time and finished first.
  if (error.code !== 'ENOTEMPTY') throw error;
});

/**
 * Adds to the pages the names of files that only the build knows. The dashboard begins with a small script that renews the session while the
 * others load. The sign-in fetches the files of the dashboard while the password is typed. Both load the font at once.
 */
async function nameFirstFiles(): Promise<void> {
  const only = (pattern: string) => `/${globSync(pattern, { cwd: aside })[0]}`;
  const font = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${only('assets/inter-latin-wght-normal-*.woff2')}">`;
  const boot = `<script type="module" async crossorigin src="${only('assets/boot-*.js')}" nonce="__NONCE__"></script>`;
  const dashboard = await readFile(join(aside, 'index.html'), 'utf8');
  const files = new Set(dashboard.match(/\/assets\/[\w.-]+\.(js|css)/g));
  await insert('index.html', [boot, font]);
  await insert('sign-in.html', [font, `<meta name="dashboard" content="${[...files].join(' ')}">`]);
}

async function insert(page: string, lines: string[]): Promise<void> {
  const path = join(aside, page);
  const text = await readFile(path, 'utf8');
  // First in the head but for the encoding, so that the browser asks for them first.
  await writeFile(path, text.replace(/(<meta charset[^>]*>)/, `$1\n    ${lines.join('\n    ')}`));
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, MOST_BROTLI),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
