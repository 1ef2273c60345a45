import { Text } from '@mantine/core';
import type { Item } from '../../api.ts';
import type { Column } from '../../ui/data-list.tsx';
import { inWords, StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { When } from '../../ui/when.tsx';

export type Delivery = Item<'listWebhookDeliveries'>;

const TONES: Record<Delivery['status'], Tone> = {
  pending: 'busy',
  held: 'quiet',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'quiet',
};

export const CAUSES: Record<Delivery['cause'], string> = {
  event: 'An event',
  resend: 'Sent again by hand',
  replay: 'A replay',
  test: 'A test',
};

export function DeliveryStatus({ delivery }: { delivery: Pick<Delivery, 'status' | 'attemptCount'> }) {
  const isRetrying = delivery.status === 'pending' && delivery.attemptCount > 0;
  return (
    <StatusBadge tone={isRetrying ? 'warn' : TONES[delivery.status]}>
      {isRetrying ? 'Trying again' : inWords(delivery.status)}
    </StatusBadge>
  );
}

export const DELIVERY_COLUMNS: Column<Delivery>[] = [
  { header: 'Event', render: (delivery) => delivery.eventType },
  { header: 'State', render: (delivery) => <DeliveryStatus delivery={delivery} /> },
  {
    header: 'Cause',
    from: 'md',
    render: ({ cause }) => (
      <Text size="sm" c="dimmed">
        {CAUSES[cause]}
      </Text>
    ),
  },
  { header: 'Attempts', from: 'sm', align: 'right', render: ({ attemptCount }) => attemptCount },
  {
    header: 'Next',
    from: 'md',
    align: 'right',
    render: ({ nextAttemptAt }) => <When at={nextAttemptAt} />,
  },
  { header: 'When', align: 'right', render: ({ createdAt }) => <When at={createdAt} /> },
];
