/** Finds built pages, the dashboard's or the shop's, checks whether they are up to date, and builds them if they are not. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** Contains the fingerprint of the sources of a build. */
export const STAMP = 'built-from';

export type Pages = { name: string; folder: string; dist: string };

const pagesIn = (name: string, folder: string): Pages => ({
  name,
  folder: join(ROOT, folder),
  dist: join(ROOT, folder, 'dist'),
});
export const DASHBOARD = pagesIn('dashboard', 'dashboard');
export const SHOP = pagesIn('shop', 'storefront');

const SOURCES = ['*.{ts,html,json}', 'src/**/*', '../sdk/*.ts', '../shared/*.ts', '../package.json'];

export function fingerprint({ folder }: Pages): string {
  const hash = createHash('sha256');
  const paths = globSync(SOURCES, { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.sort()) hash.update(path.slice(ROOT.length)).update(readFileSync(path));
  return hash.digest('hex');
}

const stampOf = (folder: string) =>
  existsSync(join(folder, STAMP)) ? readFileSync(join(folder, STAMP), 'utf8') : null;

/**
 * Returns the folder to serve, or null if there is none. A production install lacks the build tools: it serves the
 * existing build as it is.
 */
export async function ensureBuilt(
  pages: Pages,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<string | null> {
  const { name, folder, dist } = pages;
  const stamp = stampOf(dist);
  const canBuild =
    existsSync(join(ROOT, 'node_modules/vite/package.json')) && existsSync(join(folder, 'build.ts'));
  if (!canBuild || stamp === fingerprint(pages)) return stamp === null ? null : dist;
  say(stamp === null ? `Building the ${name} …` : `Building the ${name} anew, its sources have changed …`);
  const began = performance.now();
  const output = await run(join(folder, 'build.ts'), signal);
  if (signal.aborted) return null;
  if (output !== null) {
    say(`The ${name} could not be built; the server goes on without it. See: npm run build\n${output}`);
    return null;
  }
  say(`The ${name} is built (${((performance.now() - began) / 1000).toFixed(1)} s).`);
  return dist;
}

/** Returns null on success, else the output. Runs as a process of its own, because bundling takes memory that is not freed. */
function run(script: string, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script], { stdio: 'pipe', signal });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code) => resolve(code === 0 ? null : output));
  });
}
