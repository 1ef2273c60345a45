import { Button, Code, Group, Text, Tooltip } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { confirm } from '../../ui/confirm.tsx';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { toast } from '../../ui/toast.ts';
import { useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { type Key, stateOf } from './key-state.ts';
import { NewKey } from './new-key.tsx';

const create = () => openDialog('New API key', (close) => <NewKey close={close} />, 'lg');

export default function KeyList() {
  const keys = useList('listApiKeys');
  const client = useQueryClient();
  const revoke = (key: Key) =>
    confirm({
      title: `Revoke “${key.label}”?`,
      children: 'It is refused from its next request on. A revoked key cannot be brought back.',
      action: 'Revoke key',
      danger: true,
      run: async () => {
        await api.deleteApiKey({ path: { id: key.id } });
        await client.invalidateQueries({ queryKey: ['listApiKeys'] });
        toast.done(`“${key.label}” is revoked`);
      },
    });
  const button = (
    <Button leftSection={<IconPlus size={16} />} onClick={create}>
      Create key
    </Button>
  );
  return (
    <Page
      title="AI integrations"
      description="API keys for assistants, scripts and other programs. A key belongs to this tenant, acts as an editor and does no more than its scopes allow."
      actions={keys.rows.length > 0 && button}
    >
      <DataList
        label="API keys"
        list={keys}
        rowKey={(key) => key.id}
        columns={columns(revoke)}
        empty={
          <EmptyState icon={IconKey} title="No keys yet" action={button}>
            A key lets a program work with your orders, content and media. Give each program its own, with as
            few scopes as it needs: then one can be revoked without stopping the others.
          </EmptyState>
        }
      />
    </Page>
  );
}

const columns = (revoke: (key: Key) => void): Column<Key>[] => [
  {
    header: 'Key',
    render: (key) => (
      <>
        <Text fw={500}>{key.label}</Text>
        <Code>sk_live_{key.keyId}_…</Code>
      </>
    ),
  },
  { header: 'State', render: (key) => <State of={key} /> },
  {
    header: 'Scopes',
    from: 'md',
    render: (key) => (
      <Text size="sm" c="dimmed">
        {key.scopes.join(', ')}
      </Text>
    ),
  },
  { header: 'Last used', from: 'sm', render: (key) => <When at={key.lastUsedAt} fallback="Never" /> },
  { header: 'Expires', from: 'sm', render: (key) => <When at={key.expiresAt} fallback="Never" /> },
  {
    header: 'Action',
    align: 'right',
    render: (key) =>
      key.revokedAt === null && (
        <Group justify="flex-end">
          <Button size="xs" variant="default" onClick={() => revoke(key)} aria-label={`Revoke ${key.label}`}>
            Revoke
          </Button>
        </Group>
      ),
  },
];

function State({ of }: { of: Key }) {
  const { tone, word, hint } = stateOf(of, Date.now());
  if (hint === null) return <StatusBadge tone={tone}>{word}</StatusBadge>;
  return (
    <Tooltip label={hint} multiline maw={260}>
      <span>
        <StatusBadge tone={tone}>{word}</StatusBadge>
      </span>
    </Tooltip>
  );
}
