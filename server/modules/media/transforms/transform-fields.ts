/** The parameters of a picture, in an address and in a preset. */
import { type Static, Type } from 'typebox';
import { ByName, OneOf } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';

export const FITS = ['cover', 'contain', 'inside'] as const;
export type Fit = (typeof FITS)[number];
export const FORMATS = ['auto', 'webp', 'avif', 'jpeg', 'png'] as const;
export type Format = (typeof FORMATS)[number];
/** Pixels of a side that an address or a preset names. */
export const MAX_SIDE = 4096;
const MAX_PRESETS = 32;

const Side = (description: string) => Type.Integer({ minimum: 1, maximum: MAX_SIDE, description });

const OfPicture = {
  w: Type.Optional(Side('The width in pixels. No picture is larger than its image.')),
  h: Type.Optional(Side('The height in pixels.')),
  fit: Type.Optional({
    ...OneOf(FITS),
    description:
      'cover: fills the box, cropped around the focal point (the default with both sides). inside: the whole image, no larger ' +
      'than the box (the default with one side). contain: the whole image in the middle of the box.',
  }),
  q: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'The quality; without it, one that suits the format.',
    }),
  ),
  format: Type.Optional({
    ...OneOf(FORMATS),
    description:
      'auto, the default, is AVIF or WebP if the browser accepts it, else JPEG, or PNG with transparency.',
  }),
};

export const PictureQuery = {
  preset: Type.Optional(
    Type.String({ maxLength: 40, description: 'The name of a preset, at its own width or at `w`.' }),
  ),
  ...OfPicture,
};
const Asked = Type.Object(PictureQuery);
export type Asked = Static<typeof Asked>;

export const Preset = NamedObject('ImagePreset', OfPicture);
export type Preset = Static<typeof Preset>;

export const Presets = ByName(40, Preset, {
  maxProperties: MAX_PRESETS,
  description: 'By name: small letters, digits and hyphens.',
});
export type Presets = Static<typeof Presets>;
