import { Button } from '@mantine/core';
import { api, type OperationName } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { runForEach } from '../../ui/run-for-each.tsx';
import type { Asset } from './asset-image.tsx';

const AFFECTED: OperationName[] = ['listAssets', 'getAsset', 'listAssetFolders'];

/** The actions for the selected assets. */
export function AssetBulk({ assets, clear }: { assets: Asset[]; clear: () => void }) {
  if (!useHasRole('editor')) return null;
  const count = assets.length === 1 ? '1 asset' : `${assets.length} assets`;
  const many = {
    rows: assets,
    nameOf: ({ title, filename }: Asset) => title || filename,
    invalidates: AFFECTED,
    done: clear,
  };
  const move = () =>
    runForEach({
      ...many,
      title: `Move: ${count}`,
      action: `Move ${count}`,
      asks: { label: 'Folder', description: 'A path such as /campaigns/spring', maxLength: 200 },
      run: ({ id, version }, folder) => api.updateAsset({ path: { id }, ifMatch: version, body: { folder } }),
    });
  const tag = () =>
    runForEach({
      ...many,
      title: `Tag: ${count}`,
      action: 'Add tag',
      asks: { label: 'Tag', description: 'Added to the tags that they have.', maxLength: 50 },
      run: ({ id, version, tags }, added) =>
        api.updateAsset({ path: { id }, ifMatch: version, body: { tags: [...new Set([...tags, added])] } }),
    });
  const remove = () =>
    runForEach({
      ...many,
      title: `Delete: ${count}`,
      action: `Delete ${count}`,
      danger: true,
      run: ({ id, version }) => api.deleteAsset({ path: { id }, ifMatch: version }),
      children: 'Their files are deleted for good. Those that an entry uses are refused.',
    });
  const button = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <>
      <Button {...button} onClick={move}>
        Move
      </Button>
      <Button {...button} onClick={tag}>
        Add tag
      </Button>
      <Button {...button} onClick={remove}>
        Delete
      </Button>
    </>
  );
}
