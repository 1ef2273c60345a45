/** The sizes in which a picture may be asked for, and the part of the image that it shows. */
import { invalid, type Problem } from '#kernel/errors.ts';
import type { Focal, Size } from '../images/image-sizes.ts';
import {
  type Asked,
  type Fit,
  type Format,
  MAX_SIDE,
  type Preset,
  type Presets,
} from './transform-fields.ts';

/** Widths that need no preset: the whole image. They are those of `next/image`, from 64 up. */
export const WIDTHS = [64, 96, 128, 256, 384, 640, 750, 828, 1080, 1200, 1920, 2048, 3840];

export type Shape = { w: number | null; h: number | null; fit: Fit; q: number | null };
export type Wanted = Shape & { format: Format };

export function shapeOf(preset: Preset): Shape {
  const { w, h, fit, q } = preset;
  const standard = w === undefined || h === undefined ? 'inside' : 'cover';
  return { w: w ?? null, h: h ?? null, fit: fit ?? standard, q: q ?? null };
}

/** A preset in its shape at another width, or at the largest that keeps its height in bounds. */
function atWidth(preset: Preset, w: number): Preset {
  const { w: own, h } = preset;
  if (own === undefined) return preset;
  if (h === undefined) return { ...preset, w };
  const scale = Math.min(w / own, MAX_SIDE / h);
  return { ...preset, w: atLeastOne(own * scale), h: atLeastOne(h * scale) };
}

/** Refuses sizes that neither the list of widths nor a preset allows, so that nobody can ask for a million of them. */
export function readWanted(asked: Asked, presets: Presets): Wanted {
  const { preset: name, format, ...size } = asked;
  if (name !== undefined) {
    const preset = ofPreset(name, size, presets);
    return { ...shapeOf(preset), format: format ?? preset.format ?? 'auto' };
  }
  const wanted = shapeOf(size);
  const problem = problemOfBox(wanted);
  if (problem !== null) throw invalid([problem]);
  const { w, h, fit, q } = wanted;
  if (w !== null && h === null && fit === 'inside' && q === null && WIDTHS.includes(w)) {
    return { ...wanted, format: format ?? 'auto' };
  }
  const widths = WIDTHS.filter((each) => each === w);
  const isPreset = Object.values(presets).some((preset) => {
    const shapes = [preset, ...widths.map((each) => atWidth(preset, each))];
    return shapes
      .map(shapeOf)
      .some((each) => each.w === w && each.h === h && each.fit === fit && each.q === q);
  });
  if (!isPreset) throw notAllowed(w === null ? 'h' : 'w', h === null && q === null);
  return { ...wanted, format: format ?? 'auto' };
}

function ofPreset(name: string, { w, ...others }: Asked, presets: Presets): Preset {
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
  if (preset === undefined) {
    throw invalid([
      { path: 'preset', code: 'not_found', message: 'must be the name of a preset that exists' },
    ]);
  }
  const [said] = Object.keys(others);
  if (said !== undefined) {
    throw invalid([
      { path: said, code: 'not_allowed', message: 'is said by the preset; leave one of them out' },
    ]);
  }
  if (w === undefined) return preset;
  if (preset.w === undefined || !WIDTHS.includes(w)) throw notAllowed('w', true);
  return atWidth(preset, w);
}

const notAllowed = (path: string, isWidth: boolean) =>
  invalid([
    {
      path,
      code: 'not_allowed',
      message: isWidth
        ? `must be one of ${WIDTHS.join(', ')}, or the size of a preset (PUT /v1/media/presets)`
        : 'must be, with the other parameters, the size of a preset (PUT /v1/media/presets)',
    },
  ]);

/** Both sides are needed to crop or to fill a box. */
export function problemOfBox({ w, h, fit }: Shape): Problem | null {
  if (w === null && h === null) return { path: 'w', code: 'required', message: 'or h is required' };
  if (fit === 'inside' || (w !== null && h !== null)) return null;
  return { path: w === null ? 'w' : 'h', code: 'required', message: `is required by fit ${fit}` };
}

export type Layout = {
  /** The whole image, scaled. */
  scaled: Size;
  /** The part of the scaled image that is shown. */
  crop: (Size & { left: number; top: number }) | null;
  /** The box that the scaled image stands in the middle of. */
  box: Size | null;
};

/** Never enlarges: a crop that the image is too small for becomes smaller in the same shape, and a box keeps its size around it. */
export function layOut({ w, h, fit }: Shape, image: Size, focal: Focal): Layout {
  if (fit !== 'cover') {
    const scale = Math.min(1, (w ?? image.width) / image.width, (h ?? image.height) / image.height);
    const scaled = { width: atLeastOne(image.width * scale), height: atLeastOne(image.height * scale) };
    return { scaled, crop: null, box: fit === 'contain' ? { width: w!, height: h! } : null };
  }
  const [wide, high] = [w!, h!];
  const shrink = Math.min(1, image.width / wide, image.height / high);
  const [width, height] = [atLeastOne(wide * shrink), atLeastOne(high * shrink)];
  const scale = Math.max(width / image.width, height / image.height);
  const scaled = {
    width: Math.max(width, Math.round(image.width * scale)),
    height: Math.max(height, Math.round(image.height * scale)),
  };
  const from = (length: number, side: number, at: number) =>
    Math.min(Math.max(Math.round(length * at - side / 2), 0), length - side);
  const left = from(scaled.width, width, focal.x);
  const top = from(scaled.height, height, focal.y);
  return { scaled, crop: { left, top, width, height }, box: null };
}

const atLeastOne = (length: number) => Math.max(1, Math.round(length));

/** WebP and AVIF have no longer sides; JPEG has room for every image that is opened. */
const LONGEST_SIDE = 16_383;
export type Encoded = Exclude<Format, 'auto'> | 'plain';

/** Null if the format has room for a picture of this size, else the reason. */
export function problemOfFormat(format: Encoded, { width, height }: Size): string | null {
  if (!['webp', 'avif'].includes(format) || Math.max(width, height) <= LONGEST_SIDE) return null;
  const longest = LONGEST_SIDE.toLocaleString('en');
  return `is not possible: WebP and AVIF have ${longest} pixels a side at most, and the picture has ${width}x${height}. Use jpeg, png or auto`;
}

/** The best format that the browser accepts and that has room; `plain` is PNG for an image with transparency, else JPEG. */
export function negotiate(format: Format, accept: string | undefined, size: Size): Encoded {
  if (format !== 'auto') return format;
  const accepted = (accept ?? '')
    .slice(0, MAX_ACCEPT)
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*(;|$)/i.test(part))
    .map((part) => part.split(';')[0]!.trim().toLowerCase());
  const best = (['avif', 'webp'] as const).find((each) => accepted.includes(`image/${each}`));
  return best !== undefined && problemOfFormat(best, size) === null ? best : 'plain';
}

const MAX_ACCEPT = 1_000;
