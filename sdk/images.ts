/** Addresses of pictures in the sizes that a page needs. */

export type ImageSize = {
  /** The name of a preset of the business. */
  preset?: string;
  w?: number;
  h?: number;
  fit?: 'cover' | 'contain' | 'inside';
  q?: number;
  format?: 'auto' | 'webp' | 'avif' | 'jpeg' | 'png';
};

/** An asset, also one in an expanded entry. Its `imageUrl` is null if no pictures are made of it. */
export type ImageSource = { imageUrl: string | null };

/**
 * `imageUrl(hero, { preset: 'teaser' })`. Without a preset, `w` is one of the standard widths, or the size is that of a preset. Null
 * if the asset has no pictures.
 */
export function imageUrl({ imageUrl: address }: ImageSource, size: ImageSize): string | null {
  if (address === null) return null;
  const url = new URL(address);
  for (const [name, value] of Object.entries(size)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url.href;
}

/** For `<img srcset>`: the same picture in several of the standard widths. Null if the asset has no pictures. */
export function imageSrcset(
  asset: ImageSource,
  widths: number[],
  size: Omit<ImageSize, 'w' | 'h'> = {},
): string | null {
  if (asset.imageUrl === null) return null;
  return widths.map((w) => `${imageUrl(asset, { ...size, w })} ${w}w`).join(', ');
}
