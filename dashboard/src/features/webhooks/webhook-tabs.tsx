import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

const TABS = [
  { to: '/webhooks', label: 'Subscriptions' },
  { to: '/webhooks/deliveries', label: 'Deliveries' },
  { to: '/webhooks/events', label: 'Event types' },
];

/** The tabs of webhooks: subscriptions, deliveries and event types. */
export function WebhookTabs({ current }: { current: string }) {
  const navigate = useNavigate();
  return (
    <Tabs value={current} onChange={(to) => to && void navigate({ to })} activateTabWithKeyboard={false}>
      <Tabs.List>
        {TABS.map(({ to, label }) => (
          <Tabs.Tab key={to} value={to} px={{ base: 8, xs: 'md' }}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}
