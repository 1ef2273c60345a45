import { type Static, Type } from 'typebox';
import type { EventDefinitions } from '#kernel/events/catalogue.ts';
import type { NewEvent } from '#kernel/events/publish.ts';
import { Time } from '#kernel/http/fields.ts';
import { SurrogateKeys, surrogateKey } from '#kernel/http/surrogate-keys.ts';
import { Asset } from './asset-fields.ts';
import { type Addresses, presentAsset } from './asset-record.ts';
import type { AssetRow } from './assets.sql.ts';

const Uploaded = Type.Pick(Asset, [
  'id',
  'kind',
  'type',
  'size',
  'sha256',
  'filename',
  'title',
  'alt',
  'tags',
  'folder',
  'visibility',
  'url',
  'createdAt',
]);
const ProcessedAsset = Type.Pick(Asset, [
  'id',
  'kind',
  'type',
  'width',
  'height',
  'placeholder',
  'dominantColor',
  'focalPoint',
  'url',
  'derivatives',
]);
const Processed = Type.Object({
  ...ProcessedAsset.properties,
  processedAt: Time(),
  surrogateKeys: SurrogateKeys,
});
const Deleted = Type.Object({
  ...Type.Pick(Asset, ['id', 'kind', 'type', 'filename']).properties,
  deletedAt: Time(),
});

function pick<T extends object>(schema: { properties: T }, asset: Static<typeof Asset>) {
  const names = Object.keys(schema.properties) as (keyof typeof asset)[];
  return Object.fromEntries(names.map((name) => [name, asset[name]]));
}

export const assetUploaded = (addresses: Addresses, row: AssetRow): NewEvent => ({
  type: 'media.uploaded',
  data: pick(Uploaded, presentAsset(addresses, row)),
});

export const assetProcessed = (addresses: Addresses, row: AssetRow, now: Date): NewEvent => ({
  type: 'media.processed',
  data: {
    ...pick(ProcessedAsset, presentAsset(addresses, row)),
    processedAt: now.toISOString(),
    surrogateKeys: [surrogateKey('asset', row.id)],
  },
});

export const assetChanged = ({ id }: AssetRow, now: Date): NewEvent => ({
  type: 'media.changed',
  data: { id, changedAt: now.toISOString(), surrogateKeys: [surrogateKey('asset', id)] },
});

export const assetDeleted = ({ id, kind, type, filename }: AssetRow, now: Date): NewEvent => ({
  type: 'media.deleted',
  data: { id, kind, type, filename, deletedAt: now.toISOString() },
});

const at =
  'https://api.example.com/media/01920000-0000-7000-8000-000000000001/01920000-0000-7000-8000-000000000007';
const what = { id: '01920000-0000-7000-8000-000000000007', kind: 'image', type: 'image/jpeg' };
const url = `${at}/original?v=9f86d081884c7d65`;

export const mediaEvents: EventDefinitions = {
  'media.uploaded': {
    description: 'A media asset is uploaded.',
    schema: Uploaded,
    example: {
      ...what,
      size: 348_211,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      filename: 'harbour.jpg',
      title: 'The harbour',
      alt: 'Boats at dawn',
      tags: ['sea'],
      folder: '/campaigns/spring',
      visibility: 'public',
      url,
      createdAt: '2030-01-31T12:00:00.000Z',
    },
  },
  'media.processed': {
    description: 'Derivatives of an asset finish processing. Files that have none do not publish it.',
    schema: Processed,
    example: {
      ...what,
      width: 3000,
      height: 2000,
      placeholder: 'data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==',
      dominantColor: '#283838',
      focalPoint: { x: 0.5, y: 0.4 },
      url,
      derivatives: [
        {
          name: 'thumbnail',
          format: 'webp',
          width: 320,
          height: 320,
          size: 4380,
          url: `${at}/thumbnail.webp?v=60303ae22b998861`,
        },
      ],
      processedAt: '2030-01-31T12:00:02.000Z',
      surrogateKeys: ['aAZIAAAAAcACAAAAAAAAABw'],
    },
  },
  'media.changed': {
    description: 'The texts, the visibility or another field of an asset changes.',
    schema: Type.Object({ id: Type.String(), changedAt: Time(), surrogateKeys: SurrogateKeys }),
    example: {
      id: what.id,
      changedAt: '2030-01-31T12:00:00.000Z',
      surrogateKeys: ['aAZIAAAAAcACAAAAAAAAABw'],
    },
  },
  'media.deleted': {
    description: 'A media asset is deleted.',
    schema: Deleted,
    example: { ...what, filename: 'harbour.jpg', deletedAt: '2030-02-01T12:00:00.000Z' },
  },
};
