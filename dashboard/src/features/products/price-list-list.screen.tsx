import { Button, Text } from '@mantine/core';
import { IconDiscount, IconPlus } from '@tabler/icons-react';
import { api } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import type { Column } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { BulkAction } from '../../ui/list/bulk-actions.tsx';
import { LongName } from '../../ui/list/long-name.tsx';
import { ShortList } from '../../ui/list/short-list.tsx';
import { Page } from '../../ui/page.tsx';
import { When } from '../../ui/when.tsx';
import { type PriceList, PriceListState, stateOf } from './price-list.tsx';
import { openNewPriceList } from './price-list-form.tsx';

export default function PriceLists() {
  const mayEdit = useHasRole('editor');
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
      <ShortList
        name="listPriceLists"
        label="Price lists"
        to={({ id }) => `/products/price-lists/${id}`}
        columns={COLUMNS}
        usual={byPriority}
        nouns={['price list', 'price lists']}
        file="price-lists.csv"
        bulk={mayEdit && { actions: ACTIONS, invalidates: ['listPriceLists', 'getPriceList'] }}
        empty={
          <EmptyState icon={IconDiscount} title="No price lists yet">
            Such as Wholesale for customers with that tag, or Summer sale from June to August.
          </EmptyState>
        }
      />
    </Page>
  );
}

/** The order in which they count. */
const byPriority = (one: PriceList, other: PriceList) => other.priority - one.priority;

type Status = PriceList['status'];
const turn = (id: string, ifMatch: number, status: Status) =>
  api.updatePriceList({ path: { id }, ifMatch, body: { status } });

const turning = (status: Status, label: string, done: string, says: string): BulkAction<PriceList> => ({
  ...{ label, done, says },
  of: (list) => list.status !== status,
  run: ({ id, version }) => turn(id, version, status),
  undo:
    (list, { data: { version } }: { data: PriceList }) =>
    () =>
      turn(list.id, version, list.status),
});

const ACTIONS: BulkAction<PriceList>[] = [
  turning('active', 'Put in use', 'put in use', 'Their prices count at once, within their times.'),
  turning(
    'archived',
    'Archive',
    'archived',
    'Their prices no longer count, at once. They can be put in use again.',
  ),
  {
    label: 'Delete',
    says: 'Their prices no longer count, at once. Orders that were placed with them stay.',
    done: 'deleted',
    danger: true,
    run: ({ id }) => api.deletePriceList({ path: { id } }),
  },
];

const forWhom = ({ customerTags }: PriceList) => customerTags.join(', ') || 'All customers';

const COLUMNS: Column<PriceList>[] = [
  {
    header: 'Price list',
    text: ({ name }) => name,
    render: (list) => (
      <>
        <LongName>{list.name}</LongName>
        <Text size="sm" c="dimmed" fw={400} lineClamp={2} hiddenFrom="sm">
          {list.currency}, <bdi>{forWhom(list)}</bdi>
        </Text>
      </>
    ),
  },
  {
    header: 'State',
    text: (list) => stateOf(list, Date.now())[1],
    render: (list) => <PriceListState list={list} />,
  },
  { header: 'Currency', from: 'xs', text: ({ currency }) => currency, render: ({ currency }) => currency },
  {
    header: 'For',
    from: 'sm',
    text: forWhom,
    render: (list) => <bdi>{forWhom(list)}</bdi>,
  },
  {
    header: 'From',
    from: 'md',
    text: ({ startsAt }) => startsAt,
    render: ({ startsAt }) => <When at={startsAt} fallback="At once" />,
  },
  {
    header: 'Until',
    from: 'md',
    text: ({ endsAt }) => endsAt,
    render: ({ endsAt }) => <When at={endsAt} fallback="No end" />,
  },
  {
    header: 'Priority',
    from: 'xs',
    align: 'right',
    text: ({ priority }) => priority,
    render: ({ priority }) => priority,
  },
];
