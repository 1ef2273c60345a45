import { Center } from '@mantine/core';
import { IconFile, IconFileText, IconMusic, IconPhoto, IconVideo } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, type Data } from '../../api.ts';
import classes from './media.module.css';

export type Asset = Data<'getAsset'>;
type Rendition = Asset['derivatives'][number]['name'];

const ICONS = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMusic,
  document: IconFileText,
  other: IconFile,
} as const;

/** Shows a rendition of an asset, its blurred placeholder until it loads, or an icon for its kind. */
export function AssetImage(props: {
  asset: Asset;
  size?: number;
  rendition?: Rendition;
  fit?: 'cover' | 'contain';
}) {
  const { asset, size, rendition = 'thumbnail', fit = 'cover' } = props;
  const made = asset.derivatives.find(({ name, format }) => name === rendition && format === 'webp');
  const source = useSource(asset, made);
  const box = size === undefined ? {} : { width: size, height: size, flex: 'none' };
  if (source === null) {
    const Icon = ICONS[asset.kind];
    return (
      <Center className={classes.picture} style={box}>
        <Icon size={Math.min(36, (size ?? 72) / 2)} stroke={1.4} aria-hidden />
      </Center>
    );
  }
  const placeholder = asset.placeholder === null ? undefined : `url(${asset.placeholder})`;
  return (
    <img
      className={classes.picture}
      src={source}
      alt={asset.alt}
      loading="lazy"
      style={{ ...box, objectFit: fit, backgroundImage: fit === 'cover' ? placeholder : undefined }}
    />
  );
}

/** Public files load from their path on this host; private ones are fetched with the access token. */
function useSource(asset: Asset, made: Asset['derivatives'][number] | undefined): string | null {
  const isPrivate = made !== undefined && made.url === null;
  const file = made === undefined ? '' : `${made.name}.${made.format}`;
  const picture = useQuery({
    queryKey: ['getAssetFile', asset.id, file, asset.version],
    queryFn: async () => (await api.getAssetFile({ path: { id: asset.id, file } })).blob(),
    enabled: isPrivate,
  });
  const address = useObjectUrl(picture.data);
  if (made === undefined) return null;
  return isPrivate ? address : ownAddress(made.url!);
}

function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === undefined) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}

/** The content security policy allows images of this origin only, whatever host PUBLIC_URL names. */
export function ownAddress(url: string): string {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
}
