import { Button } from '@mantine/core';
import { openDialog } from '../../ui/dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import type { Order } from './order.ts';
import type { Act, DialogProps } from './order-dialog.ts';
import { PaymentDialog } from './payment-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { UnitsDialog } from './units-dialog.tsx';

type Action = Order['allowedActions'][number];

/** In the usual order of an order's life. */
const ACTIONS: Record<
  Action,
  { label: string; title: string; dialog: (props: DialogProps) => React.ReactNode }
> = {
  payments: {
    label: 'Record payment',
    title: 'Record a payment',
    dialog: (props) => <PaymentDialog {...props} />,
  },
  fulfill: { label: 'Fulfil', title: 'Fulfil', dialog: (props) => <UnitsDialog kind="fulfill" {...props} /> },
  deliver: {
    label: 'Mark delivered',
    title: 'Mark as delivered',
    dialog: (props) => <UnitsDialog kind="deliver" {...props} />,
  },
  refund: { label: 'Refund', title: 'Refund', dialog: (props) => <RefundDialog {...props} /> },
  cancel: {
    label: 'Cancel order',
    title: 'Cancel the order?',
    dialog: (props) => <CancelDialog {...props} />,
  },
};

/** Shows the actions that the order's state allows; the first is the usual next step. */
export function OrderActions({ order, act }: { order: Order; act: Act }) {
  const allowed = (Object.keys(ACTIONS) as Action[]).filter((name) => order.allowedActions.includes(name));
  return allowed.map((name, index) => {
    const { label, title, dialog } = ACTIONS[name];
    const open = () => openDialog(title, (close) => dialog({ order, act, close }));
    const isNext = index === 0 && name !== 'refund';
    return (
      <Button key={name} variant={isNext ? 'filled' : 'default'} onClick={open}>
        {label}
      </Button>
    );
  });
}
