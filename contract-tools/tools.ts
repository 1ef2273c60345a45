/** The tools of this folder: installed here, away from the packages of the program, and run as processes. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const FOLDER = import.meta.dirname;
export const CONTRACT = join(FOLDER, '../server/contract/openapi.snapshot.json');

const timeOf = (path: string) => (existsSync(path) ? statSync(path).mtimeMs : 0);

export const isInstalled = (): boolean =>
  timeOf(join(FOLDER, 'node_modules/.package-lock.json')) > timeOf(join(FOLDER, 'package-lock.json'));

export function install(): void {
  if (isInstalled()) return;
  run('npm', ['ci', '--no-audit', '--no-fund']);
}

/** Runs a command in this folder; a failure ends the process with its output. */
export function run(command: string, args: string[], env: Record<string, string> = {}): string {
  const path = `${join(FOLDER, 'node_modules/.bin')}:${process.env.PATH}`;
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: FOLDER,
    env: { ...process.env, ...env, PATH: path },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout;
  console.error(
    `${command} ${args.join(' ')} failed.\n${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`,
  );
  process.exit(1);
}

/** Runs a tool of this folder with the Node that runs this process: some need a newer one than that of the machine. */
export const runTool = (name: string, args: string[], env: Record<string, string> = {}): string =>
  run(process.execPath, [join(FOLDER, 'node_modules', name), ...args], env);
