/** The logo of a tenant as PNG, for documents. */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Tx } from '#kernel/db/db.ts';
import { findDerivative } from './files/files.sql.ts';
import { isMissing, type Storage } from './storage/storage.ts';

const FORMAT = 'webp';

/**
 * Converts a picture that this server made itself: uploads are decoded in a process of their own. Null while there is none, such
 * as shortly after the upload.
 */
export const createFindLogo = (storage: Storage) => async (tx: Tx, assetId: string) => {
  const file = await findDerivative(tx, assetId, 'small', FORMAT);
  if (file === undefined) return null;
  return async () => {
    try {
      return await sharp(await buffer(await storage.read(file.file_key)))
        .png()
        .toBuffer();
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };
};
