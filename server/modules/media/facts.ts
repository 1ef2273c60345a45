import type { ModuleFacts } from '#kernel/module.ts';
import { FILES, TRANSFORMS } from './settings.ts';

export const mediaFacts: ModuleFacts = {
  tables: { worker: ['media_files', 'media_renditions'] },
  counted: [
    { table: 'media_blobs', kind: FILES, amount: 'size', key: { id: 'uuid' } },
    {
      table: 'media_derivatives',
      kind: FILES,
      amount: 'size',
      key: { blob_id: 'uuid', focal_x: 'smallint', focal_y: 'smallint', name: 'text', format: 'text' },
    },
    {
      table: 'media_transforms',
      kind: TRANSFORMS,
      amount: 'size',
      key: { blob_id: 'uuid', focal_x: 'smallint', focal_y: 'smallint', picture: 'text' },
    },
  ],
};
