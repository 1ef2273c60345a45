import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useData } from '../../ui/use-data.ts';

/** Lists what uses this asset: entries, or the tenant as its logo. */
export function AssetUsage({ id }: { id: string }) {
  const usage = useData('getAssetUsage', { path: { id } });
  return (
    <Panel title="Used by">
      <Loaded query={usage}>
        {(users) =>
          users.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nothing uses it.
            </Text>
          ) : (
            <Stack gap="xs">
              {users.map((user) => (
                <Anchor
                  key={user.id}
                  component={Link}
                  to={user.type === 'tenant' ? '/settings/tenant' : `/content/${user.id}`}
                  size="sm"
                >
                  {user.title}
                </Anchor>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Panel>
  );
}
