import { Button } from '@mantine/core';
import { openDialog } from '../../ui/dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import type { Order } from './order.ts';
import type { DialogProps } from './order-dialog.ts';
import { PaymentDialog } from './payment-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { UnitsDialog } from './units-dialog.tsx';
import { useOrderStep } from './use-order-step.ts';

export type OrderAction = Order['allowedActions'][number];

/** In the usual order of an order's life. */
const ACTIONS: Record<
  OrderAction,
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

/** Opens the dialog of a step, over any screen; `named` adds the number of the order to its title. */
export function openOrderStep(action: OrderAction, order: Order, named = false): void {
  const { title } = ACTIONS[action];
  openDialog(named ? `${title} · ${order.orderNumber}` : title, (close) => (
    <StepDialog action={action} order={order} close={close} />
  ));
}

function StepDialog(props: { action: OrderAction; order: Order; close: () => void }) {
  const step = useOrderStep(props.order, props.close);
  return ACTIONS[props.action].dialog({ step, close: props.close });
}

/** Shows the actions that the order's state allows; the usual next step stands last, as on every screen. */
export function OrderActions({ order }: { order: Order }) {
  const allowed = (Object.keys(ACTIONS) as OrderAction[]).filter((name) =>
    order.allowedActions.includes(name),
  );
  return allowed.toReversed().map((name) => {
    const isNext = name === allowed[0] && name !== 'refund';
    return (
      <Button key={name} variant={isNext ? 'filled' : 'default'} onClick={() => openOrderStep(name, order)}>
        {ACTIONS[name].label}
      </Button>
    );
  });
}
