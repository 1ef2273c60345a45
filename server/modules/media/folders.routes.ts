import { Type } from 'typebox';
import { invalid, notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { Folder } from './asset-fields.ts';
import { listFolders, moveFolder } from './asset-list.sql.ts';

const FolderMove = NamedObject('FolderMove', { from: Folder(), to: Folder() });

export function folderRoutes(app: App, clock: () => Date): void {
  app.get(
    '/v1/media/folders',
    {
      config: { role: 'viewer', scope: 'read:media' },
      schema: {
        operationId: 'listAssetFolders',
        summary: 'List folders',
        description: 'Up to a thousand, by path, with how many assets are directly in each.',
        response: {
          200: Success(Type.Array(Type.Object({ folder: Type.String(), assets: Type.Integer() }))),
        },
      },
    },
    async (request) => success(await request.inTenant(listFolders)),
  );

  app.post(
    '/v1/media/folders/move',
    {
      config: { role: 'editor', scope: 'write:media', dryRun: true },
      schema: {
        operationId: 'moveAssetFolder',
        fails: ['not_found'],
        summary: 'Rename or move a folder with all that is in it',
        body: FolderMove,
        response: { 200: Success(Type.Object({ folder: Type.String(), moved: Type.Integer() })) },
      },
    },
    async (request) => {
      const { from, to } = request.body;
      if (from === '/' || to === from || to.startsWith(`${from}/`)) {
        const message = from === '/' ? 'must not be the root' : 'must not be the folder itself or be in it';
        throw invalid([{ path: from === '/' ? 'from' : 'to', code: 'not_possible', message }]);
      }
      const moved = await request.inTenant(async (tx) => {
        const assets = await moveFolder(tx, from, to, clock());
        // Inside the transaction, so that no answer is stored for an Idempotency-Key of a failure.
        if (assets === 0) throw notFound('folder');
        return assets;
      });
      return success({ folder: to, moved });
    },
  );
}
