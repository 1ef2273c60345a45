import { Anchor } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Item } from '../../api.ts';
import { formatMoney } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LIVE, useList } from '../../ui/use-data.ts';
import { changedFields } from '../orders/timeline-details.tsx';
import { ORDER_ICONS, TimelineList } from '../orders/timeline-list.tsx';

type Entry = Item<'listCustomerTimeline'>;

const ICONS = { ...ORDER_ICONS, created: IconUserPlus, archived: IconArchive, unarchived: IconArchiveOff };

/** Everything that happened to a customer and their orders, newest first. */
export function CustomerTimeline({ id }: { id: string }) {
  const entries = useList('listCustomerTimeline', { path: { id } }, { refetchInterval: LIVE });
  return (
    <Panel title="Timeline">
      <TimelineList
        list={entries}
        icons={ICONS}
        keyOf={(entry) => entry.id}
        told={(entry) => <Told entry={entry} />}
      />
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
