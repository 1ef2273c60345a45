import { Box, Button, Group, Text } from '@mantine/core';
import { IconFileImport, IconPlus, IconTag } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Input } from '../../../../sdk/client.ts';
import { useHasRole, useSession } from '../../session/use-session.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar, type FilterField } from '../../ui/filter-bar.tsx';
import { chosenFrom, oneOf, typed } from '../../ui/filter-fields.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { LongName } from '../../ui/list/long-name.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { LIVE, useData, useList } from '../../ui/use-data.ts';
import { useFilters, useSorting } from '../../ui/use-filters.ts';
import { When } from '../../ui/when.tsx';
import { useCategoryOptions } from './categories.ts';
import { openNewProduct } from './new-product.tsx';
import { PriceRange, rangeInWords } from './price-range.tsx';
import { ProductBulk } from './product-bulk.tsx';
import { ProductPicture } from './product-picture.tsx';
import { type ListedProduct, ProductStatus } from './product-status.tsx';

type Name = 'q' | 'status' | 'stock' | 'categoryId' | 'tag' | 'vendor' | 'kind';

const STOCK: FilterField<Name> = oneOf('Stock', 'stock', {
  low: 'Low: a variant at least',
  depleted: 'Sold out: a variant at least',
});

const FIELDS: FilterField<Name>[] = [
  oneOf('Status', 'status', { draft: 'Draft', active: 'Active', archived: 'Archived' }),
  chosenFrom('Category', 'categoryId', useCategoryOptions),
  typed('Tag', 'tag', 'The whole tag'),
  typed('Vendor', 'vendor', 'The whole name'),
  oneOf('Kind', 'kind', {
    physical: 'Physical',
    digital: 'Digital',
    service: 'Service',
    gift_card: 'Gift card',
  }),
];

export default function ProductList() {
  const mayEdit = useHasRole('editor');
  const { currency, modules } = useSession().tenant;
  const keepsStock = modules.includes('inventory');
  const [filters, filter] = useFilters('q', 'status', 'stock', 'categoryId', 'tag', 'vendor', 'kind');
  const sorting = useSorting('new');
  const sort = {
    sort: sorting.by,
    order: sorting.isDescending ? 'desc' : 'asc',
    ...(sorting.by === 'price' && { currency }),
  };
  const more = keepsStock ? { expand: 'stock' } : {};
  const input = { query: { ...filters, ...sort, ...more, limit: 50 } } as Input<'listProducts'>;
  const columns = keepsStock ? COLUMNS : COLUMNS_WITHOUT_STOCK;
  const products = useList('listProducts', input, { refetchInterval: LIVE });
  const isFiltered = Object.keys(filters).length > 0;
  const counted = useData('countProducts', { query: filters } as Input<'countProducts'>, {
    enabled: products.hasNextPage,
  });
  return (
    <Page
      title="Products"
      isWide
      actions={
        mayEdit && (
          <>
            <Button
              component={Link}
              to="/products/import"
              variant="default"
              leftSection={<IconFileImport size={16} />}
            >
              Import
            </Button>
            <Button leftSection={<IconPlus size={16} />} onClick={openNewProduct}>
              Add product
            </Button>
          </>
        )
      }
    >
      {(products.rows.length > 0 || isFiltered) && (
        <FilterBar
          fields={keepsStock ? [...FIELDS, STOCK] : FIELDS}
          filters={filters}
          change={filter}
          search={{ label: 'Search products', placeholder: 'Title, vendor, SKU, barcode …', name: 'q' }}
        />
      )}
      <DataList
        label="Products"
        list={products}
        count={counted.data?.isExact ? counted.data.count : undefined}
        sorting={{
          ...sorting,
          inWords:
            sorting.by === 'price' ? `those with a price in ${currency}, by the lowest of each` : undefined,
        }}
        rowKey={({ id }) => id}
        to={({ id }) => `/products/${id}`}
        columns={columns}
        nouns={['product', 'products']}
        bulk={mayEdit ? (selected, clear) => <ProductBulk products={selected} clear={clear} /> : undefined}
        tools={<ExportButton file="products.csv" name="listProducts" input={input} columns={columns} />}
        empty={isFiltered ? <NothingMatches /> : <NoProducts />}
      />
    </Page>
  );
}

const NothingMatches = () => (
  <EmptyState icon={IconTag} title="No product matches">
    The search looks for beginnings of words in titles, vendors and types, and for SKUs and barcodes.
  </EmptyState>
);

const NoProducts = () => (
  <EmptyState icon={IconTag} title="No products yet">
    A product has a title, pictures and one or more variants: sizes or colours, each with a SKU and prices. It
    is a draft until you activate it.
  </EmptyState>
);

const STOCK_HEADER = 'In stock';

const COLUMNS: Column<ListedProduct>[] = [
  {
    header: 'Product',
    sort: 'title',
    text: ({ title }) => title,
    render: ({ title, media, status }) => (
      <Group gap="sm" wrap="nowrap">
        <ProductPicture assetId={media[0]} size={36} />
        <div style={{ minWidth: 'clamp(90px, 14vw, 220px)' }}>
          <LongName>{title}</LongName>
          <Box hiddenFrom="xs" fw={400}>
            <ProductStatus status={status} />
          </Box>
        </div>
      </Group>
    ),
  },
  {
    header: 'Status',
    from: 'xs',
    text: ({ status }) => status,
    render: ({ status }) => <ProductStatus status={status} />,
  },
  {
    header: 'Vendor',
    from: 'md',
    text: ({ vendor }) => vendor,
    render: ({ vendor }) => <LongName>{vendor ?? '–'}</LongName>,
  },
  {
    header: 'Type',
    from: 'xl',
    text: ({ productType }) => productType,
    render: ({ productType }) => <LongName>{productType ?? '–'}</LongName>,
  },
  {
    header: 'Tags',
    isOptional: true,
    text: ({ tags }) => tags.join(', '),
    render: ({ tags }) => (
      <Text size="sm" lineClamp={1}>
        {tags.join(', ') || '–'}
      </Text>
    ),
  },
  {
    header: 'Changed',
    from: 'lg',
    sort: 'updatedAt',
    isShort: true,
    text: ({ updatedAt }) => updatedAt,
    render: ({ updatedAt }) => <When at={updatedAt} />,
  },
  {
    header: 'Variants',
    from: 'sm',
    align: 'right',
    text: ({ variantCount }) => variantCount,
    render: ({ variantCount }) => formatNumber(variantCount),
  },
  {
    header: STOCK_HEADER,
    from: 'sm',
    align: 'right',
    text: ({ stock }) => stock?.available ?? null,
    render: ({ stock }) => <Stock stock={stock ?? null} />,
  },
  {
    header: 'Price',
    sort: 'price',
    align: 'right',
    text: ({ priceRanges }) => rangeInWords(priceRanges, ''),
    render: ({ priceRanges }) => <PriceRange ranges={priceRanges} />,
  },
];

const COLUMNS_WITHOUT_STOCK = COLUMNS.filter(({ header }) => header !== STOCK_HEADER);

/** The units that are not reserved, and below them what is wrong. */
function Stock({ stock }: { stock: NonNullable<ListedProduct['stock']> | null }) {
  if (stock === null) return '–';
  const { available, low, depleted } = stock;
  return (
    <>
      {formatNumber(available)}
      {depleted + low > 0 && (
        <StatusBadge tone={depleted > 0 ? 'bad' : 'warn'}>
          {[depleted > 0 && `${depleted} sold out`, low > 0 && `${low} low`].filter(Boolean).join(', ')}
        </StatusBadge>
      )}
    </>
  );
}
