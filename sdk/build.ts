/**
 * Builds the package: `npm run build:sdk` writes sdk/dist/, which `npm pack ./sdk` does first. With a folder, the whole package is
 * written there.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const SOURCES = import.meta.dirname;
const folder = resolve(process.argv[2] ?? SOURCES);
const dist = join(folder, 'dist');
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
const project = ['-p', join(SOURCES, 'tsconfig.build.json'), '--outDir', dist];
execFileSync(process.execPath, [tsc, ...project], { stdio: 'inherit' });

// Editors show the comments of the types; those of the code are in the repository.
for (const name of globSync('*.js', { cwd: dist })) rewrite(name, withoutComments);
// Compilers resolve ./x.js to ./x.d.ts with every setting, and ./x.ts with few.
for (const name of globSync('*.d.ts', { cwd: dist }))
  rewrite(name, (text) => text.replace(/(['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2'));
// The types of all operations are most of the package, and a third of them would be indentation.
rewrite('operations.d.ts', (text) => text.replace(/^ +/gm, ''));
// npm packs the licence of the package's folder.
copyFileSync(join(SOURCES, '../LICENSE'), join(folder, 'LICENSE'));
if (folder !== SOURCES) {
  const { scripts, ...described } = JSON.parse(readFileSync(join(SOURCES, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(described, null, 2));
  copyFileSync(join(SOURCES, 'README.md'), join(folder, 'README.md'));
}

function rewrite(name: string, change: (text: string) => string): void {
  const path = join(dist, name);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

/** Removes comments that are whole lines, as ours are. */
function withoutComments(text: string): string {
  return text.replace(/^[ \t]*\/\*[\s\S]*?\*\/[ \t]*\n/gm, '').replace(/^[ \t]*\/\/.*\n/gm, '');
}
