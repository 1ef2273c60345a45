import { Badge, Button, Group, Select, Text } from '@mantine/core';
import { IconDownload, IconPlus, IconUsers } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { api, type Item } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { useList } from '../../ui/use-data.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { When } from '../../ui/when.tsx';
import { openNewCustomer } from './new-customer.tsx';

const WHICH = [
  { value: 'false', label: 'Not archived' },
  { value: 'true', label: 'Archived' },
  { value: 'all', label: 'All' },
];

export default function CustomerList() {
  const [filters, filter] = useFilters('q', 'type', 'tag', 'archived');
  const query = {
    ...filters,
    type: filters.type as 'person' | undefined,
    archived: filters.archived as 'all',
  };
  const customers = useList('listCustomers', { query: { ...query, limit: 100 } });
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = customers.rows.length === 0 && !isFiltered && !customers.isPending;
  return (
    <Page
      title="Customers"
      actions={
        <>
          {!isEmpty && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              onClick={() => void saveFile('customers.csv', () => api.getCustomerExport({ query }))}
            >
              Export
            </Button>
          )}
          {!isEmpty && <Create />}
        </>
      }
    >
      {!isEmpty && (
        <Group gap="sm">
          <SearchInput
            label="Search customers"
            placeholder="Name, e-mail, phone, reference …"
            value={filters.q}
            onChange={(q) => filter({ q })}
          />
          <Select
            aria-label="Type"
            placeholder="Any type"
            clearable
            w={150}
            data={[
              { value: 'person', label: 'People' },
              { value: 'company', label: 'Companies' },
            ]}
            value={filters.type ?? null}
            onChange={(type) => filter({ type: type ?? undefined })}
          />
          <Select
            aria-label="Archive"
            allowDeselect={false}
            w={150}
            data={WHICH}
            value={filters.archived ?? 'false'}
            onChange={(archived) => filter({ archived: archived === 'false' ? undefined : archived! })}
          />
          {filters.tag !== undefined && (
            <Button variant="default" onClick={() => filter({ tag: undefined })}>
              Tag: {filters.tag} ×
            </Button>
          )}
        </Group>
      )}
      <DataList
        label="Customers"
        list={customers}
        rowKey={(customer) => customer.id}
        to={(customer) => `/customers/${customer.id}`}
        columns={COLUMNS}
        empty={
          isFiltered ? (
            <EmptyState icon={IconUsers} title="Nobody matches">
              Search looks at the beginnings of words. Try fewer letters, or look in the archive too.
            </EmptyState>
          ) : (
            <EmptyState icon={IconUsers} title="No customers yet" action={<Create />}>
              The people and companies you sell to, with everything they ordered. They come with orders from
              your shop or from a file, or you write the first one down.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function Create() {
  const navigate = useNavigate();
  if (!useHasRole('editor')) return null;
  return (
    <Button
      leftSection={<IconPlus size={16} />}
      onClick={() => openNewCustomer(({ id }) => void navigate({ to: `/customers/${id}` }))}
    >
      Create customer
    </Button>
  );
}

const COLUMNS: Column<Item<'listCustomers'>>[] = [
  { header: 'Name', render: (customer) => customer.name },
  {
    header: 'E-mail',
    from: 'xs',
    render: ({ email }) => (
      <Text size="sm" c="dimmed">
        {email ?? '–'}
      </Text>
    ),
  },
  {
    header: 'Phone',
    from: 'lg',
    render: ({ phone }) => (
      <Text size="sm" c="dimmed">
        {phone ?? '–'}
      </Text>
    ),
  },
  {
    header: 'Tags',
    from: 'md',
    render: ({ tags }) => (
      <Group gap={4}>
        {tags.slice(0, 3).map((tag) => (
          <Badge key={tag} variant="default" tt="none" fw={400}>
            {tag}
          </Badge>
        ))}
        {tags.length > 3 && <Text size="xs">+{tags.length - 3}</Text>}
      </Group>
    ),
  },
  {
    header: 'Since',
    align: 'right',
    render: (customer) => <When at={customer.createdAt} />,
  },
];
