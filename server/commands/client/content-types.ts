/** `types`: the content types of a tenant as files and as TypeScript. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Api, type Connection, connectTo } from '../api.ts';
import { FAILED, Refusal, UsageError } from '../failures.ts';
import { counted, plain, print } from '../output.ts';
import { ask, isAtTerminal } from './prompt.ts';
import {
  type Difference,
  differencesOf,
  inOrder,
  readFiles,
  readTypes,
  type TypeDefinition,
  writeFiles,
} from './type-files.ts';
import { typeScriptOf } from './type-script.ts';

type Options = Connection & { json?: boolean };

export async function pullTypes(folder: string, options: Options, signal: AbortSignal): Promise<void> {
  const files = await writeFiles(folder, await readTypes(options, signal));
  print(options, { files }, `${counted(files.length, 'type')} in ${folder}`);
}

export async function generateTypes(
  options: Options & { output?: string; from?: string },
  signal: AbortSignal,
): Promise<void> {
  const types = options.from === undefined ? await readTypes(options, signal) : await readFiles(options.from);
  const text = typeScriptOf(types);
  if (options.output === undefined) return print(options, { typeScript: text }, text.trimEnd());
  await mkdir(dirname(options.output), { recursive: true });
  await writeFile(options.output, text);
  print(
    options,
    { file: options.output, types: types.length },
    `${counted(types.length, 'type')} in ${options.output}`,
  );
}

/** The exit code is 1 if something differs, so that a build can stop. */
export async function diffTypes(folder: string, options: Options, signal: AbortSignal): Promise<void> {
  const [files, server] = [await readFiles(folder), await readTypes(options, signal)];
  const found = differencesOf(server, files);
  print(
    options,
    found,
    found.length === 0 ? 'The folder and the server have the same types.' : inWords(found),
  );
  if (found.length > 0) process.exitCode = FAILED;
}

const SIGNS = { new: '+', changed: '~', missing: '?' } as const;
const NOTES = {
  new: ' (new)',
  changed: '',
  missing: ' (on the server alone; push does not delete it)',
} as const;

export const inWords = (differences: Difference[]) =>
  differences
    .map(({ name, change, details }) =>
      [`${SIGNS[change]} ${name}${NOTES[change]}`, ...details.map((each) => `    ${each}`)].join('\n'),
    )
    .join('\n');

export async function pushTypes(
  folder: string,
  options: Options & { yes?: boolean; dryRun?: boolean },
  signal: AbortSignal,
): Promise<void> {
  const api = connectTo(options, signal);
  const [files, server] = [await readFiles(folder), await readTypes(options, signal)];
  const { differences, wanted, refused } = await tryTypes(api, server, files, (found) => {
    if (!options.json) console.log(plain(inWords(found)));
  });
  if (differences.length === 0) return print(options, { pushed: [] }, 'The server has these types already.');
  if (refused.length > 0) {
    print(
      options,
      { pushed: [], refused },
      `\n${refused.map(refusalInWords).join('\n')}\nNothing was changed.`,
    );
    process.exitCode = FAILED;
    return;
  }
  if (options.dryRun)
    return print(
      options,
      { pushed: [], wouldPush: wanted.map(({ name }) => name) },
      '\nNothing breaks. Nothing was changed.',
    );
  if (!options.yes) await confirmPush(wanted.length, signal);
  const pushed = await putTypes(api, wanted);
  const waiting = pushed.filter(({ changeId }) => changeId !== null).map(({ name }) => name);
  const goesOn =
    waiting.length === 0 ? '' : ` Entries of ${waiting.join(', ')} are being rewritten in the background.`;
  print(options, { pushed }, `\n${counted(pushed.length, 'type')} pushed.${goesOn}`);
}

export type RefusedType = { name: string; reason: string; details: unknown };
export type TriedTypes = { differences: Difference[]; wanted: TypeDefinition[]; refused: RefusedType[] };

/** Each type is tried first. A type whose blocks are new cannot be tried before they exist, so that is left to the push. */
export async function tryTypes(
  api: Api,
  server: TypeDefinition[],
  files: TypeDefinition[],
  show: (differences: Difference[]) => void,
): Promise<TriedTypes> {
  const differences = differencesOf(server, files).filter(({ change }) => change !== 'missing');
  if (differences.length === 0) return { differences, wanted: [], refused: [] };
  const changed = new Set(differences.map(({ name }) => name));
  const wanted = inOrder(files.filter(({ name }) => changed.has(name)));
  const unknown = new Set(
    wanted.filter(({ name }) => !server.some((type) => type.name === name)).map(({ name }) => name),
  );
  show(differences);
  const refused: RefusedType[] = [];
  for (const type of wanted) {
    if ([...unknown].some((name) => JSON.stringify(type.fields).includes(`"${name}"`))) continue;
    const reason = await tryType(api, type);
    if (reason !== null) refused.push({ name: type.name, reason: reason.reason, details: reason.details });
  }
  return { differences, wanted, refused };
}

export async function putTypes(
  api: Api,
  wanted: TypeDefinition[],
): Promise<{ name: string; changeId: string | null }[]> {
  const pushed: { name: string; changeId: string | null }[] = [];
  for (const type of wanted) {
    const { changeId } = await api.json('PUT', pathOf(type), bodyOf(type));
    pushed.push({ name: type.name, changeId });
  }
  return pushed;
}

const pathOf = ({ name }: TypeDefinition) => `/v1/content/types/${encodeURIComponent(name)}`;
const bodyOf = ({ name: _, ...body }: TypeDefinition) => body;

async function tryType(api: Api, type: TypeDefinition): Promise<Refusal | null> {
  try {
    await api.json('PUT', `${pathOf(type)}?dryRun=true`, bodyOf(type));
    return null;
  } catch (error) {
    if (error instanceof Refusal && [409, 422].includes(error.status)) return error;
    throw error;
  }
}

type Problem = { path: string; message: string };

export function refusalInWords({ name, reason, details }: RefusedType): string {
  const broken = (details as { entries?: { id: string; slug: string | null; problems: Problem[] }[] } | null)
    ?.entries;
  const problems = Array.isArray(details) ? (details as Problem[]) : [];
  const lines = Array.isArray(broken)
    ? broken
        .slice(0, 5)
        .map((entry) => `    ${entry.slug ?? entry.id}: ${entry.problems.map(problemInWords).join('; ')}`)
    : problems.slice(0, 10).map((problem) => `    ${problemInWords(problem)}`);
  return [`✗ ${name}: ${reason}`, ...lines].join('\n');
}

const problemInWords = ({ path, message }: Problem) => `${path} ${message}`;

async function confirmPush(count: number, signal: AbortSignal): Promise<void> {
  if (!isAtTerminal())
    throw new UsageError('Nothing breaks. Add --yes to push without a question, or --dry-run.');
  const answer = await ask(`Push ${counted(count, 'type')}? yes or no`, signal, { fallback: 'no' });
  if (!/^y(es)?$/i.test(answer)) throw new UsageError('Nothing was changed.');
}
