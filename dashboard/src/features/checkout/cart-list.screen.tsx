import { Box, Text } from '@mantine/core';
import { IconShoppingCart } from '@tabler/icons-react';
import type { Input } from '../../../../sdk/client.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar, type FilterField } from '../../ui/filter-bar.tsx';
import { oneOf } from '../../ui/filter-fields.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { LongName } from '../../ui/list/long-name.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { LIVE, useList } from '../../ui/use-data.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { When } from '../../ui/when.tsx';
import { CartState, type ListedCart } from './cart-state.tsx';

const FIELDS: FilterField<'q' | 'state' | 'contactable'>[] = [
  oneOf('State', 'state', { active: 'Active', abandoned: 'Abandoned', completed: 'Completed' }),
  oneOf('Reach', 'contactable', { true: 'An e-mail address or a customer is known' }),
];

export default function CartList() {
  const [filters, filter] = useFilters('q', 'state', 'contactable');
  const input = { query: { ...filters, limit: 50 } } as Input<'listCarts'>;
  const carts = useList('listCarts', input, { refetchInterval: LIVE });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page title="Carts" isWide description="What shoppers are about to buy, and what they left behind.">
      {(carts.rows.length > 0 || isFiltered) && (
        <FilterBar
          fields={FIELDS}
          filters={filters}
          change={filter}
          search={{ name: 'q', label: 'Search carts', placeholder: 'E-mail, name of a customer, id …' }}
        />
      )}
      <DataList
        label="Carts"
        list={carts}
        rowKey={({ id }) => id}
        to={({ id }) => `/carts/${id}`}
        columns={COLUMNS}
        nouns={['cart', 'carts']}
        tools={<ExportButton file="carts.csv" name="listCarts" input={input} columns={COLUMNS} />}
        empty={
          isFiltered ? (
            <EmptyState icon={IconShoppingCart} title="No cart matches">
              The search looks for beginnings of e-mail addresses and of the words of names, and for whole
              ids. Clear the filter to see the others.
            </EmptyState>
          ) : (
            <EmptyState icon={IconShoppingCart} title="No carts yet">
              A cart appears as soon as a shopper puts something into it. A storefront needs a key: see
              Developers, API keys.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

const COLUMNS: Column<ListedCart>[] = [
  {
    header: 'Shopper',
    text: ({ email }) => email ?? '',
    render: ({ email, customerId, state, updatedAt }) => (
      <>
        {email === null ? (
          <Text span inherit c="dimmed">
            {customerId === null ? 'Not known yet' : 'A known customer'}
          </Text>
        ) : (
          <LongName>{email}</LongName>
        )}
        <Box hiddenFrom="xs" fw={400}>
          <CartState state={state} />
          <Text size="xs" c="dimmed">
            <When at={updatedAt} />
          </Text>
        </Box>
      </>
    ),
  },
  {
    header: 'State',
    from: 'xs',
    text: ({ state }) => state,
    render: ({ state }) => <CartState state={state} />,
  },
  {
    header: 'Units',
    from: 'sm',
    align: 'right',
    text: ({ quantity }) => quantity,
    render: ({ quantity }) => formatNumber(quantity),
  },
  {
    header: 'Last change',
    from: 'sm',
    text: ({ updatedAt }) => updatedAt,
    render: ({ updatedAt }) => <When at={updatedAt} />,
  },
  {
    header: 'Subtotal',
    align: 'right',
    text: ({ subtotal }) => subtotal,
    render: ({ subtotal, currency }) => <Money amount={subtotal} currency={currency} />,
  },
];
