import { Center } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useData } from '../../ui/use-data.ts';
import { AssetImage } from '../media/asset-image.tsx';

/** The main picture of a product; a sign in its place without one. */
export function ProductPicture({ assetId, size }: { assetId: string | undefined; size: number }) {
  const asset = useData('getAsset', { path: { id: assetId ?? '' } }, { enabled: assetId !== undefined });
  if (asset.data !== undefined) return <AssetImage asset={asset.data} size={size} />;
  return (
    <Center w={size} h={size} flex="none" c="dimmed">
      <IconTag size={size / 2} stroke={1.4} aria-hidden />
    </Center>
  );
}
