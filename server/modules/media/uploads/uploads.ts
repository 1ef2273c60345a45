/** Makes an asset of a form: reads its fields, stores the file, and creates the asset in one transaction. */
import { createHash } from 'node:crypto';
import { crashPoint } from '#kernel/crash.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import type { Unknown } from '#kernel/http/body/unknown-fields.ts';
import { compileCheck } from '#kernel/http/body/validation.ts';
import { newId } from '#kernel/id.ts';
import type { AssertRoom } from '#kernel/usage.ts';
import { type Asset, NewAsset } from '../asset-fields.ts';
import type { Addresses } from '../asset-record.ts';
import { BlobGone, cleanFilename, createAsset } from '../assets.ts';
import { expectFiles } from '../files/files.sql.ts';
import { FILES } from '../settings.ts';
import { isStored } from '../storage/blobs.sql.ts';
import { keyOf, type Storage } from '../storage/storage.ts';
import { kindOf, typeOfFile } from './content-type.ts';
import type { Form, SpooledFile } from './upload-form.ts';

/** A stored file whose asset was never created is removed after that time. */
export const STORING_MS = 3_600_000;
const MAX_TRIES = 3;
const MAX_UNKNOWN = 20;

const findProblems = compileCheck(NewAsset);

/** Reports everything that is wrong with the form at once. */
export function readForm({ fields, file, files }: Form): { said: NewAsset; file: SpooledFile } {
  const problems: Problem[] = [];
  const of = (path: string, code: string, message: string) => problems.push({ path, code, message });
  if (file === null) of('file', 'required', 'is required');
  else if (file.size === 0) of('file', 'too_short', 'must not be empty');
  if (files > 1) of('file', 'too_many', 'must be one; send several files in several requests');
  const said: Record<string, unknown> = {};
  for (const name of Object.keys(NewAsset.properties)) {
    const values = fields.get(name);
    if (values === undefined) continue;
    if (values.some((value) => value.includes('\0'))) of(name, 'text_not_allowed', 'must not contain NUL');
    if (name === 'tags') said.tags = values;
    else if (name === 'focalPoint' || name === 'translations') said[name] = parse(values.at(-1)!);
    else said[name] = values.at(-1);
  }
  problems.push(...findProblems(said));
  if (problems.length > 0) throw invalid(problems);
  return { said: said as NewAsset, file: file! };
}

const KNOWN = [...Object.keys(NewAsset.properties), 'file'];

export const unknownIn = ({ fields }: Form): Unknown[] =>
  [...fields.keys()]
    .filter((name) => !KNOWN.includes(name))
    .slice(0, MAX_UNKNOWN)
    .map((name) => ({ path: name, name, known: KNOWN }));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Represents the body in the comparison with an earlier request of the same Idempotency-Key: the boundaries of forms differ. */
export const digestOf = (said: NewAsset, file: SpooledFile) =>
  createHash('sha256')
    .update(JSON.stringify([said, file.filename]))
    .update(file.sha256)
    .digest();

type Upload = { said: NewAsset; file: SpooledFile };
type Deps = {
  db: Db;
  clock: () => Date;
  storage: Storage;
  addresses: Addresses;
  assertRoom: AssertRoom;
};
type Commit = (work: (tx: Tx) => Promise<Asset>) => Promise<Asset>;

async function blobOf(tenantId: string, file: SpooledFile) {
  const type = await typeOfFile(file.path);
  const id = newId();
  const fileKey = keyOf(tenantId, file.sha256.toString('hex'), id);
  return { id, sha256: file.sha256, size: file.size, type, kind: kindOf(type), fileKey };
}

/** Does everything but storing the file, in a transaction that is rolled back. */
export async function rehearseUpload(
  { clock, addresses, assertRoom }: Deps,
  tenantId: string,
  { said, file }: Upload,
  rehearse: Commit,
): Promise<Asset> {
  const blob = await blobOf(tenantId, file);
  const input = { ...said, filename: cleanFilename(file.filename) };
  return rehearse(async (tx) => {
    const isNew = !(await isStored(tx, file.sha256));
    if (isNew) await assertRoom(tx, FILES, file.size);
    if (isNew) await expectFiles(tx, [blob.fileKey], new Date(clock().getTime() + STORING_MS));
    return createAsset(tx, addresses, clock(), input, blob, isNew);
  });
}

/**
 * The file is registered, then stored, then kept by the transaction that creates the asset. A crash in between leaves a file that
 * no row keeps, which is removed in time; at no point does a row name a file that does not exist.
 */
export async function storeUpload(
  { db, clock, storage, addresses, assertRoom }: Deps,
  tenantId: string,
  { said, file }: Upload,
  commit: Commit,
): Promise<Asset> {
  const blob = await blobOf(tenantId, file);
  const { fileKey } = blob;
  const input = { ...said, filename: cleanFilename(file.filename) };
  let isNew = false;
  for (let tries = 1; ; tries++) {
    if (!isNew && !(await db.inTenant(tenantId, (tx) => isStored(tx, file.sha256)))) {
      const until = new Date(clock().getTime() + STORING_MS);
      await db.inTenant(tenantId, (tx) => expectFiles(tx, [fileKey], until));
      await storage.put(fileKey, file.path);
      crashPoint('after_store_before_keep');
      isNew = true;
    }
    try {
      return await commit(async (tx) => {
        if (isNew) await assertRoom(tx, FILES, file.size);
        return createAsset(tx, addresses, clock(), input, blob, isNew);
      });
    } catch (error) {
      if (!(error instanceof BlobGone) || isNew || tries === MAX_TRIES) throw error;
    }
  }
}
