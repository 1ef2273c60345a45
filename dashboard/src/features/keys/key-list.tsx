import { Button, Code, Group, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar, type FilterField } from '../../ui/filter-bar.tsx';
import { chosenFrom, oneOf } from '../../ui/filter-fields.tsx';
import { Page } from '../../ui/page.tsx';
import { useList } from '../../ui/use-data.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { When } from '../../ui/when.tsx';
import { KeyState } from './key-badge.tsx';
import type { Key } from './key-state.ts';
import { NewKey } from './new-key.tsx';
import { SCOPE_GROUPS, type Scope } from './scopes.ts';
import { useRevoke } from './use-revoke.ts';

const create = () => openDialog('New API key', (close) => <NewKey close={close} />, 'lg');

const SCOPES = SCOPE_GROUPS.flatMap(({ scopes }) =>
  scopes.map(({ scope }) => ({ value: scope, label: scope })),
);

const FILTERS: FilterField<'state' | 'scope'>[] = [
  oneOf('State', 'state', { active: 'Active', expired: 'Expired', revoked: 'Revoked' }),
  chosenFrom('Scope', 'scope', () => SCOPES),
];

/** The keys of the tenant; two screens show it. */
export function KeyList({ title }: { title: string }) {
  const [filters, filter] = useFilters('state', 'scope');
  const keys = useList('listApiKeys', {
    query: { state: filters.state as 'active' | undefined, scope: filters.scope as Scope | undefined },
  });
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = keys.rows.length === 0 && !isFiltered;
  const revoke = useRevoke();
  const button = (
    <Button leftSection={<IconPlus size={16} />} onClick={create}>
      Create key
    </Button>
  );
  return (
    <Page
      title={title}
      description="API keys for assistants, scripts and other programs. A key belongs to this tenant, acts as an editor and does no more than its scopes allow."
      actions={!isEmpty && button}
    >
      {!isEmpty && <FilterBar fields={FILTERS} filters={filters} change={filter} />}
      <DataList
        label="API keys"
        list={keys}
        rowKey={(key) => key.id}
        to={(key) => `/developers/keys/${key.id}`}
        columns={columns(revoke)}
        nouns={['key', 'keys']}
        empty={
          isFiltered ? (
            <EmptyState icon={IconKey} title="No key matches">
              Clear the filters to see the others.
            </EmptyState>
          ) : (
            <EmptyState icon={IconKey} title="No keys yet" action={button}>
              A key lets a program work with your orders, content and media. Give each program its own, with
              as few scopes as it needs: then one can be revoked without stopping the others.
            </EmptyState>
          )
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
        {key.scopes.join(', ')}
      </Text>
    ),
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
