import { Button, Radio, SegmentedControl, Select, Stack } from '@mantine/core';
import { IconFolderSymlink, IconPhoto } from '@tabler/icons-react';
import type { Data } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar, type FilterField } from '../../ui/filter-bar.tsx';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { Page } from '../../ui/page.tsx';
import { useData } from '../../ui/use-data.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { AssetBulk } from './asset-bulk.tsx';
import { ASSET_COLUMNS } from './asset-columns.tsx';
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
  const [{ as }, show] = useFilters('as');
  const query = { ...filters, kind: filters.kind as 'image' | undefined };
  const assets = useAssets(query);
  const isFiltered = Object.keys(filters).length > 0;
  const { folder } = filters;
  return (
    <Page
      title="Media"
      isWide
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
        <FilterBar
          fields={filtersOf(folders.data ?? [])}
          filters={filters}
          change={filter}
          search={{ name: 'q', label: 'Search assets', placeholder: 'Title, file name, tag' }}
        >
          <SegmentedControl
            aria-label="Show as"
            data={[
              { value: 'grid', label: 'Pictures' },
              { value: 'list', label: 'List' },
            ]}
            value={as ?? 'grid'}
            onChange={(value) => show({ as: value === 'grid' ? undefined : value })}
          />
        </FilterBar>
        {mayEdit && <Uploader folder={folder ?? '/'} />}
        {as === 'list' ? (
          <DataList
            label="Assets"
            list={assets}
            rowKey={(asset) => asset.id}
            to={(asset) => `/media/${asset.id}`}
            columns={ASSET_COLUMNS}
            nouns={['asset', 'assets']}
            bulk={(selected, clear) => <AssetBulk assets={selected} clear={clear} />}
            tools={
              <ExportButton file="assets.csv" name="listAssets" input={{ query }} columns={ASSET_COLUMNS} />
            }
            empty={isFiltered ? <NothingMatches /> : <EmptyLibrary />}
          />
        ) : (
          <AssetGrid list={assets} empty={isFiltered ? <NothingMatches /> : <EmptyLibrary />} />
        )}
      </Stack>
    </Page>
  );
}

const NothingMatches = () => (
  <EmptyState icon={IconPhoto} title="No asset matches">
    Search looks at the beginnings of words: of titles, file names, descriptions and tags.
  </EmptyState>
);

const EmptyLibrary = () => (
  <EmptyState icon={IconPhoto} title="The library is empty">
    Pictures you drop here are made ready for the web: small and large, as WebP and AVIF, without what the
    camera noted about you.
  </EmptyState>
);

const filtersOf = (folders: Data<'listAssetFolders'>): FilterField<'q' | 'folder' | 'kind'>[] => [
  {
    label: 'Folder',
    names: ['folder'],
    inWords: ({ folder }) => folder,
    control: ({ folder }, change) => (
      <Select
        label="Folder"
        placeholder="Every folder"
        clearable
        searchable
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
        data={folders.map(({ folder: path, assets: count }) => ({
          value: path,
          label: `${path} (${count})`,
        }))}
        value={folder ?? null}
        onChange={(path) => change({ folder: path ?? undefined })}
      />
    ),
  },
  {
    label: 'Kind',
    names: ['kind'],
    inWords: ({ kind }) => KINDS.find(({ value }) => value === kind)?.label,
    control: ({ kind }, change) => (
      <Radio.Group label="Kind" value={kind ?? ''} onChange={(value) => change({ kind: value })}>
        <Stack gap="xs" mt="xs">
          {KINDS.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    ),
  },
];
