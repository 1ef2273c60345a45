/** The assets of an import: each file is uploaded once, and known again by its digest and its name. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { type AssetLine, type AssetTexts, digestOf, linesOfKind, TEXTS } from './lines.ts';
import { insist, pagesOf } from './patience.ts';
import { attempt, type Run, refuse } from './run.ts';

type Asset = { id: string; sha256: string } & AssetTexts;

export async function importAssets(run: Run): Promise<void> {
  const { scan, journal, place, counts, progress } = run;
  if (scan.assets.size === 0) return;
  const there = await assetsThere(run);
  const taken = new Set<string>();
  let done = 0;
  for await (const { number, line } of linesOfKind(place.file, 'asset')) {
    progress.show(done++ / scan.assets.size, `${done} of ${scan.assets.size} assets`);
    if (scan.unfit.has(number)) continue;
    const known = there.byId.get(journal.to(line.id) ?? line.id) ?? there.take(line, taken);
    if (known !== undefined) taken.add(known.id);
    await attempt(run, { number, id: line.id, kind: 'assets' }, async () => {
      if (known === undefined) {
        if (!(await upload(run, number, line))) return;
        counts.assets.created++;
      } else {
        if (journal.to(line.id) !== known.id) journal.note(line.id, known.id);
        counts.assets[(await describe(run, known, line)) ? 'changed' : 'unchanged']++;
      }
    });
  }
}

/** The assets of the target that may be those of the file: a page of the list at a time is looked through. */
async function assetsThere({ target, scan, journal }: Run) {
  const digests = new Set(scan.assets.values());
  const byId = new Map<string, Asset>();
  const byFile = new Map<string, string[]>();
  const ids = new Set([...scan.assets.keys()].map((id) => journal.to(id) ?? id));
  for await (const page of pagesOf<Asset>(target.api, '/v1/media', {}, target.signal))
    for (const asset of page) {
      if (!ids.has(asset.id) && !digests.has(asset.sha256)) continue;
      const { id, sha256 } = asset;
      byId.set(id, { id, sha256, ...textsOf(asset) });
      // The list begins with the newest, and the oldest is taken first.
      byFile.set(fileOf(asset), [id, ...(byFile.get(fileOf(asset)) ?? [])]);
    }
  return {
    byId,
    /** One with the same file that stands for no other line. */
    take: (line: AssetLine, taken: Set<string>) => {
      const free = byFile.get(fileOf(line))?.find((id) => !taken.has(id) && !ids.has(id));
      return free === undefined ? undefined : byId.get(free);
    },
  };
}

const fileOf = ({ sha256, filename }: Pick<Asset, 'sha256' | 'filename'>) => `${sha256} ${filename}`;
const textsOf = (of: AssetTexts) => Object.fromEntries(TEXTS.map((name) => [name, of[name]])) as AssetTexts;

/** Says of an asset what the file says; returns whether that changes anything. */
async function describe({ target, isDry }: Run, asset: Asset, line: AssetLine): Promise<boolean> {
  const differing = TEXTS.filter((name) => !isDeepStrictEqual(asset[name], line[name]));
  if (differing.length === 0) return false;
  const change = Object.fromEntries(differing.map((name) => [name, line[name]]));
  const path = `/v1/media/${asset.id}${isDry ? '?dryRun=true' : ''}`;
  await insist(() => target.api.json('PATCH', path, change), target.signal);
  return true;
}

async function upload(run: Run, number: number, line: AssetLine): Promise<boolean> {
  const { target, place, journal, isDry } = run;
  const path = join(place.folder!, line.file);
  if ((await digestOf(path)) !== line.sha256) {
    const message = `is damaged: its digest is not that of the line: ${line.file}`;
    refuse(run, { number, id: line.id, kind: 'assets' }, [{ path: 'file', code: 'wrong_format', message }]);
    return false;
  }
  if (isDry) return true;
  const boundary = `colonnade-${line.sha256}`;
  const send = () =>
    target.api.upload('/v1/media', {
      type: `multipart/form-data; boundary=${boundary}`,
      idempotencyKey: journal.keyOf(line.id),
      body: Readable.from(formOf(line, path, boundary)),
    });
  const { data } = await insist(send, target.signal);
  journal.note(line.id, data.id);
  await describe(run, data, line);
  return true;
}

/** A form with the texts and the file, which is read as it is sent. */
async function* formOf(line: AssetLine, path: string, boundary: string): AsyncGenerator<Buffer> {
  const texts = textsOf(line);
  const parts = Object.entries(texts).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'filename' || value === undefined || value === '') return [];
    return Array.isArray(value) ? value.map((one) => [name, one]) : [[name, value]];
  });
  const begin = (name: string, more = '') =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`);
  for (const [name, value] of parts) {
    yield begin(name);
    yield Buffer.from(`${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`);
  }
  const filename = line.filename.replaceAll(/["\\\r\n]/g, '_');
  yield begin('file', `; filename="${filename}"\r\ncontent-type: application/octet-stream`);
  yield* createReadStream(path) as AsyncIterable<Buffer>;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}
