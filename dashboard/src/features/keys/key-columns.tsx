import { Button, Code, Group, Text } from '@mantine/core';
import type { Data } from '../../api.ts';
import type { Column } from '../../ui/data-list.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { When } from '../../ui/when.tsx';
import { KeyState } from './key-badge.tsx';
import type { Key } from './key-state.ts';
import { scopesInWords } from './scopes.ts';

type Usage = Data<'listApiKeyUsage'>[number];

export const keyColumns = (
  revoke: (key: Key) => void,
  usageOf: (key: Key) => Usage | undefined,
): Column<Key>[] => [
  {
    header: 'Key',
    render: (key) => (
      <>
        <Text fw={500}>
          <bdi>{key.label}</bdi>
        </Text>
        <Code style={{ whiteSpace: 'nowrap' }}>sk_live_{key.keyId}_…</Code>
      </>
    ),
  },
  { header: 'State', render: (key) => <KeyState of={key} /> },
  {
    header: 'Scopes',
    from: 'md',
    render: (key) => (
      <Text size="sm" c="dimmed">
        {scopesInWords(key.scopes)}
      </Text>
    ),
  },
  {
    header: 'Requests, 24 h',
    from: 'md',
    align: 'right',
    render: (key) => <UsageFigure usage={usageOf(key)} />,
  },
  { header: 'Last used', from: 'sm', render: (key) => <When at={key.lastUsedAt} fallback="Never" /> },
  { header: 'Expires', from: 'sm', render: (key) => <When at={key.expiresAt} fallback="Never" /> },
  {
    header: 'Action',
    // On a phone, the page of the key has it.
    from: 'xs',
    align: 'right',
    render: (key) =>
      key.revokedAt === null && (
        <Group justify="flex-end" pos="relative">
          <Button size="xs" variant="default" onClick={() => revoke(key)} aria-label={`Revoke ${key.label}`}>
            Revoke
          </Button>
        </Group>
      ),
  },
];

function UsageFigure({ usage }: { usage: Usage | undefined }) {
  if (usage === undefined) return '–';
  return (
    <>
      {formatNumber(usage.requests)}
      {usage.failures > 0 && (
        <Text size="xs" c="dimmed">
          {formatNumber(usage.failures)} failed
        </Text>
      )}
    </>
  );
}
