import { Button, List } from '@mantine/core';
import { api } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { saveRows } from '../../ui/list/rows-file.ts';
import { runForEach } from '../../ui/run-for-each.tsx';
import { AFFECTED } from './affected.ts';
import { type ListedOrder, ORDER_COLUMNS } from './order-columns.tsx';

type Act = {
  label: string;
  danger?: boolean;
  said: string;
  /** The orders that the action is for; others are left out. */
  suits: (order: ListedOrder) => boolean;
  run: (id: string) => Promise<unknown>;
};

const isOpen = ({ status }: ListedOrder) => status === 'placed' || status === 'partially_fulfilled';

const ACTS: Act[] = [
  {
    label: 'Fulfil',
    said: 'All open units of these orders are marked as sent, without a tracking number.',
    suits: isOpen,
    run: (id) => api.fulfillOrder({ path: { id }, body: {} }),
  },
  {
    label: 'Mark delivered',
    said: 'All units of these orders that are on the way are marked as delivered.',
    suits: ({ status }) => status === 'fulfilled' || status === 'partially_fulfilled',
    run: (id) => api.deliverOrder({ path: { id }, body: {} }),
  },
  {
    label: 'Cancel',
    danger: true,
    said: 'These orders are cancelled, and what was paid is recorded as given back. This cannot be undone.',
    suits: ({ status }) => status === 'placed',
    run: (id) => api.cancelOrder({ path: { id }, body: {} }),
  },
];

/** The actions for the selected orders. */
export default function OrderBulk({ orders, clear }: { orders: ListedOrder[]; clear: () => void }) {
  const mayEdit = useHasRole('editor');
  return (
    <>
      {mayEdit &&
        ACTS.map((act) => {
          const suited = orders.filter(act.suits);
          return (
            <Button
              key={act.label}
              size="compact-sm"
              variant="default"
              disabled={suited.length === 0}
              title={suited.length === 0 ? 'None of the selected orders is in a state for this.' : undefined}
              onClick={() => ask(act, suited, orders.length, clear)}
            >
              {act.label}
              {suited.length > 0 && suited.length < orders.length && ` ${suited.length}`}
            </Button>
          );
        })}
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => saveRows('selected-orders.csv', ORDER_COLUMNS, orders)}
      >
        Export
      </Button>
    </>
  );
}

const MOST_NAMED = 8;

function ask(act: Act, orders: ListedOrder[], selected: number, clear: () => void): void {
  const count = orders.length === 1 ? '1 order' : `${orders.length} orders`;
  runForEach({
    title: `${act.label}: ${count}`,
    action: `${act.label} ${count}`,
    danger: act.danger,
    keep: act.danger ? (orders.length === 1 ? 'Keep it' : 'Keep them') : undefined,
    rows: orders,
    nameOf: ({ orderNumber }) => orderNumber,
    run: ({ id }) => act.run(id),
    invalidates: ['getOrder', ...AFFECTED],
    done: clear,
    children: (
      <>
        {act.said}
        <List size="sm" mt="xs">
          {orders.slice(0, MOST_NAMED).map(({ id, orderNumber, customerName }) => (
            <List.Item key={id}>
              {orderNumber} · <bdi>{customerName}</bdi>
            </List.Item>
          ))}
          {orders.length > MOST_NAMED && <List.Item>and {orders.length - MOST_NAMED} more</List.Item>}
        </List>
        {orders.length < selected && (
          <>The other {selected - orders.length} selected are not in a state for this and stay as they are.</>
        )}
      </>
    ),
  });
}
