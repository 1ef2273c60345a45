/** The package as a user has it: built, packed, and installed from the tarball into an empty project. */
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';

export const run = promisify(execFile);
const SDK = join(import.meta.dirname, '..');
const MODULES = join(SDK, '../node_modules');

export type Installed = {
  /** The project that has installed the package. */
  folder: string;
  /** The paths in the tarball. */
  files: string[];
  packedBytes: number;
  /** Writes a file of the project, and returns its path. */
  write(name: string, text: string): string;
  /** Gives the project a package of ours, such as types. */
  link(name: string): void;
};

export async function installPackage(): Promise<Installed> {
  const root = mkdtempSync(join(tmpdir(), 'colonnade-package-'));
  after(() => rmSync(root, { recursive: true, force: true }));
  const [built, folder] = [join(root, 'built'), join(root, 'project')];
  await run(process.execPath, [join(SDK, 'build.ts'), built]);
  const packed = await run('npm', ['pack', built, '--json', '--pack-destination', root], { cwd: root });
  const [{ filename, size, files }] = JSON.parse(packed.stdout) as [
    { filename: string; size: number; files: { path: string }[] },
  ];
  mkdirSync(folder);
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  write('package.json', JSON.stringify({ name: 'project', private: true, type: 'module' }));
  const quietly = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', join(root, filename), ...quietly], { cwd: folder });
  return {
    folder,
    files: files.map(({ path }) => path).sort(),
    packedBytes: size,
    write,
    link(name) {
      const path = join(folder, 'node_modules', name);
      mkdirSync(dirname(path), { recursive: true });
      if (!existsSync(path)) symlinkSync(join(MODULES, name), path);
    },
  };
}

/** The Node programs of this machine, one of each major version: the bundled one first. */
export async function findNodes(): Promise<{ path: string; version: string }[]> {
  const paths = [process.execPath];
  for (const folder of (process.env.PATH ?? '').split(delimiter)) paths.push(join(folder, 'node'));
  const found = new Map<string, { path: string; version: string }>();
  for (const path of paths) {
    const { stdout } = await run(path, ['--version']).catch(() => ({ stdout: '' }));
    const [, major] = /^v(\d+)\./.exec(stdout) ?? [];
    if (major !== undefined && !found.has(major)) found.set(major, { path, version: stdout.trim() });
  }
  return [...found.values()];
}

/**
 * Deno and Bun, if they are here: in the folder that JAVASCRIPT_RUNTIMES names, where `npm install --prefix DIR deno bun` has put them,
 * or in the PATH.
 */
export async function findRuntime(name: 'deno' | 'bun'): Promise<{ path: string; version: string } | null> {
  const folder = process.env.JAVASCRIPT_RUNTIMES;
  const paths = (process.env.PATH ?? '').split(delimiter);
  if (folder !== undefined) paths.unshift(join(folder, 'node_modules/.bin'));
  for (const path of paths.map((each) => join(each, name))) {
    const { stdout } = await run(path, ['--version']).catch(() => ({ stdout: '' }));
    const [version] = /\d+\.\d+\.\d+/.exec(stdout) ?? [];
    if (version !== undefined) return { path, version };
  }
  return null;
}

export const typescript = join(MODULES, 'typescript/bin/tsc');

/** The samples of a page in one language. */
export const samplesOf = (path: string, language: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text]) => text!,
  );
