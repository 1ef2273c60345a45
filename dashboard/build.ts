/** Builds the dashboard's files. */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DASHBOARD } from './built.ts';
import { bundle } from './bundle.ts';

await bundle(DASHBOARD, nameFirstFiles);

/**
 * Adds to the pages the names of files that only the build knows. The dashboard begins with a small script that renews the session while the
 * others load. The sign-in fetches the files of the dashboard while the password is typed. Both load the font at once.
 */
async function nameFirstFiles(folder: string): Promise<void> {
  const only = (pattern: string) => `/${globSync(pattern, { cwd: folder })[0]}`;
  const font = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${only('assets/inter-latin-wght-normal-*.woff2')}">`;
  const boot = `<script type="module" async crossorigin src="${only('assets/boot-*.js')}" nonce="__NONCE__"></script>`;
  const dashboard = await readFile(join(folder, 'index.html'), 'utf8');
  const files = new Set(dashboard.match(/\/assets\/[\w.-]+\.(js|css)/g));
  await insert(join(folder, 'index.html'), [boot, font]);
  await insert(join(folder, 'sign-in.html'), [
    font,
    `<meta name="dashboard" content="${[...files].join(' ')}">`,
  ]);
}

async function insert(path: string, lines: string[]): Promise<void> {
  const text = await readFile(path, 'utf8');
  // First in the head but for the encoding, so that the browser asks for them first.
  await writeFile(path, text.replace(/(<meta charset[^>]*>)/, `$1\n    ${lines.join('\n    ')}`));
}
