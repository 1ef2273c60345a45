import { Button, Text } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Item } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { Breakable } from '../../ui/breakable.tsx';
import type { Column } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { LongName } from '../../ui/list/long-name.tsx';
import { ShortList, useWholeList } from '../../ui/list/short-list.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { When } from '../../ui/when.tsx';
import { Attempts } from './attempts.tsx';
import { HealthBadge, LastAttempt } from './health.tsx';
import { WebhookTabs } from './webhook-tabs.tsx';

type Subscription = Item<'listWebhookSubscriptions'>;

const FAILING_FIRST = { query: { sort: 'failing' as const } };

export default function SubscriptionList() {
  const subscriptions = useWholeList('listWebhookSubscriptions', FAILING_FIRST);
  const button = useHasRole('admin') && (
    <Button component={Link} to="/webhooks/new" leftSection={<IconPlus size={16} />}>
      Add subscription
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      isWide
      description="Sends events to your own systems: signed, and retried until they arrive."
      actions={button}
    >
      <WebhookTabs current="/webhooks" />
      <ShortList
        name="listWebhookSubscriptions"
        input={FAILING_FIRST}
        label="Subscriptions"
        file="subscriptions.csv"
        to={(subscription) => `/webhooks/${subscription.id}`}
        columns={COLUMNS}
        nouns={['subscription', 'subscriptions']}
        empty={
          <EmptyState icon={IconWebhook} title="No subscriptions yet" action={button}>
            A subscription sends events, such as a published entry or a new redirect, to an address of yours
            within milliseconds. If your receiver is down, deliveries are tried again for about 7½ hours.
          </EmptyState>
        }
      />
      {subscriptions.rows.length > 0 && <Attempts />}
    </Page>
  );
}

/** Names one type; of several, their number. */
function Events({ events }: { events: string[] }) {
  return (
    <Text size="sm" title={events.join('\n')} style={{ overflowWrap: 'anywhere' }}>
      {events.length === 1 ? events[0] : `${formatNumber(events.length)} types`}
    </Text>
  );
}

const COLUMNS: Column<Subscription>[] = [
  {
    header: 'Name',
    text: ({ name }) => name,
    render: ({ name, url }) => (
      <>
        <LongName>{name}</LongName>
        <Text size="sm" c="dimmed" fw={400} lineClamp={2} title={url}>
          <Breakable>{url}</Breakable>
        </Text>
      </>
    ),
  },
  {
    header: 'State',
    // A subscription that is on and fails is not "active": the state is what its receiver does.
    render: ({ active, disabledAt, id }) => {
      if (active) return <HealthBadge id={id} />;
      if (disabledAt !== null) return <StatusBadge tone="bad">Paused, as it failed</StatusBadge>;
      return <StatusBadge tone="quiet">Paused</StatusBadge>;
    },
  },
  { header: 'Last attempt', from: 'sm', render: ({ id }) => <LastAttempt id={id} /> },
  {
    header: 'Address',
    isOptional: true,
    text: ({ url }) => url,
    render: ({ url }) => <LongName>{url}</LongName>,
  },
  {
    header: 'Events',
    from: 'md',
    text: ({ events }) => events.join(', '),
    value: ({ events }) => events.length,
    render: ({ events }) => <Events events={events} />,
  },
  {
    header: 'Added',
    from: 'md',
    align: 'right',
    text: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <When at={createdAt} />,
  },
];
