import { Button, Group, Text } from '@mantine/core';
import { IconPackages } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { Item } from '../../api.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { NumberField } from '../../ui/number-field.tsx';
import type { ListResult } from '../../ui/use-data.ts';
import { SkuTitle } from './sku-title.tsx';
import { onHandAt } from './stock-state.tsx';

type StockItem = Item<'listItems'>;

/** By SKU. `seen`: on hand when the count was typed. */
export type Counts = Record<string, { count: number | string; seen: number }>;
/** Stock that changed after it was seen, by SKU: its counts were refused. */
export type Changed = Record<string, number>;

/** Enter goes to the next row, as in a spreadsheet; it must not send the form. */
function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const all = [...document.querySelectorAll<HTMLInputElement>('input[data-count]')];
  all[all.indexOf(event.currentTarget) + (event.shiftKey ? -1 : 1)]?.focus();
}

export function CountRows(props: {
  items: ListResult<StockItem>;
  locationId: string;
  counts: Counts;
  changed: Changed;
  set: (sku: string, count: number | string, seen: number) => void;
  insist: (sku: string) => void;
}) {
  const { items, locationId, counts, changed, set, insist } = props;
  const columns: Column<StockItem>[] = [
    { header: 'SKU', render: (item) => <SkuTitle {...item} /> },
    {
      header: 'On hand',
      align: 'right',
      render: (item) => formatNumber(changed[item.sku] ?? onHandAt(item, locationId)),
    },
    {
      header: 'Counted',
      align: 'right',
      width: 134,
      render: (item) => (
        <Group gap="xs" justify="flex-end">
          <NumberField
            aria-label={`Counted of ${item.sku}`}
            w={110}
            data-count
            onKeyDown={goOn}
            value={counts[item.sku]?.count ?? ''}
            onChange={(count) => set(item.sku, count, onHandAt(item, locationId))}
          />
          {changed[item.sku] !== undefined && (
            <Button size="compact-sm" variant="default" onClick={() => insist(item.sku)}>
              Use my count
            </Button>
          )}
        </Group>
      ),
    },
    {
      header: 'Difference',
      from: 'sm',
      align: 'right',
      render: (item) => (
        <Difference
          count={counts[item.sku]?.count}
          onHand={changed[item.sku] ?? onHandAt(item, locationId)}
        />
      ),
    },
  ];
  return (
    <DataList
      label="Count sheet"
      list={items}
      rowKey={({ sku }) => sku}
      columns={columns}
      nouns={['SKU', 'SKUs']}
      empty={
        <EmptyState icon={IconPackages} title="No SKU to count">
          Add SKUs under Inventory first.
        </EmptyState>
      }
    />
  );
}

function Difference({ count, onHand }: { count: number | string | undefined; onHand: number }) {
  if (typeof count !== 'number') return '–';
  const units = count - onHand;
  const words = units === 0 ? 'As expected' : `${units > 0 ? '+' : '−'}${formatNumber(Math.abs(units))}`;
  return (
    <Text span size="sm" c={units < 0 ? 'red' : undefined}>
      {words}
    </Text>
  );
}
