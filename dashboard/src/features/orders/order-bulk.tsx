import { Button, List } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { api } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { openDialog } from '../../ui/dialog.tsx';
import { counted } from '../../ui/formats.ts';
import { saveRows } from '../../ui/list/rows-file.ts';
import { runForEach } from '../../ui/run-for-each.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';
import { AFFECTED, leftOut } from './affected.ts';
import { type ListedOrder, ORDER_COLUMNS } from './order-columns.tsx';

const FulfilSeveral = lazy(() => import('./fulfil-several.tsx'));

type Act = {
  label: string;
  /** The orders that the action is for; others are left out. */
  suits: (order: ListedOrder) => boolean;
} & (
  | { danger?: boolean; says: string; done: string; run: (id: string) => Promise<unknown> }
  | { open: typeof openFulfil }
);

const isOpen = ({ status }: ListedOrder) => status === 'placed' || status === 'partially_fulfilled';

const ACTS: Act[] = [
  {
    label: 'Fulfil',
    suits: isOpen,
    open: openFulfil,
  },
  {
    label: 'Mark delivered',
    says: 'All units of these orders that are on the way are marked as delivered. This cannot be undone.',
    done: 'delivered',
    suits: ({ status }) => status === 'fulfilled' || status === 'partially_fulfilled',
    run: (id) => api.deliverOrder({ path: { id }, body: {} }),
  },
  {
    label: 'Cancel',
    danger: true,
    says: 'These orders are cancelled, and what was paid is recorded as given back. This cannot be undone.',
    done: 'cancelled',
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
              onClick={() => ('open' in act ? act.open : ask(act))(suited, orders.length, clear)}
            >
              {act.label}
              {suited.length > 0 && suited.length < orders.length && ` ${suited.length}`}
            </Button>
          );
        })}
      {DOCUMENTS.map(({ label, file, get }) => (
        <Button
          key={label}
          size="compact-sm"
          variant="default"
          onClick={() => saveDocuments(label, file, get, orders)}
        >
          {label}
        </Button>
      ))}
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

const DOCUMENTS = [
  { label: 'Packing slips', file: 'packing-slips.pdf', get: api.getOrderPackingSlips },
  { label: 'Invoices', file: 'invoices.pdf', get: api.getOrderInvoices },
];
/** As the API allows in one file. */
const MOST_DOCUMENTS = 50;

/** One file, in the order of the list. */
function saveDocuments(
  label: string,
  file: string,
  get: (input: { query: { ids: string } }) => Promise<Response>,
  orders: ListedOrder[],
): void {
  if (orders.length > MOST_DOCUMENTS) {
    toast.refused(
      `${label} of ${MOST_DOCUMENTS} orders fit into one file, and ${orders.length} are selected. Select fewer.`,
    );
  } else void saveFile(file, () => get({ query: { ids: orders.map(({ id }) => id).join() } }));
}

function openFulfil(orders: ListedOrder[], selected: number, clear: () => void): void {
  const title = `Fulfil: ${counted(orders.length, 'order')}`;
  const content = (close: () => void) => (
    <Suspense>
      <FulfilSeveral orders={orders} others={selected - orders.length} clear={clear} close={close} />
    </Suspense>
  );
  openDialog(title, content, 'lg');
}

const MOST_NAMED = 8;

const ask =
  (act: Extract<Act, { run: unknown }>) => (orders: ListedOrder[], selected: number, clear: () => void) => {
    const count = counted(orders.length, 'order');
    runForEach({
      title: `${act.label}: ${count}`,
      action: `${act.label} ${count}`,
      danger: act.danger,
      keep: act.danger ? (orders.length === 1 ? 'Keep it' : 'Keep them') : undefined,
      rows: orders,
      nameOf: ({ orderNumber }) => orderNumber,
      run: ({ id }) => act.run(id),
      said: (number) => `${counted(number, 'order')} ${act.done}`,
      invalidates: ['getOrder', ...AFFECTED],
      done: clear,
      children: (
        <>
          {act.says}
          <List size="sm" mt="xs">
            {orders.slice(0, MOST_NAMED).map(({ id, orderNumber, customerName }) => (
              <List.Item key={id}>
                {orderNumber} · <bdi>{customerName}</bdi>
              </List.Item>
            ))}
            {orders.length > MOST_NAMED && <List.Item>and {orders.length - MOST_NAMED} more</List.Item>}
          </List>
          {orders.length < selected && leftOut(selected - orders.length)}
        </>
      ),
    });
  };
