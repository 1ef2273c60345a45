import { Anchor, Button, Code, Text } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { api, type Data } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { Columns } from '../../ui/columns.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { useAction, useData } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { AttemptCard } from './attempt.tsx';
import { CAUSES, DeliveryStatus, NextAttempt } from './delivery-columns.tsx';
import { ExpungeButton } from './expunge.tsx';

/** The polling interval while the delivery is not final. */
const WATCH_MS = 1_500;

export default function DeliveryScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const delivery = useData('getWebhookDelivery', { path: { id } }, { refetchInterval: WATCH_MS });
  const isOver = ['delivered', 'failed', 'cancelled'].includes(delivery.data?.status ?? '');
  const back = { to: '/webhooks/deliveries', label: 'Deliveries' };
  return (
    <Page
      title={delivery.data?.eventType ?? 'Delivery'}
      back={back}
      actions={
        useHasRole('admin') &&
        delivery.data && (
          <>
            {delivery.data.attemptCount > 0 && <ExpungeButton id={id} />}
            {!isOver && <RetryNow delivery={delivery.data} />}
            {isOver && delivery.data.payloadExpungedAt === null && <Resend id={id} />}
          </>
        )
      }
    >
      <Loaded query={delivery}>
        {(data) => (
          <Columns facts={<DeliveryFacts delivery={data} />}>
            {data.attempts.length === 0 && (
              <Text c="dimmed">
                {data.status === 'held'
                  ? 'The subscription is paused. It goes out when the subscription is resumed.'
                  : 'No attempt yet.'}
              </Text>
            )}
            {data.attempts.toReversed().map((attempt) => (
              <AttemptCard key={attempt.attempt} attempt={attempt} delivery={data} />
            ))}
          </Columns>
        )}
      </Loaded>
    </Page>
  );
}

const DeliveryFacts = ({ delivery: data }: { delivery: Data<'getWebhookDelivery'> }) => (
  <Panel title="Delivery">
    <Facts
      facts={[
        ['State', <DeliveryStatus key="s" delivery={data} />],
        ['Cause', CAUSES[data.cause]],
        ['Attempts', `${data.attemptCount} of 8`],
        ['Next attempt', <NextAttempt key="n" of={data} />],
        [
          'Event',
          <Anchor key="e" component={Link} to={`/webhooks/events/${data.eventId}`} underline="always">
            Open
          </Anchor>,
        ],
        ['Happened', <When key="h" at={data.eventAt} />],
        ['Subscription', <SubscriptionLink key="w" id={data.subscriptionId} />],
        ['Delivery id', <Code key="id">{data.id}</Code>],
      ]}
    />
  </Panel>
);

/** By its name; a deleted subscription has none. */
function SubscriptionLink({ id }: { id: string }) {
  const subscription = useData('getWebhookSubscription', { path: { id } });
  if (subscription.error) return 'Deleted';
  return (
    <Anchor component={Link} to={`/webhooks/${id}`} underline="always" dir="auto">
      {subscription.data?.name ?? 'Open'}
    </Anchor>
  );
}

/** For a delivery that waits for its next attempt. */
function RetryNow({ delivery: { id, status, nextAttemptAt } }: { delivery: Data<'getWebhookDelivery'> }) {
  const retry = useAction(() => api.retryWebhookDelivery({ path: { id } }), {
    invalidates: ['listWebhookDeliveries', 'getWebhookDelivery'],
    successMessage: 'The next attempt begins now',
  });
  const waits = status === 'pending' && nextAttemptAt !== null && Date.parse(nextAttemptAt) > Date.now();
  if (!waits) return null;
  return (
    <Button leftSection={<IconRepeat size={16} />} loading={retry.isPending} onClick={() => retry.mutate()}>
      Retry now
    </Button>
  );
}

function Resend({ id }: { id: string }) {
  const navigate = useNavigate();
  const resend = useAction(() => api.resendWebhookDelivery({ path: { id } }), {
    invalidates: ['listWebhookDeliveries'],
    successMessage: 'Sent again, as a new delivery',
    done: ({ data }) => void navigate({ to: `/webhooks/deliveries/${data.id}` }),
  });
  return (
    <Button leftSection={<IconRepeat size={16} />} loading={resend.isPending} onClick={() => resend.mutate()}>
      Send again
    </Button>
  );
}
