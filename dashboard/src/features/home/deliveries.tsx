import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { verdict } from '../webhooks/health.tsx';
import type { Home } from './home.ts';

type Webhooks = NonNullable<Home['webhooks']>;

/** The deliveries of the last 24 hours, of failing subscriptions first. */
export function Deliveries({ webhooks: { subscriptions, count } }: { webhooks: Webhooks }) {
  const isAdmin = useHasRole('admin');
  if (count === 0) {
    const link = isAdmin && (
      <Button component={Link} to="/webhooks/new" size="xs" variant="default">
        Subscribe an address
      </Button>
    );
    return (
      <Panel title="Deliveries">
        <EmptyState icon={IconWebhook} title="No subscriptions yet" action={link}>
          A webhook notifies another program at once when something happens here.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel title="Deliveries" description="Webhooks of the last 24 hours.">
      <Stack gap="md">
        {subscriptions.map((subscription) => (
          <Health key={subscription.id} of={subscription} />
        ))}
        <Button component={Link} to="/webhooks" size="xs" variant="default">
          {count > subscriptions.length ? `All ${formatNumber(count)} subscriptions` : 'Open webhooks'}
        </Button>
      </Stack>
    </Panel>
  );
}

function Health({ of: { id, name, active, health } }: { of: Webhooks['subscriptions'][number] }) {
  const { deliveries, backlog } = health;
  // Held deliveries do not wait for an attempt; the page of the subscription counts them the same way.
  const waiting = backlog.ready + backlog.waiting;
  const { tone, words } = active ? verdict(health) : PAUSED;
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Anchor component={Link} to={`/webhooks/${id}`} size="sm" fw={500} truncate>
          <bdi>{name}</bdi>
        </Anchor>
        <StatusBadge tone={tone}>{words}</StatusBadge>
      </Group>
      <Text size="xs" c="dimmed">
        {formatNumber(deliveries.delivered)} delivered, {formatNumber(deliveries.failed)} failed
        {waiting > 0 && `, ${formatNumber(waiting)} waiting`}
        {backlog.held > 0 && `, ${formatNumber(backlog.held)} held`}
      </Text>
    </div>
  );
}

const PAUSED = { tone: 'quiet', words: 'Paused' } as const;
