import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { SearchInput } from '../../ui/search-input.tsx';
import { AssetGrid } from './asset-grid.tsx';
import { Uploader } from './uploader.tsx';
import { useAssets } from './use-assets.ts';

/** Chooses an asset of the library, of one kind if that is given, or uploads a new one. */
export function AssetPicker({ choose, kind }: { choose: (id: string) => void; kind?: 'image' }) {
  const [q, setQ] = useState<string | undefined>();
  const assets = useAssets({ q, kind });
  return (
    <Stack>
      <SearchInput label="Search assets" placeholder="Title, file name, tag" value={q} onChange={setQ} />
      <Uploader folder="/" />
      <AssetGrid
        list={assets}
        choose={choose}
        empty={<Text c="dimmed">{q ? 'No asset matches.' : 'The library is empty: upload the first.'}</Text>}
      />
    </Stack>
  );
}
