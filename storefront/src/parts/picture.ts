/** A picture of a product; without one, a quiet pattern in its place. */
import { type PictureSize, pictureUrl } from '../api.ts';
import { h } from '../dom.ts';

/** `alt` is empty where the name stands beside it. */
export function picture(
  assetId: string | null | undefined,
  alt: string,
  size: PictureSize,
  isFirst = false,
): HTMLElement {
  const frame = h('span', { class: 'picture' });
  if (!assetId) return frame;
  const image: HTMLImageElement = h('img', {
    ...{ src: pictureUrl(assetId, size), alt, decoding: 'async', width: 640, height: 640 },
    loading: isFirst ? 'eager' : 'lazy',
    fetchpriority: isFirst ? 'high' : undefined,
    // The smaller pictures of a new upload are made within seconds; until then the original is shown.
    onerror: () => {
      if (image.src.endsWith('/original')) image.remove();
      else image.src = pictureUrl(assetId, 'original');
    },
  });
  frame.append(image);
  return frame;
}
