import { Button, Center, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { ListResult } from '../../ui/use-data.ts';
import { type Asset, AssetImage } from './asset-image.tsx';
import classes from './media.module.css';
import { formatBytes } from './sizes.ts';

/** Assets as a grid of pictures; a click opens or chooses one. */
export function AssetGrid(props: {
  list: ListResult<Asset>;
  empty: ReactNode;
  choose?: (id: string) => void;
}) {
  const { list, choose } = props;
  if (list.error && list.rows.length === 0)
    return <ErrorNotice error={list.error} retry={() => void list.refetch()} />;
  if (list.isPending) return <Skeleton height={180} role="progressbar" aria-label="Loading" />;
  if (list.rows.length === 0) return props.empty;
  return (
    <>
      <ul className={classes.grid} aria-label="Assets">
        {list.rows.map((asset) => (
          <li key={asset.id}>
            {choose ? (
              <button type="button" className={classes.card} onClick={() => choose(asset.id)}>
                <Inside asset={asset} />
              </button>
            ) : (
              <Link to={`/media/${asset.id}`} className={classes.card}>
                <Inside asset={asset} />
              </Link>
            )}
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Center>
          <Button
            variant="default"
            size="xs"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Load more
          </Button>
        </Center>
      )}
    </>
  );
}

function Inside({ asset }: { asset: Asset }) {
  return (
    <>
      <div className={classes.frame}>
        <AssetImage asset={asset} />
      </div>
      <Text size="sm" fw={500} truncate mt={6} dir="auto">
        {asset.title || asset.filename}
      </Text>
      {asset.status === 'ready' ? (
        <Text size="xs" c="dimmed" truncate>
          {asset.width === null ? asset.type : `${asset.width} × ${asset.height}`} · {formatBytes(asset.size)}
        </Text>
      ) : (
        <AssetState asset={asset} />
      )}
    </>
  );
}

export function AssetState({ asset: { status } }: { asset: Asset }) {
  if (status === 'ready') return <StatusBadge tone="good">Ready</StatusBadge>;
  if (status === 'failed') return <StatusBadge tone="bad">No pictures</StatusBadge>;
  return <StatusBadge tone="busy">Making pictures</StatusBadge>;
}
