import { Button, Group, Stack, Text } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Item } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useData, useList } from '../../ui/use-data.ts';
import { verdict } from '../webhooks/health.tsx';

type Subscription = Item<'listWebhookSubscriptions'>;

const SHOWN = 5;

/** Shows the deliveries of the last 24 hours. */
export function Deliveries() {
  const subscriptions = useList('listWebhookSubscriptions', { query: { limit: SHOWN } });
  const isAdmin = useHasRole('admin');
  if (subscriptions.error) return <ErrorNotice error={subscriptions.error} />;
  if (subscriptions.isPending) return null;
  const link = isAdmin && (
    <Button component={Link} to="/webhooks" size="xs" variant="default">
      {subscriptions.rows.length === 0 ? 'Subscribe an address' : 'Open webhooks'}
    </Button>
  );
  return (
    <Panel title="Deliveries" description="Webhooks of the last 24 hours.">
      {subscriptions.rows.length === 0 ? (
        <EmptyState icon={IconWebhook} title="No subscriptions yet" action={link}>
          A webhook notifies another program at once when something happens here.
        </EmptyState>
      ) : (
        <Stack gap="md">
          {subscriptions.rows.slice(0, SHOWN).map((subscription) => (
            <Health key={subscription.id} of={subscription} />
          ))}
          {link}
        </Stack>
      )}
    </Panel>
  );
}

function Health({ of }: { of: Subscription }) {
  const health = useData(
    'getWebhookSubscriptionHealth',
    { path: { id: of.id }, query: { hours: 24 } },
    { refetchInterval: 60_000 },
  );
  const { deliveries, backlog } = health.data ?? {};
  const waiting = (backlog?.ready ?? 0) + (backlog?.waiting ?? 0) + (backlog?.held ?? 0);
  const { tone, words } = !of.active ? PAUSED : health.data === undefined ? UNKNOWN : verdict(health.data);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" fw={500} truncate>
          {of.name}
        </Text>
        <StatusBadge tone={tone}>{words}</StatusBadge>
      </Group>
      <Text size="xs" c="dimmed">
        {deliveries?.delivered ?? 0} delivered, {deliveries?.failed ?? 0} failed
        {waiting > 0 && `, ${waiting} waiting`}
      </Text>
    </div>
  );
}

const PAUSED = { tone: 'quiet', words: 'Paused' } as const;
const UNKNOWN = { tone: 'quiet', words: '…' } as const;
