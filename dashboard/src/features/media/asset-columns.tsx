import { Box, Group, Text } from '@mantine/core';
import type { Column } from '../../ui/data-list.tsx';
import { When } from '../../ui/when.tsx';
import { AssetState } from './asset-grid.tsx';
import { type Asset, AssetImage } from './asset-image.tsx';
import { formatBytes } from './sizes.ts';

export const ASSET_COLUMNS: Column<Asset>[] = [
  {
    header: 'Title',
    text: ({ title, filename }) => title || filename,
    render: (asset) => (
      <Group gap="sm" wrap="nowrap">
        <Box w={40} h={40} flex="none">
          <AssetImage asset={asset} size={40} />
        </Box>
        <div>
          <bdi>{asset.title || asset.filename}</bdi>
          <Text size="xs" c="dimmed" fw={400}>
            {asset.filename}
          </Text>
        </div>
      </Group>
    ),
  },
  { header: 'Folder', from: 'md', text: ({ folder }) => folder, render: ({ folder }) => folder },
  { header: 'Tags', from: 'lg', text: ({ tags }) => tags.join(', '), render: ({ tags }) => tags.join(', ') },
  {
    header: 'State',
    from: 'sm',
    text: ({ status }) => status,
    render: (asset) => <AssetState asset={asset} />,
  },
  {
    header: 'Added',
    from: 'sm',
    text: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <When at={createdAt} />,
  },
  {
    header: 'Size',
    align: 'right',
    isShort: true,
    text: ({ size }) => size,
    render: ({ size }) => formatBytes(size),
  },
];
