import { Button } from '@mantine/core';
import { IconDownload, IconPlus, IconUsers } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { useHasRole, useSession } from '../../session/use-session.ts';
import { DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar, type FilterField } from '../../ui/filter-bar.tsx';
import { oneOf } from '../../ui/filter-fields.tsx';
import type { Sorting } from '../../ui/list/column.ts';
import { useLayout } from '../../ui/list/use-layout.ts';
import { Page } from '../../ui/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { LIVE, useList } from '../../ui/use-data.ts';
import { useFilters, useSorting } from '../../ui/use-filters.ts';
import { useViews } from '../../ui/views/use-views.ts';
import { ViewBar } from '../../ui/views/view-bar.tsx';
import { CustomerBulk } from './customer-bulk.tsx';
import { CUSTOMER_COLUMNS } from './customer-columns.tsx';
import { openNewCustomer } from './new-customer.tsx';

const TYPES = { person: 'People', company: 'Companies' };
const ARCHIVED = { true: 'Archived alone', all: 'Archived too' };

const FILTERS: FilterField<'type' | 'archived' | 'tag' | 'q'>[] = [
  oneOf('Type', 'type', TYPES),
  oneOf('Archive', 'archived', ARCHIVED),
  {
    label: 'Tag',
    names: ['tag'],
    inWords: ({ tag }) => tag,
    control: ({ tag }, change) => (
      <SearchInput
        label="Tag"
        placeholder="The whole tag"
        value={tag}
        onChange={(text) => change({ tag: text })}
      />
    ),
  },
];

export default function CustomerList() {
  const { tenant } = useSession();
  const [filters, filter] = useFilters('q', 'type', 'tag', 'archived');
  const query = {
    ...filters,
    type: filters.type as 'person' | undefined,
    archived: filters.archived as 'all',
  };
  const sorting = useSorting();
  const sort = {
    sort: sorting.by as 'name',
    order: sorting.isDescending ? ('desc' as const) : ('asc' as const),
  };
  const layout = useLayout('Customers');
  const views = useViews('customers', [], layout);
  const customers = useList(
    'listCustomers',
    { query: { ...query, ...sort, expand: 'orders' as const, limit: 100 } },
    { refetchInterval: LIVE, enabled: !views.isDeciding },
  );
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = customers.rows.length === 0 && !isFiltered && !customers.isPending;
  return (
    <Page
      title="Customers"
      isWide
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
        <>
          <ViewBar list="customers" views={views} />
          <FilterBar
            fields={FILTERS}
            filters={filters}
            change={filter}
            search={{ name: 'q', label: 'Search customers', placeholder: 'Name, e-mail, phone, reference …' }}
          />
        </>
      )}
      <DataList
        label="Customers"
        list={customers}
        rowKey={(customer) => customer.id}
        to={(customer) => `/customers/${customer.id}`}
        columns={CUSTOMER_COLUMNS}
        sorting={inWords(sorting, tenant.currency)}
        nouns={['customer', 'customers']}
        layout={layout}
        bulk={(selected, clear) => <CustomerBulk customers={selected} clear={clear} />}
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

/** A list by the last order, or by what was spent, leaves out those without an order, and says so. */
function inWords(sorting: Sorting, currency: string): Sorting {
  const { by, isDescending } = sorting;
  if (by === 'lastOrderAt')
    return {
      ...sorting,
      inWords: `with orders, by the last one, ${isDescending ? 'newest' : 'oldest'} first`,
    };
  if (by === 'revenue')
    return {
      ...sorting,
      inWords: `with orders in ${currency}, ${isDescending ? 'most' : 'least'} spent first`,
    };
  return sorting;
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
