/** `content export`: the content of a tenant as a file, or as a folder with the files of its assets. */
import { type FileHandle, mkdir, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SetupError } from '#kernel/setting.ts';
import { type Connection, connectTo } from '../../api.ts';
import { UsageError } from '../../failures.ts';
import { cannot, openPart } from '../../files.ts';
import { counted, plain, print } from '../../output.ts';
import { type Progress, startProgress } from '../../progress.ts';
import { documentOf, inOrder, namedBlocks, readTypes, type TypeDefinition } from '../type-files.ts';
import { Journal } from './journal.ts';
import {
  type AssetLine,
  type AssetTexts,
  digestOf,
  type EntryLine,
  inLots,
  type Line,
  placeOf,
  TEXTS,
  type Values,
  VERSION,
} from './lines.ts';
import { IDS_AT_ONCE, insist } from './patience.ts';
import {
  assertScopes,
  entriesOf,
  linesOf,
  liveValuesOf,
  openTenant,
  readLocales,
  readRights,
  type Tenant,
} from './tenant.ts';
import { mapLinks, type Types } from './values.ts';

export type ExportOptions = Connection & {
  type?: string[];
  assets: boolean;
  publishedOnly?: boolean;
  json?: boolean;
};

type Counts = { types: number; entries: number; assets: number; scheduled: number };

export async function exportContent(
  path: string,
  options: ExportOptions,
  signal: AbortSignal,
): Promise<void> {
  const place = await placeOf(path);
  if (place.folder === null && options.assets)
    throw new UsageError(
      `The files of assets need a folder: name one instead of ${path}, or add --no-assets.`,
    );
  const api = connectTo(options, signal);
  const rights = await readRights(api);
  assertScopes(rights, ['read:content', ...(options.assets ? ['read:media'] : [])]);
  const all = await readTypes(options, signal);
  const tenant = openTenant(api, byName(all), await readLocales(api, signal), signal);
  const types = chosenTypes(all, options.type);
  if (place.folder !== null) await makeFolder(options.assets ? join(place.folder, 'assets') : place.folder);
  const { part, file } = await openPart(place.file, 0o600).catch((error) => {
    throw cannot('be written', place.file, error);
  });
  const progress = startProgress(process.stderr, () => performance.now());
  try {
    const back = new Journal(place, rights.id, true).back();
    const wanted = { ...options, folder: place.folder, idOf: (id: string) => back.get(id) ?? id };
    const counts = await write(file, tenant, types, wanted, progress);
    await file.close();
    await rename(part, place.file);
    progress.end();
    print(options, { file: place.file, ...counts }, summary(path, counts));
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw cannot('be written', place.file, error);
  } finally {
    progress.end();
  }
}

const byName = (types: TypeDefinition[]): Types => new Map(types.map((type) => [type.name, type]));

const makeFolder = (folder: string) =>
  mkdir(folder, { recursive: true }).catch((error) => {
    throw cannot('be written', folder, error);
  });

/** The types that are named, with the blocks that they have; without names all. Blocks come first. */
function chosenTypes(all: TypeDefinition[], names: string[] | undefined): TypeDefinition[] {
  if (names === undefined) return inOrder(all);
  const unknown = names.filter((name) => !all.some((type) => type.name === name));
  if (unknown.length > 0)
    throw new UsageError(
      `There is no type ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(', ')}.`,
    );
  const chosen = new Set(names);
  // A set goes on with what is added to it meanwhile.
  for (const name of chosen)
    for (const block of namedBlocks(all.find((type) => type.name === name)?.fields)) chosen.add(block);
  return inOrder(all.filter(({ name }) => chosen.has(name)));
}

/** `idOf` returns the id in the file. */
type Wanted = Pick<ExportOptions, 'assets' | 'publishedOnly'> & {
  folder: string | null;
  idOf: (id: string) => string;
};

async function write(
  file: FileHandle,
  tenant: Tenant,
  types: TypeDefinition[],
  { assets: withAssets, publishedOnly, folder, idOf }: Wanted,
  progress: Progress,
): Promise<Counts> {
  const counts = { types: types.length, entries: 0, assets: 0, scheduled: 0 };
  // By the order of their first place, which is the same in every tenant with this content.
  const assets = new Set<string>();
  const put = (lines: Line[]) => file.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await put([
    { kind: 'content', version: VERSION, ...(publishedOnly && { publishedOnly }) },
    { kind: 'locales', ...tenant.locales },
    ...types.map((type) => ({ kind: 'type' as const, name: type.name, ...documentOf(type) })),
  ]);
  for (const type of types.filter(({ block }) => !block)) {
    for await (const some of inLots(entriesOf(tenant, type), IDS_AT_ONCE)) {
      const found = await linesOf(tenant, some);
      const lines = publishedOnly ? found.flatMap((line) => asPublished(tenant, line)) : found;
      for (const line of withAssets ? lines : []) noteAssets(tenant.types, line, assets);
      await put(lines.map((line) => withIds(tenant.types, line, idOf)));
      counts.entries += lines.length;
      counts.scheduled += lines.filter(({ schedule }) => schedule !== undefined).length;
      progress.show(null, `${counted(counts.entries, 'entry', 'entries')}: ${type.name}`);
    }
  }
  for (const id of assets) {
    await put([{ ...(await saveAsset(tenant, id, folder!)), id: idOf(id) }]);
    counts.assets++;
    progress.show(counts.assets / assets.size, `${counts.assets} of ${counted(assets.size, 'asset')}`);
  }
  return counts;
}

/** An entry with the values that readers get as its draft. */
function asPublished(tenant: Tenant, { schedule: _, ...line }: EntryLine): EntryLine[] {
  if (line.live === undefined) return [];
  const codes = tenant.locales.locales.map(({ code }) => code);
  const { fields: _own, ...live } = line.live;
  return [{ ...line, fields: liveValuesOf(tenant.types, codes, line), live }];
}

function withIds(types: Types, line: EntryLine, idOf: (id: string) => string): EntryLine {
  const linked = (values: Values) => mapLinks(types, line.type, values, (_kind, id) => idOf(id));
  const { parentId, fields, live } = line;
  return {
    ...line,
    id: idOf(line.id),
    ...(parentId !== undefined && { parentId: idOf(parentId) }),
    fields: linked(fields),
    ...(live && { live: { ...live, ...(live.fields && { fields: linked(live.fields) }) } }),
  };
}

function noteAssets(types: Types, { type, fields, live }: EntryLine, assets: Set<string>): void {
  for (const values of [fields, live?.fields ?? {}])
    mapLinks(types, type, values, (kind, id) => {
      if (kind === 'asset') assets.add(id);
      return id;
    });
}

/** The name of a file is the digest of its bytes, so a file that is there already is not loaded again. */
async function saveAsset({ api, signal }: Tenant, id: string, folder: string): Promise<AssetLine> {
  const asset = await insist(() => api.json('GET', `/v1/media/${id}`), signal);
  const file = `assets/${asset.sha256}${/^\.[a-z0-9]{1,10}$/.exec(extname(asset.filename).toLowerCase())?.[0] ?? ''}`;
  const path = join(folder, file);
  const found = await stat(path).catch(() => null);
  if (found?.size !== asset.size || (await digestOf(path)) !== asset.sha256)
    await insist(() => load(api, id, path, asset.sha256), signal);
  const texts = Object.fromEntries(TEXTS.map((name) => [name, asset[name]])) as AssetTexts;
  return { kind: 'asset', id, file, sha256: asset.sha256, ...texts };
}

async function load(api: Tenant['api'], id: string, path: string, sha256: string): Promise<void> {
  const { body } = await api.download(`/v1/media/${id}/files/original`);
  const { part, file } = await openPart(path, 0o600);
  try {
    await pipeline(body, file.createWriteStream());
    if ((await digestOf(part)) !== sha256)
      throw new SetupError(`The file of the asset ${id} came incomplete, or it is damaged on the server.`);
    await rename(part, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw cannot('be written', path, error);
  }
}

function summary(path: string, { types, entries, assets, scheduled }: Counts): string {
  const what = [counted(types, 'type'), counted(entries, 'entry', 'entries'), counted(assets, 'asset')];
  const times =
    scheduled === 0
      ? ''
      : `\n${counted(scheduled, 'entry has', 'entries have')} times to go live or come down; the file has them, and an import does not set them.`;
  return plain(`${what.join(', ')} in ${path}${times}`);
}
