import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Item } from '../../api.ts';
import type { Column } from '../../ui/data-list.tsx';
import { durationInWords } from '../../ui/duration.ts';
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

/** The screens of the objects that events are about, by the beginning of the event type. */
const PLACES: [beginning: string, path: string][] = [
  ['content.entry.', '/content'],
  ['media.', '/media'],
  ['redirect.', '/redirects'],
  ['order.', '/orders'],
  ['webhook.subscription.', '/webhooks'],
];

function ObjectLink({ delivery: { object, eventType } }: { delivery: Delivery }) {
  if (object === null) return null;
  const place = PLACES.find(([beginning]) => eventType.startsWith(beginning));
  const label = object.label ?? object.id.slice(-8);
  if (place === undefined) return <bdi>{label}</bdi>;
  return (
    <Anchor component={Link} to={`${place[1]}/${object.id}`} size="sm" pos="relative">
      <bdi>{label}</bdi>
    </Anchor>
  );
}

const hostOf = (url: string | null) => (url === null ? null : (URL.parse(url)?.host ?? url));

function Target({ delivery }: { delivery: Delivery }) {
  const { subscriptionId, subscriptionName, subscriptionUrl } = delivery;
  if (subscriptionName === null)
    return (
      <Text size="sm" c="dimmed">
        Deleted
      </Text>
    );
  return (
    <Anchor
      component={Link}
      to={`/webhooks/${subscriptionId}`}
      size="sm"
      pos="relative"
      title={hostOf(subscriptionUrl) ?? undefined}
    >
      <bdi>{subscriptionName}</bdi>
    </Anchor>
  );
}

/** The state, and the answer of the last attempt if it was none that a state alone says. */
function Outcome({ delivery }: { delivery: Delivery }) {
  const { lastAttempt } = delivery;
  return (
    <>
      <DeliveryStatus delivery={delivery} />
      {lastAttempt !== null && (
        <Text size="xs" c="dimmed" title={lastAttempt.message}>
          {lastAttempt.statusCode === null
            ? inWords(lastAttempt.failure ?? 'failed')
            : `HTTP ${lastAttempt.statusCode}`}
        </Text>
      )}
    </>
  );
}

const MOMENTS_MS = 10_000;

/** An attempt that is due begins within seconds, unless deliveries before it, the rate or the order of the subscription hold it up. */
export function NextAttempt({ of }: { of: Pick<Delivery, 'status' | 'nextAttemptAt'> }) {
  if (of.status === 'held') return 'Once resumed';
  if (of.nextAttemptAt === null) return '–';
  const wait = Date.parse(of.nextAttemptAt) - Date.now();
  if (wait > MOMENTS_MS) return <When at={of.nextAttemptAt} />;
  if (wait > -MOMENTS_MS) return 'In seconds';
  return (
    <span title="It is due. Deliveries before it, or the rate or the order of the subscription, come first.">
      Due for {durationInWords(-wait / 1000)}
    </span>
  );
}

export const DELIVERY_COLUMNS: Column<Delivery>[] = [
  {
    header: 'Event',
    isShort: true,
    text: ({ eventType }) => eventType,
    render: (delivery) => (
      <>
        {delivery.eventType}
        {delivery.cause !== 'event' && (
          <Text size="xs" c="dimmed">
            {CAUSES[delivery.cause]}
          </Text>
        )}
        <Text size="xs" c="dimmed" fw={400} hiddenFrom="xs">
          {delivery.subscriptionName !== null && (
            <bdi style={{ display: 'block' }}>{delivery.subscriptionName}</bdi>
          )}
          <When at={delivery.createdAt} />
        </Text>
      </>
    ),
  },
  {
    header: 'About',
    from: 'sm',
    text: ({ object }) => object?.label ?? object?.id ?? null,
    render: (delivery) => <ObjectLink delivery={delivery} />,
  },
  {
    header: 'State',
    text: ({ status }) => status,
    render: (delivery) => <Outcome delivery={delivery} />,
  },
  {
    header: 'Attempts',
    from: 'sm',
    align: 'right',
    text: ({ attemptCount }) => attemptCount,
    render: ({ attemptCount }) => attemptCount,
  },
  {
    header: 'Next',
    from: 'md',
    align: 'right',
    render: (delivery) => <NextAttempt of={delivery} />,
  },
  {
    header: 'When',
    from: 'xs',
    sort: 'createdAt',
    align: 'right',
    text: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <When at={createdAt} />,
  },
];

/** With the subscription, for the list of all of them. */
export const WITH_SUBSCRIPTION: Column<Delivery>[] = DELIVERY_COLUMNS.toSpliced(2, 0, {
  header: 'Subscription',
  from: 'xs',
  text: ({ subscriptionName }) => subscriptionName,
  render: (delivery) => <Target delivery={delivery} />,
});
