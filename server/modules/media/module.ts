/** Media: files that tenants upload, pictures made of them, and the routes that serve both. */
import type { Tx } from '#kernel/db/db.ts';
import type { Kernel, Module } from '#kernel/module.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { type Addresses, showAsset } from './asset-record.ts';
import { assetRoutes } from './assets.routes.ts';
import {
  findExisting,
  findExistingImages,
  findPublicAssets,
  findShown,
  findWithMimeTypes,
} from './assets.sql.ts';
import type { AssertHideable, UsageOf } from './assets.ts';
import { fileRoutes } from './files/files.routes.ts';
import { folderRoutes } from './folders.routes.ts';
import { startProcessing } from './images/processing.worker.ts';
import { createFindLogo } from './logo.ts';
import { mediaEvents } from './media.events.ts';
import type { MediaSettings } from './settings.ts';
import { openStorage } from './storage/open-storage.ts';
import { startSweeping } from './storage/sweeping.worker.ts';
import { presetRoutes } from './transforms/presets.routes.ts';
import { createTransforms } from './transforms/transforms.ts';
import { uploadRoutes } from './uploads/uploads.routes.ts';

/** `usageOf` returns the records of other modules that show an asset. Also provides the logo for documents. */
export function media(
  kernel: Kernel,
  settings: MediaSettings,
  { usageOf, assertHideable }: { usageOf: UsageOf; assertHideable: AssertHideable },
) {
  const storage = openStorage(settings);
  const transforms = createTransforms(kernel, settings, storage);
  let processing: Loop | null = null;
  const module: Module = {
    name: 'media',
    gate: 'media',
    events: mediaEvents,
    routes(app) {
      assetRoutes(app, kernel.clock, kernel.config, usageOf, assertHideable);
      folderRoutes(app, kernel.clock);
      uploadRoutes(app, kernel, settings, storage, () => processing?.wake());
      presetRoutes(app, kernel.clock);
      fileRoutes(app, kernel, storage, transforms);
      app.addHook('onClose', async () => transforms.stop());
    },
    startWork() {
      processing = startProcessing(kernel, settings, storage);
      return [processing, startSweeping(kernel, settings, storage)];
    },
  };
  return { ...module, findLogo: createFindLogo(storage) };
}

/** Returns those of the ids that are assets, for modules that refer to some: they stay until the transaction ends. */
export const assetsExist = findExisting;
/** The same, with their MIME types. */
export const assetsWithMimeTypes = findWithMimeTypes;
export const imagesExist = findExistingImages;
export const publicAssets = findPublicAssets;
/** Returns those of the ids that visitors get, as a page shows them, with texts in the first of the languages that they have. */
export const showAssets = (addresses: Addresses) => async (tx: Tx, ids: string[], languages: string[]) =>
  (await findShown(tx, ids)).map((row) => showAsset(addresses, row, languages));
