/** The library of a tenant: uploaded files and their fields. */
import type { Limited } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, invalid, type Problem, unavailable } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { entityRemoved } from '#kernel/events/search.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import { unknownName } from '#kernel/http/nearest.ts';
import { newId } from '#kernel/id.ts';
import type { Asset, AssetChange, NewAsset, Translations } from './asset-fields.ts';
import {
  type Addresses,
  focalKey,
  normalTags,
  presentAsset,
  searchChanged,
  termsOf,
} from './asset-record.ts';
import {
  type AssetFields,
  type AssetRow,
  deleteAsset,
  findAsset,
  holdAsset,
  insertAsset,
  replaceTerms,
  updateAsset,
} from './assets.sql.ts';
import { discardFiles, keepFiles } from './files/files.sql.ts';
import { deleteIdleRenditions, takeRendition } from './images/renditions.sql.ts';
import { assetChanged, assetDeleted, assetProcessed, assetUploaded } from './media.events.ts';
import { type Blob, deleteUnusedBlob, holdBlob, holdBlobOf, takeBlob } from './storage/blobs.sql.ts';
import { isPictured } from './uploads/content-type.ts';

/** A record that shows an asset, such as an entry. */
export type Usage = { type: string; id: string; title: string };
/** Refuses to make an asset private while something live requires it, unless the caller accepts that. */
export type AssertHideable = (
  tx: Tx,
  assetId: string,
  broken: 'allow' | undefined,
  caller: Limited,
) => Promise<void>;
/** Records that the caller may not read are counted without their names. */
export type UsageOf = (tx: Tx, assetId: string, caller: Limited) => Promise<Usage[]>;

/** The blob of the same bytes was deleted meanwhile, so the file must be stored after all. */
export class BlobGone extends Error {}

/** `isNew`: the file was just stored under the blob's key, and this transaction keeps it. */
export async function createAsset(
  tx: Tx,
  addresses: Addresses,
  now: Date,
  input: NewAsset & { filename: string },
  blob: Blob,
  isNew: boolean,
): Promise<Asset> {
  const blobId = isNew ? await takeBlob(tx, blob) : await holdBlobOf(tx, blob.sha256);
  if (blobId === undefined) throw new BlobGone();
  if (isNew && blobId !== blob.id) await discardFiles(tx, [blob.fileKey], now);
  if (isNew && blobId === blob.id && !(await keepFiles(tx, [blob.fileKey], now))) {
    throw unavailable('Storing the file took too long. Please try again.');
  }
  const { title = '', alt = '', caption = '', credit = '', translations = {} } = input;
  const { tags = [], folder = '/', visibility = 'public', focalPoint } = input;
  const focal = focalKey(focalPoint ?? { x: 0.5, y: 0.5 });
  const fields = {
    filename: input.filename,
    ...{ title, alt, caption, credit },
    translations: writeTranslations(translations),
    tags: normalTags(tags),
    folder,
    visibility,
    ...focal,
  };
  await takeRendition(tx, blobId, focal, isPictured(blob.type) ? 'waiting' : 'ready', now);
  const id = newId();
  await insertAsset(tx, id, blobId, fields, now);
  await replaceTerms(tx, id, termsOf(fields));
  const row = (await findAsset(tx, id))!;
  await publish(tx, now, assetUploaded(addresses, row));
  await tellIfReady(tx, addresses, now, row);
  await publish(tx, now, searchChanged(row));
  return presentAsset(addresses, row);
}

/** Publishes media.processed at once when the rendition exists already, made for another asset. */
async function tellIfReady(tx: Tx, addresses: Addresses, now: Date, row: AssetRow): Promise<void> {
  if (row.status === 'ready' && isPictured(row.type))
    await publish(tx, now, assetProcessed(addresses, row, now));
}

export async function changeAsset(
  tx: Tx,
  by: Limited,
  addresses: Addresses,
  now: Date,
  id: string,
  { broken, ...change }: AssetChange,
  seen: number | null,
  assertHideable: AssertHideable,
): Promise<Asset> {
  const before = rowAtVersion(await holdAsset(tx, id), seen, 'asset');
  if (before.visibility === 'public' && change.visibility === 'private')
    await assertHideable(tx, before.id, broken, by);
  const fields: AssetFields = {
    filename: cleanFilename(change.filename ?? before.filename),
    title: change.title ?? before.title,
    alt: change.alt ?? before.alt,
    caption: change.caption ?? before.caption,
    credit: change.credit ?? before.credit,
    translations:
      change.translations === undefined ? before.translations : writeTranslations(change.translations),
    tags: normalTags(change.tags ?? before.tags),
    folder: change.folder ?? before.folder,
    visibility: change.visibility ?? before.visibility,
    ...(change.focalPoint
      ? focalKey(change.focalPoint)
      : { focal_x: before.focal_x, focal_y: before.focal_y }),
  };
  const isRefocused = fields.focal_x !== before.focal_x || fields.focal_y !== before.focal_y;
  if (isRefocused) {
    await holdBlob(tx, before.blob_id);
    await takeRendition(tx, before.blob_id, fields, isPictured(before.type) ? 'waiting' : 'ready', now);
  }
  await updateAsset(tx, id, fields, now);
  await replaceTerms(tx, id, termsOf(fields));
  if (isRefocused) await deleteIdleRenditions(tx, before.blob_id, now);
  const row = (await findAsset(tx, id))!;
  if (isRefocused) await tellIfReady(tx, addresses, now, row);
  await publish(tx, now, assetChanged(row, now));
  await publish(tx, now, searchChanged(row));
  return presentAsset(addresses, row);
}

export async function removeAsset(
  tx: Tx,
  by: Limited,
  now: Date,
  id: string,
  seen: number | null,
  usageOf: UsageOf,
) {
  const row = rowAtVersion(await holdAsset(tx, id), seen, 'asset');
  const usedBy = await usageOf(tx, row.id, by);
  if (usedBy.length > 0) {
    const names = usedBy.slice(0, 3).map(({ title }) => `“${title}”`);
    const more = usedBy.length > 3 ? ` and ${usedBy.length - 3} more` : '';
    throw conflict(`This asset is used by ${names.join(', ')}${more}. Remove it there first.`, { usedBy });
  }
  await deleteAsset(tx, row.id);
  await holdBlob(tx, row.blob_id);
  await deleteUnusedBlob(tx, row.blob_id, now);
  await deleteIdleRenditions(tx, row.blob_id, now);
  await publish(tx, now, assetDeleted(row, now));
  await publish(tx, now, entityRemoved('asset', row.id));
  return { id: row.id, deleted: true as const };
}

/** The tags of BCP 47: en, de-AT, zh-Hant-TW. */
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const TEXTS = ['alt', 'caption', 'credit'];

/** A misspelt language or text would never be shown. */
function writeTranslations(translations: Translations): string {
  const problems = Object.entries(translations).flatMap(([language, texts]): Problem[] => {
    const path = `translations.${language.slice(0, 100)}`;
    if (!LANGUAGE.test(language)) {
      const message = 'must be under a language tag such as en or pt-BR';
      return [{ path, code: 'not_allowed', message }];
    }
    const unknown = Object.keys(texts).filter((name) => !TEXTS.includes(name));
    return unknown.slice(0, 5).map((name) => ({
      path: `${path}.${name.slice(0, 100)}`,
      code: 'unknown_field',
      message: unknownName(name, TEXTS),
    }));
  });
  if (problems.length > 0) throw invalid(problems);
  return JSON.stringify(translations);
}

const MAX_FILENAME = 200;
/** Invisible characters, which can reverse the direction in which a name is read. */
const DECEIVING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** For display and for headers; no path is ever made from it. */
export function cleanFilename(name: string): string {
  const clean = name.toWellFormed().replace(DECEIVING, '').replace(/[/\\]/g, '_').trim();
  return [...clean].slice(0, MAX_FILENAME).join('') || 'file';
}
