import { Anchor, Text, Timeline } from '@mantine/core';
import {
  IconCash,
  IconClockX,
  IconHourglass,
  IconLock,
  IconReceipt,
  IconShoppingCart,
  IconX,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatMoney } from '../../ui/money.tsx';
import { When } from '../../ui/when.tsx';
import type { ListedCheckout } from './cart-state.tsx';

type Step = { key: string; icon: typeof IconCash; title: ReactNode; at: string | null; more?: ReactNode };

/** The way of one checkout: started, fixed, settled, and its end; with what it waits for. */
export function CheckoutTimeline({ checkout, methods }: { checkout: ListedCheckout; methods: Methods }) {
  const steps = stepsOf(checkout, methods);
  const reached = steps.findLastIndex(({ at }) => at !== null);
  return (
    <Timeline bulletSize={26} lineWidth={2} active={reached} color="gray">
      {steps.map(({ key, icon: Icon, title, at, more }) => (
        <Timeline.Item
          key={key}
          bullet={<Icon size={14} aria-hidden />}
          lineVariant={at === null ? 'dashed' : 'solid'}
          title={
            <Text size="sm" component="div" c={at === null ? 'dimmed' : undefined}>
              {title}
            </Text>
          }
        >
          <Text size="xs" c="dimmed">
            {at !== null && <When at={at} />}
            {at !== null && more && ' · '}
            {more}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

export type Methods = { id: string; name: string }[];

function stepsOf(checkout: ListedCheckout, methods: Methods): Step[] {
  const { state, createdAt, frozenAt, completedAt, endedAt, total, currency } = checkout;
  const amount = total === null ? null : <bdi>{formatMoney(total, currency)}</bdi>;
  const method = methods.find(({ id }) => id === checkout.paymentId)?.name;
  const started: Step = {
    ...{ key: 'started', icon: IconShoppingCart, title: 'Started, stock reserved', at: createdAt },
    more: amount,
  };
  if (endedAt !== null) {
    const isExpired = state === 'expired';
    const icon = isExpired ? IconClockX : IconX;
    const title = isExpired ? 'Expired, stock released' : 'Cancelled, stock released';
    return [started, { key: 'ended', icon, title, at: endedAt }];
  }
  if (state === 'open') {
    const until = (
      <>
        The reservation ends <When at={checkout.expiresAt} />
      </>
    );
    return [
      started,
      { key: 'waits', icon: IconHourglass, title: 'Waiting for the shopper', at: null, more: until },
    ];
  }
  return [
    started,
    {
      key: 'frozen',
      icon: IconLock,
      title: <>Amounts fixed{amount && <>: {amount}</>}</>,
      at: frozenAt ?? completedAt,
    },
    {
      ...{ key: 'settled', icon: IconCash, at: completedAt },
      title: (
        <>
          Settled
          {method !== undefined && (
            <>
              : <bdi>{method}</bdi>
            </>
          )}
        </>
      ),
      more: completedAt === null ? 'The order follows within a moment' : 'Payment is recorded on the order',
    },
    ...(completedAt === null ? [] : [placed(checkout, completedAt)]),
  ];
}

const placed = ({ orderId, orderNumber }: ListedCheckout, at: string): Step => ({
  ...{ key: 'placed', icon: IconReceipt, at },
  title: (
    <>
      Completed: order{' '}
      <Anchor component={Link} to={`/orders/${orderId}`} inherit underline="always">
        <bdi>{orderNumber}</bdi>
      </Anchor>
    </>
  ),
});
