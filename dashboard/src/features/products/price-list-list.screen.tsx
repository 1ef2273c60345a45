import { Button } from '@mantine/core';
import { IconDiscount, IconPlus } from '@tabler/icons-react';
import { useHasRole } from '../../session/use-session.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { type PriceList, PriceListState } from './price-list.tsx';
import { openNewPriceList } from './price-list-form.tsx';

export default function PriceLists() {
  const mayEdit = useHasRole('editor');
  const all = useList('listPriceLists', { query: { limit: 100 } });
  // In the order in which they count.
  const lists = { ...all, rows: all.rows.toSorted((one, other) => other.priority - one.priority) };
  return (
    <Page
      title="Price lists"
      description="Prices for some customers, some sites, a time or a quantity. Of those that fit, the highest priority counts; otherwise the product’s own price."
      actions={
        mayEdit && (
          <Button leftSection={<IconPlus size={16} />} onClick={openNewPriceList}>
            Add price list
          </Button>
        )
      }
    >
      <DataList
        label="Price lists"
        list={lists}
        rowKey={({ id }) => id}
        to={({ id }) => `/products/price-lists/${id}`}
        columns={COLUMNS}
        nouns={['price list', 'price lists']}
        empty={
          <EmptyState icon={IconDiscount} title="No price lists yet">
            Such as Wholesale for customers with that tag, or Summer sale from June to August.
          </EmptyState>
        }
      />
    </Page>
  );
}

const COLUMNS: Column<PriceList>[] = [
  { header: 'Price list', text: ({ name }) => name, render: ({ name }) => <bdi>{name}</bdi> },
  { header: 'State', render: (list) => <PriceListState list={list} /> },
  { header: 'Currency', from: 'xs', render: ({ currency }) => currency },
  {
    header: 'For',
    from: 'sm',
    render: ({ customerTags }) => <bdi>{customerTags.join(', ') || 'All customers'}</bdi>,
  },
  { header: 'From', from: 'md', render: ({ startsAt }) => <When at={startsAt} fallback="At once" /> },
  { header: 'Until', from: 'md', render: ({ endsAt }) => <When at={endsAt} fallback="No end" /> },
  { header: 'Priority', from: 'xs', align: 'right', render: ({ priority }) => priority },
];
