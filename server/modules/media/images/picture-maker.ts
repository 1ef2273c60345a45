/** Makes one picture of an image, in the size and format that a page asks for. Runs in the process of image-child.ts. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import type { Layout } from '../transforms/sizes.ts';
import { type Job, openImage } from './image-maker.ts';

export type PictureFormat = 'webp' | 'avif' | 'jpeg' | 'png' | 'plain';
export type PictureJob = Omit<Job, 'focal'> & {
  picture: Layout & { q: number | null; format: PictureFormat };
};
/** The file is in the folder of the job. */
export type Picture = { type: string; size: number; sha256: string; file: string };

const ENCODE = {
  webp: (image: Sharp, quality = 80) => image.webp({ quality, effort: 2 }),
  avif: (image: Sharp, quality = 52) => image.avif({ quality, effort: 1, chromaSubsampling: '4:2:0' }),
  jpeg: (image: Sharp, quality = 80) => image.jpeg({ quality, progressive: true }),
  png: (image: Sharp) => image.png(),
};
const WHITE = '#ffffff';
const TRANSPARENT = { r: 255, g: 255, b: 255, alpha: 0 };

/** Scales before it crops: a JPEG is then decoded in a fraction of its size. Carries no metadata over. */
export async function makePicture(job: PictureJob): Promise<Picture> {
  const { scaled, crop, box, q, format: wanted } = job.picture;
  const { image, metadata } = await openImage(job);
  const format = wanted !== 'plain' ? wanted : metadata.hasAlpha ? 'png' : 'jpeg';
  image.resize(scaled.width, scaled.height, { fit: 'fill' }).toColourspace('srgb');
  if (crop !== null) image.extract(crop);
  if (box !== null) {
    const [left, top] = [(box.width - scaled.width) >> 1, (box.height - scaled.height) >> 1];
    const [right, bottom] = [box.width - scaled.width - left, box.height - scaled.height - top];
    image.extend({ left, top, right, bottom, background: format === 'jpeg' ? WHITE : TRANSPARENT });
  }
  if (format === 'jpeg') image.flatten({ background: WHITE });
  const bytes = await ENCODE[format](image, q ?? undefined).toBuffer();
  const file = `picture.${format}`;
  await writeFile(join(job.folder, file), bytes, { mode: 0o600 });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { type: `image/${format}`, size: bytes.length, sha256, file };
}
