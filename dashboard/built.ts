/** Finds the built dashboard, checks whether it is up to date, and builds it if it is not. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;
export const DIST = join(HERE, 'dist');
/** Contains the fingerprint of the sources of a build. */
export const STAMP = 'built-from';

const SOURCES = ['*.{ts,html,json}', 'src/**/*', '../sdk/*.ts', '../shared/*.ts', '../package.json'];

export function fingerprint(): string {
  const hash = createHash('sha256');
  const paths = globSync(SOURCES, { cwd: HERE, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.sort()) hash.update(path.slice(HERE.length)).update(readFileSync(path));
  return hash.digest('hex');
}

const stampOf = (folder: string) =>
  existsSync(join(folder, STAMP)) ? readFileSync(join(folder, STAMP), 'utf8') : null;

/**
 * Returns the folder to serve, or null if there is none. A production install lacks the build tools: it serves the
 * existing build as it is.
 */
export async function ensureDashboard(
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<string | null> {
  const stamp = stampOf(DIST);
  const canBuild = existsSync(join(HERE, '../node_modules/vite/package.json'));
  if (!canBuild || stamp === fingerprint()) return stamp === null ? null : DIST;
  say(
    stamp === null ? 'Building the dashboard …' : 'Building the dashboard anew, its sources have changed …',
  );
  const began = performance.now();
  const output = await run(signal);
  if (signal.aborted) return null;
  if (output !== null) {
    say(`The dashboard could not be built; the server goes on without it. See: npm run build\n${output}`);
    return null;
  }
  say(`The dashboard is built (${((performance.now() - began) / 1000).toFixed(1)} s).`);
  return DIST;
}

/** Returns null on success, else the output. Runs as a process of its own, because bundling takes memory that is not freed. */
function run(signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(HERE, 'build.ts')], { stdio: 'pipe', signal });
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
