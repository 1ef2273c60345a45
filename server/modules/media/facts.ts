import type { ModuleFacts } from '#kernel/module.ts';

export const mediaFacts: ModuleFacts = {
  tables: { worker: ['media_files', 'media_renditions'] },
  counted: [
    { table: 'media_blobs', kind: 'files', amount: 'size', key: { id: 'uuid' } },
    {
      table: 'media_derivatives',
      kind: 'files',
      amount: 'size',
      key: { blob_id: 'uuid', focal_x: 'smallint', focal_y: 'smallint', name: 'text', format: 'text' },
    },
  ],
};
