/** Content types as files: one JSON document per type in a folder, as the API takes it. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SetupError } from '#kernel/setting.ts';
import type { Connection } from '../api.ts';
import { rowsOf } from './rows.ts';

// biome-ignore lint/suspicious/noExplicitAny: a field is described by the contract
export type FieldDefinition = { name: string; kind: string } & Record<string, any>;
export type TypeDefinition = {
  name: string;
  title: string;
  block: boolean;
  singleton: boolean;
  /** Absent: a file says nothing of it, so a push leaves it as it is. */
  review?: boolean;
  order: 'none' | 'manual' | 'tree';
  addresses: Record<string, string>;
  fields: FieldDefinition[];
};

/** Every type of the tenant, by name. */
export async function readTypes(connection: Connection, signal: AbortSignal): Promise<TypeDefinition[]> {
  const rows = rowsOf<TypeDefinition>('/v1/content/types', { ...connection, limit: 0, all: true }, signal);
  const types = (await Array.fromAsync(rows)).map(
    // A server from before has no order and no review.
    ({ name, title, block, singleton, review = false, order = 'none', addresses, fields }) => ({
      ...{ name, title, block, singleton, review, order, addresses, fields },
    }),
  );
  const strange = types.find(({ name }) => !NAME_OF_TYPE.test(name));
  if (strange !== undefined)
    throw new SetupError(
      `The server has a type called ${JSON.stringify(strange.name)}, which is no name of a type.`,
    );
  return types.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** `name` is that of the file; options that are off are left out. */
export const documentOf = ({
  name: _,
  title,
  block,
  singleton,
  review,
  order,
  addresses,
  fields,
}: TypeDefinition) => ({
  title,
  ...(block && { block }),
  ...(singleton && { singleton }),
  ...(review && { review }),
  ...(order !== 'none' && { order }),
  ...(Object.keys(addresses).length > 0 && { addresses }),
  fields,
});

/** A server chooses these names; they become names of files and of TypeScript. */
const NAME_OF_TYPE = /^[a-z][a-z0-9_-]{0,62}$/;

export async function writeFiles(folder: string, types: TypeDefinition[]): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files = types.map((type) => ({ path: join(folder, `${type.name}.json`), type }));
  for (const { path, type } of files) await writeFile(path, `${JSON.stringify(documentOf(type), null, 2)}\n`);
  return files.map(({ path }) => path);
}

export async function readFiles(folder: string): Promise<TypeDefinition[]> {
  const names = await readdir(folder).catch(() => {
    throw new SetupError(`There is no folder ${folder}. Make one: npx colonnade types pull ${folder}`);
  });
  const files = names.filter((name) => name.endsWith('.json')).sort();
  if (files.length === 0) throw new SetupError(`The folder ${folder} has no file of a type (name.json).`);
  return Promise.all(files.map((file) => readType(join(folder, file), file.slice(0, -'.json'.length))));
}

async function readType(path: string, name: string): Promise<TypeDefinition> {
  const text = await readFile(path, 'utf8');
  try {
    const document = JSON.parse(text);
    if (typeof document.title !== 'string' || !Array.isArray(document.fields))
      throw new Error('it has no title or no fields');
    return definitionOf(name, document);
  } catch (error) {
    throw new SetupError(`${path} is not a content type: ${(error as Error).message}.`);
  }
}

/** Options that a document leaves out are off, but for the review: a file from before must not take it away. */
export const definitionOf = (
  name: string,
  { title, fields, ...rest }: Pick<TypeDefinition, 'title' | 'fields'> & Partial<TypeDefinition>,
): TypeDefinition => {
  const { block = false, singleton = false, review, order = 'none', addresses = {} } = rest;
  return {
    ...{ name, title, block, singleton, order, addresses, fields },
    ...(review !== undefined && { review }),
  };
};

export type Difference = {
  name: string;
  /** missing: the server has the type, and the folder does not. */
  change: 'new' | 'changed' | 'missing';
  details: string[];
};

export function differencesOf(server: TypeDefinition[], folder: TypeDefinition[]): Difference[] {
  const there = new Map(server.map((type) => [type.name, type]));
  const here = new Set(folder.map(({ name }) => name));
  const known = folder.flatMap((type): Difference[] => {
    const former = there.get(type.name);
    if (former === undefined) return [{ name: type.name, change: 'new', details: [] }];
    const details = detailsOf(former, type);
    return details.length === 0 ? [] : [{ name: type.name, change: 'changed', details }];
  });
  const missing = server.filter(({ name }) => !here.has(name));
  return [...known, ...missing.map(({ name }): Difference => ({ name, change: 'missing', details: [] }))];
}

const written = (part: unknown) => (typeof part === 'object' ? JSON.stringify(part) : part);

function detailsOf(before: TypeDefinition, after: TypeDefinition): string[] {
  const [was, is] = [byName(before.fields), byName(after.fields)];
  const order = (fields: Map<string, FieldDefinition>, other: Map<string, FieldDefinition>) =>
    [...fields.keys()].filter((name) => other.has(name)).join();
  return [
    ...(['title', 'block', 'singleton', 'review', 'order', 'addresses'] as const)
      .filter((part) => after[part] !== undefined && !isDeepStrictEqual(before[part], after[part]))
      .map((part) => `~ ${part}: ${written(before[part])} → ${written(after[part])}`),
    ...[...is.keys()].filter((name) => !was.has(name)).map((name) => `+ ${name} (${is.get(name)!.kind})`),
    ...[...was.keys()].filter((name) => !is.has(name)).map((name) => `- ${name} (${was.get(name)!.kind})`),
    ...[...is]
      .filter(([name, field]) => was.has(name) && !isDeepStrictEqual(field, was.get(name)))
      .map(([name, field]) => `~ ${name}: ${optionsThatDiffer(was.get(name)!, field).join(', ')}`),
    ...(order(was, is) === order(is, was) ? [] : ['~ the order of the fields']),
  ];
}

const byName = (fields: FieldDefinition[]) => new Map(fields.map((field) => [field.name, field]));

const optionsThatDiffer = (before: FieldDefinition, after: FieldDefinition): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (option) => !isDeepStrictEqual(before[option], after[option]),
  );

/** The names of the blocks that fields may have. */
export const namedBlocks = (fields: FieldDefinition[] = []): string[] =>
  JSON.stringify(fields, (key, inside) => (key === 'help' || key === 'label' ? undefined : inside))
    .matchAll(/"blocks":\[([^\]]*)\]/g)
    .flatMap((match) => JSON.parse(`[${match[1]}]`) as string[])
    .toArray();

/** Blocks come before the types that name them. */
export function inOrder(types: TypeDefinition[]): TypeDefinition[] {
  const done = new Map<string, TypeDefinition>();
  const add = (type: TypeDefinition, under: string[]): void => {
    if (done.has(type.name) || under.includes(type.name)) return;
    for (const name of namedBlocks(type.fields)) {
      const block = types.find((one) => one.name === name);
      if (block) add(block, [...under, type.name]);
    }
    done.set(type.name, type);
  };
  for (const type of types) add(type, []);
  return [...done.values()];
}
