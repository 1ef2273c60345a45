import { Button, Text } from '@mantine/core';
import { IconPlus, IconWorld } from '@tabler/icons-react';
import type { Item } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import type { Column } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LongName } from '../../ui/list/long-name.tsx';
import { ShortList } from '../../ui/list/short-list.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { When } from '../../ui/when.tsx';
import { openNewProperty } from './property-form.tsx';

export default function PropertyList() {
  const mayEdit = useHasRole('editor');
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
      <ShortList
        name="listProperties"
        label="Sites"
        nouns={['site', 'sites']}
        file="sites.csv"
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
  {
    header: 'Site',
    text: ({ name }) => name,
    render: ({ name, domains }) => (
      <>
        <LongName>{name}</LongName>
        <Text size="sm" c="dimmed" fw={400} lineClamp={2} hiddenFrom="xs">
          {domains.join(', ') || 'No domain'}
        </Text>
      </>
    ),
  },
  {
    header: 'Domains',
    from: 'xs',
    text: ({ domains }) => domains.join(', '),
    render: ({ domains }) => <Text size="sm">{domains.join(', ') || '–'}</Text>,
  },
  {
    header: 'Languages',
    from: 'sm',
    text: ({ locales }) => locales.join(', '),
    render: ({ locales }) => locales.join(', ') || '–',
  },
  {
    header: 'Default',
    text: ({ isDefault }) => (isDefault ? 'Default' : null),
    render: ({ isDefault }) => (isDefault ? <StatusBadge tone="good">Default</StatusBadge> : '–'),
  },
  {
    header: 'Changed',
    from: 'md',
    text: ({ updatedAt }) => updatedAt,
    render: ({ updatedAt }) => <When at={updatedAt} />,
  },
];
