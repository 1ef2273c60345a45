import { Button, Text, Timeline } from '@mantine/core';
import {
  IconArrowMerge,
  IconCash,
  IconCashBanknoteOff,
  IconEraser,
  IconMessage,
  IconPackage,
  IconPencil,
  IconReceipt,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react';
import type { Item } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatMoney } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { CommentBox } from './comment-box.tsx';
import type { Order } from './order.ts';
import { changedFields, TimelineDetails } from './timeline-details.tsx';

type Entry = Item<'listOrderTimeline'>;

const ICONS: Record<Entry['action'], typeof IconCash> = {
  placed: IconReceipt,
  payment: IconCash,
  fulfilled: IconPackage,
  delivered: IconTruckDelivery,
  cancelled: IconX,
  refunded: IconCashBanknoteOff,
  edited: IconPencil,
  commented: IconMessage,
  merged: IconArrowMerge,
  erased: IconEraser,
};

export function OrderTimeline({ order }: { order: Order }) {
  const entries = useList('listOrderTimeline', { path: { id: order.id } });
  const mayEdit = useHasRole('editor');
  return (
    <Panel title="Timeline">
      {mayEdit && <CommentBox order={order} />}
      {entries.error && <ErrorNotice error={entries.error} retry={() => void entries.refetch()} />}
      <Timeline bulletSize={26} lineWidth={2} color="gray">
        {entries.rows.map((entry) => {
          const Icon = ICONS[entry.action];
          return (
            <Timeline.Item
              key={entry.version}
              bullet={<Icon size={14} aria-hidden />}
              title={<Text size="sm">{told(entry, order)}</Text>}
            >
              <TimelineDetails details={entry.details} />
              <Text size="xs" c="dimmed">
                {entry.actor?.name ?? 'Colonnade'} · <When at={entry.at} />
              </Text>
            </Timeline.Item>
          );
        })}
      </Timeline>
      {entries.hasNextPage && (
        <Button
          size="xs"
          variant="default"
          loading={entries.isFetchingNextPage}
          onClick={() => void entries.fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
    </Panel>
  );
}

function told({ action, details }: Entry, { currency, items }: Order): string {
  const amount = details.amount === undefined ? '' : formatMoney(details.amount, currency);
  const units = (details.items ?? [])
    .map(({ line, quantity }) => `${quantity} × ${items.find((item) => item.line === line)?.name ?? line}`)
    .join(', ');
  switch (action) {
    case 'placed':
      return 'Order placed';
    case 'payment':
      return details.outcome === 'failed' ? `Payment of ${amount} failed` : `${amount} paid`;
    case 'fulfilled':
      return `Fulfilled: ${units}`;
    case 'delivered':
      return `Delivered: ${units}`;
    case 'cancelled':
      return amount === '' ? 'Cancelled' : `Cancelled, ${amount} refunded`;
    case 'refunded':
      return `${amount} refunded`;
    case 'edited':
      return `Changed: ${changedFields(details.fields)}`;
    case 'commented':
      return 'Comment';
    case 'merged':
      return 'Moved to the customer that its own was merged into';
    case 'erased':
      return 'Personal data erased with its customer';
  }
}
