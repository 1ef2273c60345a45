/** The test files that the arguments of `npm test` name. */
import { globSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SetupError } from '#kernel/setting.ts';

const FILE = /\.test\.ts$/;
const isInstalled = (path: string) => basename(path) === 'node_modules';

/** An argument is a folder, whose files are all that lie beneath it, or a pattern of files. One without a test file is a mistake. */
export function filesOf(wanted: readonly string[], root = process.cwd()): string[] {
  const beneath = (folder: string) =>
    globSync('**/*.test.ts', { cwd: join(root, folder), exclude: isInstalled }).map((file) =>
      join(folder, file),
    );
  const isFolder = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory();
  const filesAt = (path: string) => {
    if (isFolder(path)) return beneath(path);
    return FILE.test(path) ? [path] : [];
  };
  const named = (argument: string): string[] =>
    isFolder(argument)
      ? beneath(argument)
      : globSync(argument, { cwd: root, exclude: isInstalled }).flatMap(filesAt);
  const found = wanted.map((argument) => ({ argument, files: named(argument) }));
  const empty = found.filter(({ files }) => files.length === 0).map(({ argument }) => argument);
  if (empty.length > 0)
    throw new SetupError(
      `No test file is named by: ${empty.join(', ')}. Name a folder, a file that ends in .test.ts, or a pattern of such files.`,
    );
  return [...new Set(found.flatMap(({ files }) => files))].sort();
}
