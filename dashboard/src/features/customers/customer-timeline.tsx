import { Anchor, Button, Text, Timeline } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowMerge,
  IconCash,
  IconCashBanknoteOff,
  IconEraser,
  IconMessage,
  IconPackage,
  IconPencil,
  IconReceipt,
  IconTruckDelivery,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Item } from '../../api.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { formatMoney } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LIVE, useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { changedFields, TimelineDetails } from '../orders/timeline-details.tsx';

type Entry = Item<'listCustomerTimeline'>;

const ICONS: Record<Entry['action'], typeof IconCash> = {
  placed: IconReceipt,
  payment: IconCash,
  fulfilled: IconPackage,
  delivered: IconTruckDelivery,
  cancelled: IconX,
  refunded: IconCashBanknoteOff,
  edited: IconPencil,
  commented: IconMessage,
  created: IconUserPlus,
  archived: IconArchive,
  unarchived: IconArchiveOff,
  merged: IconArrowMerge,
  erased: IconEraser,
};

/** Everything that happened to a customer and their orders, newest first. */
export function CustomerTimeline({ id }: { id: string }) {
  const entries = useList('listCustomerTimeline', { path: { id } }, { refetchInterval: LIVE });
  return (
    <Panel title="Timeline">
      {entries.error && <ErrorNotice error={entries.error} retry={() => void entries.refetch()} />}
      <Timeline bulletSize={26} lineWidth={2} color="gray">
        {entries.rows.map((entry) => {
          const Icon = ICONS[entry.action];
          return (
            <Timeline.Item
              key={entry.id}
              bullet={<Icon size={14} aria-hidden />}
              title={
                <Text size="sm" component="div">
                  <Told entry={entry} />
                </Text>
              }
            >
              <TimelineDetails details={entry.details} />
              <Text size="xs" c="dimmed">
                {entry.actor !== null && (
                  <>
                    <bdi>{entry.actor.name}</bdi> ·{' '}
                  </>
                )}
                <When at={entry.at} />
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

function Told({ entry }: { entry: Entry }) {
  const { order, action, details } = entry;
  if (order === null) return customerStep(entry);
  const amount = formatMoney(details.amount ?? order.total, order.currency);
  const number = (
    <Anchor component={Link} to={`/orders/${order.id}`} inherit underline="always">
      {order.orderNumber}
    </Anchor>
  );
  switch (action) {
    case 'placed':
      return (
        <>
          Order {number} placed, {amount}
        </>
      );
    case 'payment':
      return details.outcome === 'failed' ? (
        <>
          Payment of {amount} for {number} failed
        </>
      ) : (
        <>
          {amount} paid for {number}
        </>
      );
    case 'refunded':
      return (
        <>
          {amount} refunded for {number}
        </>
      );
    case 'edited':
      return (
        <>
          Order {number} changed: {changedFields(details.fields)}
        </>
      );
    case 'commented':
      return <>Comment on {number}</>;
    default:
      return (
        <>
          Order {number} {action}
          {details.amount !== undefined && `, ${amount} refunded`}
        </>
      );
  }
}

function customerStep({ action, details }: Entry): string {
  if (action === 'edited') return `Changed: ${changedFields(details.fields)}`;
  if (action === 'merged') return 'A duplicate was merged into this customer';
  if (action === 'created') return 'Customer created';
  if (action === 'unarchived') return 'Brought back from the archive';
  return action === 'erased' ? 'Personal data erased' : 'Archived';
}
