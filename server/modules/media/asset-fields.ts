/** The fields of an asset: those that clients see, and those that they may set. */

import { type Static, Type } from 'typebox';
import { ByName, Note, Nullable, OneOf, Text, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';

export const VISIBILITIES = ['public', 'private'] as const;
export const KINDS = ['image', 'video', 'audio', 'document', 'other'] as const;
export const STATUSES = ['uploaded', 'processing', 'ready', 'failed'] as const;

export const FocalPoint = NamedObject(
  'FocalPoint',
  { x: Type.Number({ minimum: 0, maximum: 1 }), y: Type.Number({ minimum: 0, maximum: 1 }) },
  {
    description:
      'The point that stays in view when an image is cropped: from the left and from the top, 0 to 1.',
  },
);

export const Folder = () =>
  Type.String({
    maxLength: 500,
    pattern: '^/$|^(/[^/\\u0000-\\u001f]{1,100}){1,10}$',
    description: 'A path such as /campaigns/spring. A folder is there as long as something is in it.',
  });
const Tags = () => Type.Array(Text(60), { maxItems: 50, description: 'Kept in small letters, each once.' });
const Visibility = OneOf(VISIBILITIES);

const texts = { alt: Note(1000), caption: Note(2000), credit: Note(300) };
const Translation = NamedObject('AssetTranslation', Type.Partial(Type.Object(texts)).properties);
const Translations = () =>
  ByName(35, Translation, {
    maxProperties: 50,
    description: 'By language tag, such as en or pt-BR: texts that replace those for every language.',
  });
export type Translations = Record<string, { alt?: string; caption?: string; credit?: string }>;

/** The fields that come beside the file. */
export const NewAsset = Type.Object({
  title: Type.Optional(Note(200)),
  ...Type.Partial(Type.Object(texts)).properties,
  translations: Type.Optional(Translations()),
  tags: Type.Optional(Tags()),
  folder: Type.Optional(Folder()),
  visibility: Type.Optional(Visibility),
  focalPoint: Type.Optional(FocalPoint),
});
export type NewAsset = Static<typeof NewAsset>;

export const AssetChange = NamedObject('AssetChange', {
  ...NewAsset.properties,
  filename: Type.Optional(Text(200, 'The file name of a download.')),
  broken: Type.Optional({
    ...OneOf(['allow'] as const),
    description: 'allow: becomes private also if a live entry requires it.',
  }),
});
export type AssetChange = Static<typeof AssetChange>;

export const Derivative = NamedObject('Derivative', {
  name: OneOf(['thumbnail', 'small', 'medium', 'large'] as const),
  format: OneOf(['webp', 'avif'] as const),
  width: Type.Integer(),
  height: Type.Integer(),
  size: Type.Integer(),
  url: Nullable(Type.String()),
});

export const Asset = NamedObject('Asset', {
  id: Type.String(),
  status: OneOf(STATUSES),
  failure: Nullable(Type.String({ description: 'Why no pictures could be made of it.' })),
  kind: OneOf(KINDS),
  type: Type.String({ description: 'Detected from the content of the file, not from its name.' }),
  size: Type.Integer(),
  sha256: Type.String(),
  filename: Type.String(),
  title: Type.String(),
  alt: Type.String(),
  caption: Type.String(),
  credit: Type.String({ description: 'Whose work it is.' }),
  translations: Translations(),
  tags: Type.Array(Type.String()),
  folder: Type.String(),
  visibility: Visibility,
  focalPoint: FocalPoint,
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  placeholder: Nullable(
    Type.String({ description: 'A blurred preview of some hundred bytes, as a data URI.' }),
  ),
  dominantColor: Nullable(Type.String()),
  url: Nullable(
    Type.String({
      description: 'The file as it was uploaded. Null when it is private: ask for a signed one.',
    }),
  ),
  imageUrl: Nullable(
    Type.String({
      description:
        'The address of pictures in other sizes: add `&w=640`, or `&preset=` and the name of a preset. Null when it is private, ' +
        'or no image of which pictures are made.',
    }),
  ),
  derivatives: Type.Array(Derivative, {
    description: 'The pictures made of an image, without the place and time that a camera writes into it.',
  }),
  version: Type.Integer(),
  createdAt: Time(),
  updatedAt: Time(),
});
export type Asset = Static<typeof Asset>;
