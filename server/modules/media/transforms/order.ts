/** Reads what to make of an image, and refuses what cannot be made of it. */
import { invalid, unavailable } from '#kernel/errors.ts';
import type { PictureFormat } from '../images/picture-maker.ts';
import { isPictured } from '../uploads/content-type.ts';
import { type Layout, layOut, negotiate, problemOfFormat, readWanted } from './sizes.ts';
import type { Asked, Presets } from './transform-fields.ts';
import type { ImageRow, TransformKey } from './transforms.sql.ts';

export type Order = {
  key: TransformKey;
  source: string;
  picture: Layout & { q: number | null; format: PictureFormat };
  /** Its size. */
  label: string;
  varies: boolean;
};

/** Pictures of a new image are made within seconds. */
const SOON_SECONDS = 2;

export function readOrder(image: ImageRow, asked: Asked, accept: string | undefined): Order {
  const [path = ''] = Object.keys(asked);
  const refuse = (message: string, at = path) => invalid([{ path: at, code: 'not_allowed', message }]);
  if (!isPictured(image.type)) {
    throw refuse(`is for JPEG, PNG, WebP, GIF, AVIF and TIFF; this file is ${image.type}`);
  }
  const { w, h, fit, q, format: wanted } = readWanted(asked, JSON.parse(image.presets ?? '{}') as Presets);
  const { width, height } = image;
  if (width === null || height === null) {
    if (image.status === 'failed')
      throw refuse(`is not possible: no pictures can be made of this image. ${image.reason}`);
    throw unavailable('The image is new, and its pictures are being made. Try again shortly.', SOON_SECONDS);
  }
  const layout = layOut(
    { w, h, fit, q },
    { width, height },
    { x: image.focal_x / 1000, y: image.focal_y / 1000 },
  );
  const size = layout.crop ?? layout.box ?? layout.scaled;
  const format = negotiate(wanted, accept, size);
  const problem = problemOfFormat(format, size);
  if (problem !== null) throw refuse(problem, asked.format === undefined ? 'preset' : 'format');
  const quality = format === 'png' || q === null ? '' : `,q${q}`;
  const label = `${size.width}x${size.height}`;
  const { blob_id, focal_x, focal_y } = image;
  return {
    key: { blob_id, focal_x, focal_y, picture: `${fit},${label}${quality},${format}` },
    source: image.file_key,
    picture: { ...layout, q, format },
    label,
    varies: wanted === 'auto',
  };
}
