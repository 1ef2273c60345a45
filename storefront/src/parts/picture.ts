/** A picture of a product; without one, a quiet pattern in its place. */
import { pictureUrl } from '../api.ts';
import { h } from '../dom.ts';

type Size = 'thumbnail' | 'small' | 'medium';

/** `alt` is empty where the name stands beside it. */
export function picture(assetId: string | null | undefined, alt: string, size: Size, isFirst = false): HTMLElement {
  const frame = h('span', { class: 'picture' });
  if (!assetId) return frame;
  const image = h('img', {
    ...{ src: pictureUrl(assetId, size), alt, decoding: 'async', width: 640, height: 640 },
    loading: isFirst ? 'eager' : 'lazy',
    fetchpriority: isFirst ? 'high' : undefined,
    onerror: () => image.remove(),
  });
  frame.append(image);
  return frame;
}
