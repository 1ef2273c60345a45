/** The sizes of the pictures made of an image, and the part that the cropped one shows. */

/** From 0 to 1, from the left and from the top. */
export type Focal = { x: number; y: number };
export type Size = { width: number; height: number };

/** The longest side of each; nothing is ever enlarged. */
const LONGEST = { small: 640, medium: 1280, large: 2048 };
const THUMBNAIL = 320;

export function sizesOf(width: number, height: number) {
  const side = Math.min(width, height, THUMBNAIL);
  return {
    thumbnail: { width: side, height: side },
    small: within(width, height, LONGEST.small),
    medium: within(width, height, LONGEST.medium),
    large: within(width, height, LONGEST.large),
  };
}

function within(width: number, height: number, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Returns the largest square of the image with the focal point as near to its middle as the edges allow. */
export function cropAround(width: number, height: number, focal: Focal) {
  const side = Math.min(width, height);
  const from = (length: number, at: number) =>
    Math.min(Math.max(Math.round(length * at - side / 2), 0), length - side);
  return { left: from(width, focal.x), top: from(height, focal.y), width: side, height: side };
}
