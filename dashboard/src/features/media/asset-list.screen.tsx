import { Button, Group, Select, Stack } from '@mantine/core';
import { IconFolderSymlink, IconPhoto } from '@tabler/icons-react';
import { useHasRole } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { useData } from '../../ui/use-data.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { AssetGrid } from './asset-grid.tsx';
import { openMoveFolder } from './move-folder.tsx';
import { Uploader } from './uploader.tsx';
import { useAssets } from './use-assets.ts';

const KINDS = [
  { value: 'image', label: 'Images' },
  { value: 'video', label: 'Videos' },
  { value: 'audio', label: 'Audio' },
  { value: 'document', label: 'Documents' },
  { value: 'other', label: 'Other files' },
];

export default function AssetList() {
  const mayEdit = useHasRole('editor');
  const [filters, filter] = useFilters('q', 'folder', 'kind');
  const folders = useData('listAssetFolders');
  const assets = useAssets({ ...filters, kind: filters.kind as 'image' | undefined });
  const isFiltered = Object.keys(filters).length > 0;
  const { folder } = filters;
  return (
    <Page
      title="Media"
      actions={
        mayEdit &&
        folder !== undefined &&
        folder !== '/' && (
          <Button
            variant="default"
            leftSection={<IconFolderSymlink size={16} />}
            onClick={() => openMoveFolder(folder, (to) => filter({ folder: to }))}
          >
            Move folder
          </Button>
        )
      }
    >
      <Stack>
        <Group gap="sm">
          <SearchInput
            label="Search assets"
            placeholder="Title, file name, tag"
            value={filters.q}
            onChange={(q) => filter({ q })}
          />
          <Select
            aria-label="Folder"
            placeholder="Every folder"
            clearable
            searchable
            w={{ base: 'calc(50% - 6px)', xs: 220 }}
            data={(folders.data ?? []).map(({ folder: path, assets: count }) => ({
              value: path,
              label: `${path} (${count})`,
            }))}
            value={folder ?? null}
            onChange={(path) => filter({ folder: path ?? undefined })}
          />
          <Select
            aria-label="Kind"
            placeholder="Every kind"
            clearable
            w={{ base: 'calc(50% - 6px)', xs: 150 }}
            data={KINDS}
            value={filters.kind ?? null}
            onChange={(kind) => filter({ kind: kind ?? undefined })}
          />
        </Group>
        {mayEdit && <Uploader folder={folder ?? '/'} />}
        <AssetGrid
          list={assets}
          empty={
            isFiltered ? (
              <EmptyState icon={IconPhoto} title="No asset matches">
                Search looks at the beginnings of words: of titles, file names, descriptions and tags.
              </EmptyState>
            ) : (
              <EmptyState icon={IconPhoto} title="The library is empty">
                Pictures you drop here are made ready for the web: small and large, as WebP and AVIF, without
                what the camera noted about you.
              </EmptyState>
            )
          }
        />
      </Stack>
    </Page>
  );
}
