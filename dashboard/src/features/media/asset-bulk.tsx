import { Button } from '@mantine/core';
import { api, type OperationName } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { counted } from '../../ui/formats.ts';
import { runForEach } from '../../ui/run-for-each.tsx';
import type { Asset } from './asset-image.tsx';

const AFFECTED: OperationName[] = ['listAssets', 'getAsset', 'listAssetFolders'];

/** The actions for the selected assets. */
export function AssetBulk({ assets, clear }: { assets: Asset[]; clear: () => void }) {
  if (!useHasRole('editor')) return null;
  const countOf = (count: number) => counted(count, 'asset');
  const count = countOf(assets.length);
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
      said: (moved, folder) => `${countOf(moved)} moved to ${folder}`,
      undo:
        ({ id, folder }, { data: { version } }) =>
        () =>
          api.updateAsset({ path: { id }, ifMatch: version, body: { folder } }),
    });
  const tag = () =>
    runForEach({
      ...many,
      title: `Tag: ${count}`,
      action: 'Add tag',
      asks: { label: 'Tag', description: 'Added to the tags that they have.', maxLength: 50 },
      run: ({ id, version, tags }, added) =>
        api.updateAsset({ path: { id }, ifMatch: version, body: { tags: [...new Set([...tags, added])] } }),
      said: (tagged, tag) => `${countOf(tagged)} tagged “${tag}”`,
      undo:
        ({ id, tags }, { data: { version } }) =>
        () =>
          api.updateAsset({ path: { id }, ifMatch: version, body: { tags } }),
    });
  const remove = () =>
    runForEach({
      ...many,
      title: `Delete: ${count}`,
      action: `Delete ${count}`,
      danger: true,
      run: ({ id, version }) => api.deleteAsset({ path: { id }, ifMatch: version }),
      said: (deleted) => `${countOf(deleted)} deleted`,
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
