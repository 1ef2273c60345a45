/** Looks through a file before anything is sent: what is in it, and which lines cannot be imported. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError } from '#kernel/setting.ts';
import { definitionOf, type TypeDefinition } from '../type-files.ts';
import { type Locales, type Place, readLines } from './lines.ts';

/** `line` is that of the file; `path` is the place in it. */
export type Problem = { line: number; id: string | null; path: string; code: string; message: string };

export type Scan = {
  locales: Locales;
  types: TypeDefinition[];
  /** The type of each entry, and the digest of each asset, by id. */
  entries: Map<string, string>;
  assets: Map<string, string>;
  hasSites: boolean;
  scheduled: { line: number; id: string; type: string; schedule: unknown }[];
  problems: Problem[];
  /** The numbers of lines that are left out. */
  unfit: Set<number>;
};

export async function scanFile(place: Place): Promise<Scan> {
  const problems: Problem[] = [];
  const unfit = new Set<number>();
  let locales: Locales | null = null;
  const types = new Map<string, TypeDefinition>();
  const entries = new Map<string, string>();
  const assets = new Map<string, string>();
  const scheduled: Scan['scheduled'] = [];
  let hasSites = false;
  const wrong = (line: number, id: string | null, path: string, code: string, message: string) => {
    unfit.add(line);
    problems.push({ line, id, path, code, message });
  };
  for await (const { number, line, problem } of readLines(place.file)) {
    if (line === null) wrong(number, null, '', 'wrong_format', problem!);
    else if (line.kind === 'locales') locales = { default: line.default, locales: line.locales };
    else if (line.kind === 'type') types.set(line.name, definitionOf(line.name, line));
    else if (line.kind === 'entry') {
      if (entries.has(line.id)) wrong(number, line.id, 'id', 'not_unique', 'is that of a line before');
      entries.set(line.id, line.type);
      hasSites ||= line.site !== undefined;
      if (line.schedule)
        scheduled.push({ line: number, id: line.id, type: line.type, schedule: line.schedule });
    } else if (line.kind === 'asset') {
      if (assets.has(line.id)) wrong(number, line.id, 'id', 'not_unique', 'is that of a line before');
      else if (
        place.folder === null ||
        (await stat(join(place.folder, line.file)).catch(() => null)) === null
      )
        wrong(number, line.id, 'file', 'not_found', `is not in the folder: ${line.file}`);
      else assets.set(line.id, line.sha256);
    }
  }
  if (locales === null) throw new SetupError(`${place.file} has no line of kind locales.`);
  return {
    ...{ locales, types: [...types.values()], entries, assets, hasSites },
    ...{ scheduled, problems, unfit },
  };
}
