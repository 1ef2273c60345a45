import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../api.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';
import type { Key } from './key-state.ts';

/** Asks before it revokes a key. */
export function useRevoke(): (key: Key) => void {
  const client = useQueryClient();
  return useCallback(
    (key) =>
      confirm({
        title: `Revoke “${key.label}”?`,
        children: 'It is refused from its next request on. A revoked key cannot be brought back.',
        action: 'Revoke key',
        danger: true,
        run: async () => {
          await api.deleteApiKey({ path: { id: key.id } });
          await Promise.all(
            ['listApiKeys', 'getApiKey'].map((name) => client.invalidateQueries({ queryKey: [name] })),
          );
          toast.done(`“${key.label}” is revoked`);
        },
      }),
    [client],
  );
}
