/**
 * A program of its own (image-process.ts starts it): makes pictures of one uploaded image after the other. Decoders are the
 * target of hostile files, so they run apart, without settings or secrets, and may crash without an effect on the server.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { cropAround, type Focal, sizesOf } from './image-sizes.ts';

export type Job = { source: string; folder: string; focal: Focal; maxPixels: number; seconds: number };

export type Derivative = {
  name: 'thumbnail' | 'small' | 'medium' | 'large';
  format: 'webp' | 'avif';
  width: number;
  height: number;
  size: number;
  sha256: string;
  /** In the folder of the job; sizes with the same result share one file. */
  file: string;
};

export type Pictures = {
  width: number;
  height: number;
  placeholder: string;
  dominantColor: string;
  derivatives: Derivative[];
};

export type Outcome<T = { pictures: Pictures }> =
  | T
  | { refused: string }
  /** Perhaps not caused by the image, so it is tried again. */
  | { trouble: string };

/** After its last answer the process ends by itself. */
export type Answer = { outcome: Outcome<unknown>; isLast: boolean };

/** All other loaders of libvips (SVG, PDF, the formats of ImageMagick) stay disabled. */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((name) => `VipsForeignLoad${name}`);

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DECODERS });
sharp.cache(false);
sharp.concurrency(1);

const ENCODE = {
  webp: (image: Sharp) => image.webp({ quality: 80, effort: 2 }),
  avif: (image: Sharp) => image.avif({ quality: 52, effort: 1, chromaSubsampling: '4:2:0' }),
};

/** Pixels of the longer side: as many as a JPEG can have. A picture of one column and 40 million rows takes 22 s to shrink. */
export const MAX_SIDE = 65_535;
export class TooLong extends Error {}

/** The image is turned as its camera was held. */
export async function openImage({ source, maxPixels, seconds }: Omit<Job, 'focal'>) {
  const image = sharp(source, {
    limitInputPixels: maxPixels,
    failOn: 'error',
    sequentialRead: true,
    autoOrient: true,
  });
  const metadata = await image.metadata();
  const { width, height } = metadata.autoOrient;
  if (Math.max(width, height) > MAX_SIDE) throw new TooLong();
  return { image: image.timeout({ seconds }), metadata };
}

/** Decodes once, in the largest size needed, and makes the others from that. Carries no metadata over. */
export async function makePictures(job: Job): Promise<Pictures> {
  const { folder, focal, seconds } = job;
  const { image: input, metadata } = await openImage(job);
  const { width, height } = metadata.autoOrient;
  const sizes = sizesOf(width, height);
  const { data, info } = await input
    .resize(sizes.large.width, sizes.large.height, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const decoded = () => sharp(data, { raw: info }).timeout({ seconds });
  const derivatives: Derivative[] = [];
  for (const [name, size] of Object.entries(sizes) as [Derivative['name'], (typeof sizes)['large']][]) {
    for (const format of ['webp', 'avif'] as const) {
      const same = derivatives.find(
        (made) =>
          made.format === format &&
          made.name !== 'thumbnail' &&
          made.width === size.width &&
          made.height === size.height,
      );
      if (name !== 'thumbnail' && same !== undefined) {
        derivatives.push({ ...same, name });
        continue;
      }
      const image = decoded();
      if (name === 'thumbnail') image.extract(cropAround(info.width, info.height, focal));
      const bytes = await ENCODE[format](image.resize(size.width, size.height, { fit: 'fill' })).toBuffer();
      const file = `${name}.${format}`;
      await writeFile(join(folder, file), bytes, { mode: 0o600 });
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      derivatives.push({ name, format, ...size, size: bytes.length, sha256, file });
    }
  }
  const tiny = await decoded().resize(16, 16, { fit: 'inside' }).webp({ quality: 40 }).toBuffer();
  const { dominant } = await decoded().resize(64, 64, { fit: 'inside' }).removeAlpha().stats();
  return {
    width,
    height,
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
    dominantColor: `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`,
    derivatives,
  };
}
