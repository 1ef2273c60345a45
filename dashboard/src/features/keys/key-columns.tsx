import { Button, Code, Group, Text } from '@mantine/core';
import type { Data } from '../../api.ts';
import type { Column } from '../../ui/data-list.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { LongName } from '../../ui/list/long-name.tsx';
import { When } from '../../ui/when.tsx';
import { KeyState } from './key-badge.tsx';
import { type Key, stateOf } from './key-state.ts';
import { ALL_SCOPES, scopesByVerb, scopesInWords } from './scopes.ts';

type Usage = Data<'listApiKeyUsage'>[number];

export const keyColumns = (
  revoke: (key: Key) => void,
  usageOf: (key: Key) => Usage | undefined,
): Column<Key>[] => [
  {
    header: 'Key',
    text: ({ label }) => label,
    render: (key) => (
      <>
        <LongName>{key.label}</LongName>
        <Code style={{ whiteSpace: 'nowrap' }}>sk_live_{key.keyId}_…</Code>
      </>
    ),
  },
  {
    header: 'State',
    text: (key) => stateOf(key, Date.now()).word,
    render: (key) => <KeyState of={key} />,
  },
  {
    header: 'Scopes',
    from: 'md',
    text: ({ scopes }) => scopesInWords(scopes),
    render: ({ scopes }) => <Scopes scopes={scopes} />,
  },
  {
    header: 'Requests, 24 h',
    from: 'md',
    align: 'right',
    text: (key) => usageOf(key)?.requests ?? 0,
    render: (key) => <UsageFigure usage={usageOf(key)} />,
  },
  {
    header: 'Last used',
    from: 'sm',
    text: ({ lastUsedAt }) => lastUsedAt,
    render: ({ lastUsedAt }) => <When at={lastUsedAt} fallback="Never" />,
  },
  {
    header: 'Expires',
    from: 'sm',
    text: ({ expiresAt }) => expiresAt,
    render: ({ expiresAt }) => <When at={expiresAt} fallback="Never" />,
  },
  {
    header: 'Created',
    isOptional: true,
    text: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <When at={createdAt} />,
  },
  {
    header: 'Begins with',
    isOptional: true,
    text: ({ keyId }) => `sk_live_${keyId}`,
    render: ({ keyId }) => <Code>sk_live_{keyId}</Code>,
  },
  {
    header: 'Actions',
    // On a phone, the page of the key has it.
    from: 'xs',
    align: 'right',
    render: (key) =>
      key.revokedAt === null && (
        <Group justify="flex-end" pos="relative">
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => revoke(key)}
            aria-label={`Revoke ${key.label}`}
          >
            Revoke
          </Button>
        </Group>
      ),
  },
];

/** What a key may write, and what it may read: "Writes crm", "Reads crm, media". */
function Scopes({ scopes }: Pick<Key, 'scopes'>) {
  const lines = scopes.length === ALL_SCOPES.length ? ['All scopes'] : scopesByVerb(scopes);
  return lines.map((line) => (
    <Text key={line} size="sm" c="dimmed" lineClamp={1} title={scopesInWords(scopes)}>
      {line}
    </Text>
  ));
}

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
