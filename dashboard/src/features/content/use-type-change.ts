/** Follows a type change that runs in the background, from start to end. */
import { useState } from 'react';
import { useData } from '../../ui/use-data.ts';
import type { ContentType } from './fields.ts';
import type { Breakage } from './type-breakage.tsx';

const AGAIN_MS = 1_500;

export function useTypeChange({ changeId }: ContentType) {
  const [watched, watch] = useState(changeId);
  if (changeId !== null && changeId !== watched) watch(changeId);
  const input = { path: { id: watched ?? '' } };
  const first = useData('getContentTypeChange', input, { enabled: watched !== null });
  const isRunning = first.data?.status === 'running';
  const refetchInterval = isRunning ? AGAIN_MS : false;
  const { data } = useData('getContentTypeChange', input, { enabled: watched !== null, refetchInterval });
  return {
    running: changeId !== null ? (data ?? null) : null,
    /** The same error that a small change gets at once. */
    refused:
      data?.status === 'refused'
        ? { count: data.broken, entries: data.examples as Breakage['entries'] }
        : null,
    failed: data?.status === 'failed' ? data.reason : null,
  };
}
