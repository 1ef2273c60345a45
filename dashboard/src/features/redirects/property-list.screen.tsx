import { Button, Text } from '@mantine/core';
import { IconPlus, IconWorld } from '@tabler/icons-react';
import type { Item } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { openNewProperty } from './property-form.tsx';

export default function PropertyList() {
  const mayEdit = useHasRole('editor');
  const properties = useList('listProperties', { query: { limit: 100 } });
  return (
    <Page
      title="Sites"
      description="The websites of this business. Orders, entries and redirects may each belong to one."
      actions={
        mayEdit && (
          <Button leftSection={<IconPlus size={16} />} onClick={openNewProperty}>
            Add site
          </Button>
        )
      }
    >
      <DataList
        label="Sites"
        nouns={['site', 'sites']}
        list={properties}
        rowKey={(property) => property.id}
        to={(property) => `/properties/${property.id}`}
        columns={COLUMNS}
        empty={
          <EmptyState icon={IconWorld} title="No sites yet">
            A site has a name, domains and languages. With a domain that is proved to be yours, its redirects
            are served by host name.
          </EmptyState>
        }
      />
    </Page>
  );
}

const COLUMNS: Column<Item<'listProperties'>>[] = [
  { header: 'Site', render: ({ name }) => name },
  {
    header: 'Domains',
    from: 'xs',
    render: ({ domains }) => <Text size="sm">{domains.join(', ') || '–'}</Text>,
  },
  { header: 'Languages', from: 'sm', render: ({ locales }) => locales.join(', ') || '–' },
  {
    header: 'Default',
    render: ({ isDefault }) => (isDefault ? <StatusBadge tone="good">Default</StatusBadge> : '–'),
  },
  { header: 'Changed', from: 'md', render: ({ updatedAt }) => <When at={updatedAt} /> },
];
