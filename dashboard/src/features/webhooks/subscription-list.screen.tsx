import { Button, Text } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Item } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { type Column, DataList } from '../../ui/data-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { Attempts } from './attempts.tsx';
import { HealthBadge } from './health.tsx';
import { WebhookTabs } from './webhook-tabs.tsx';

type Subscription = Item<'listWebhookSubscriptions'>;

export default function SubscriptionList() {
  const subscriptions = useList('listWebhookSubscriptions');
  const button = useHasRole('admin') && (
    <Button component={Link} to="/webhooks/new" leftSection={<IconPlus size={16} />}>
      Add subscription
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      description="Sends events to your own systems: signed, and retried until they arrive."
      actions={button}
    >
      <WebhookTabs current="/webhooks" />
      <DataList
        label="Subscriptions"
        list={subscriptions}
        rowKey={(subscription) => subscription.id}
        to={(subscription) => `/webhooks/${subscription.id}`}
        columns={COLUMNS}
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

const COLUMNS: Column<Subscription>[] = [
  {
    header: 'Name',
    render: ({ name, url }) => (
      <>
        {name}
        <Text size="sm" c="dimmed" fw={400}>
          {url}
        </Text>
      </>
    ),
  },
  {
    header: 'State',
    render: ({ active }) =>
      active ? <StatusBadge tone="good">Active</StatusBadge> : <StatusBadge tone="quiet">Paused</StatusBadge>,
  },
  { header: 'Last 24 hours', from: 'sm', render: ({ id }) => <HealthBadge id={id} /> },
  { header: 'Events', from: 'md', align: 'right', render: ({ events }) => events.length },
  { header: 'Added', from: 'md', align: 'right', render: ({ createdAt }) => <When at={createdAt} /> },
];
