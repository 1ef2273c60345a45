import { Box, Button } from '@mantine/core';
import { IconArrowsLeftRight, IconClipboardCheck, IconPackages, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Input } from '../../../../sdk/client.ts';
import { useHasRole } from '../../session/use-session.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar, type FilterField } from '../../ui/filter-bar.tsx';
import { chosenFrom, oneOf } from '../../ui/filter-fields.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { Page } from '../../ui/page.tsx';
import { LIVE, useList } from '../../ui/use-data.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { openNewItem } from './item-form.tsx';
import { useLocationOptions, useLocations } from './locations.ts';
import { nameOf, SkuTitle } from './sku-title.tsx';
import { itemPath, type StockItem, StockState } from './stock-state.tsx';
import { openTransfer } from './transfer.tsx';

type Name = 'q' | 'state' | 'locationId';

const FIELDS: FilterField<Name>[] = [
  oneOf('State', 'state', { low: 'Low', depleted: 'Sold out', short: 'Short' }),
  chosenFrom('Location', 'locationId', useLocationOptions),
];

export default function ItemList() {
  const mayEdit = useHasRole('editor');
  const [filters, filter] = useFilters('q', 'state', 'locationId');
  const input = { query: { ...filters, limit: 100 } } as Input<'listItems'>;
  const items = useList('listItems', input, { refetchInterval: LIVE });
  const { all } = useLocations();
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      title="Inventory"
      isWide
      actions={
        mayEdit && (
          <>
            <Button
              component={Link}
              to="/inventory/count"
              variant="default"
              leftSection={<IconClipboardCheck size={16} />}
            >
              Count
            </Button>
            {all.filter(({ active }) => active).length > 1 && (
              <Button
                variant="default"
                leftSection={<IconArrowsLeftRight size={16} />}
                onClick={() => openTransfer(null)}
              >
                Transfer
              </Button>
            )}
            <Button leftSection={<IconPlus size={16} />} onClick={openNewItem}>
              Add SKU
            </Button>
          </>
        )
      }
    >
      {(items.rows.length > 0 || isFiltered) && (
        <FilterBar
          fields={FIELDS}
          filters={filters}
          change={filter}
          search={{ label: 'Search the stock', placeholder: 'SKU, or words of the product', name: 'q' }}
        />
      )}
      <DataList
        label="Inventory"
        list={items}
        rowKey={({ sku }) => sku}
        to={({ sku }) => itemPath(sku)}
        columns={COLUMNS}
        nouns={['SKU', 'SKUs']}
        tools={<ExportButton file="stock.csv" name="listItems" input={input} columns={COLUMNS} />}
        empty={isFiltered ? <NothingMatches /> : <NoItems />}
      />
    </Page>
  );
}

const NothingMatches = () => (
  <EmptyState icon={IconPackages} title="No SKU matches">
    A search finds SKUs that begin with its text.
  </EmptyState>
);

const NoItems = () => (
  <EmptyState icon={IconPackages} title="No stock is kept yet">
    Add the SKUs that your orders name, and a location with how many of each are there. From then on every
    order reserves its units, and a fulfilment takes them out.
  </EmptyState>
);

const figure = (header: string, of: (item: StockItem) => number, from?: 'xs' | 'sm' | 'md') =>
  ({
    header,
    align: 'right',
    ...(from && { from }),
    text: of,
    render: (item) => formatNumber(of(item)),
  }) satisfies Column<StockItem>;

const COLUMNS: Column<StockItem>[] = [
  {
    header: 'SKU',
    text: ({ sku }) => sku,
    render: (item) => (
      <>
        <SkuTitle {...item} />
        <Box hiddenFrom="xs" fw={400}>
          <StockState item={item} />
        </Box>
      </>
    ),
  },
  {
    header: 'Product',
    isOptional: true,
    text: ({ product }) => (product ? nameOf(product) : ''),
    render: ({ product }) => (product ? <bdi>{nameOf(product)}</bdi> : '–'),
  },
  { header: 'State', from: 'xs', render: (item) => <StockState item={item} /> },
  figure('On hand', ({ onHand }) => onHand, 'sm'),
  figure('Reserved', ({ reserved }) => reserved, 'sm'),
  figure('Short', ({ short }) => short, 'md'),
  {
    header: 'Low at',
    from: 'md',
    align: 'right',
    text: ({ lowAt }) => lowAt ?? '',
    render: ({ lowAt }) => (lowAt === null ? '–' : formatNumber(lowAt)),
  },
  figure('Available', ({ available }) => available),
];
