/** Lists the assets, and polls while one of them is being processed. */
import { useEffect } from 'react';
import type { Input } from '../../../../sdk/client.ts';
import { useList } from '../../ui/use-data.ts';
import type { Asset } from './asset-image.tsx';

export const isBusy = ({ status }: Pick<Asset, 'status'>) => status === 'uploaded' || status === 'processing';

const AGAIN_MS = 1_500;

export function useAssets(query: NonNullable<Input<'listAssets'>['query']>) {
  const list = useList('listAssets', { query: { limit: 60, ...query } });
  const { refetch } = list;
  const isWorking = list.rows.some(isBusy);
  useEffect(() => {
    if (!isWorking) return;
    const timer = setInterval(() => void refetch(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isWorking, refetch]);
  return list;
}
