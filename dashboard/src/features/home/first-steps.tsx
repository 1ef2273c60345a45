import { Button, Group, List, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../session/use-session.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Home } from './home.ts';

type StepProps = { title: string; why: string; isDone: boolean; to: string; action: string };

/** The first steps of a new tenant, each ticked once done. Disappears when all are done. */
export function FirstSteps({ home: { orders, keys, webhooks } }: { home: Home }) {
  const [isEditor, isAdmin] = [useHasRole('editor'), useHasRole('admin')];
  const steps: (StepProps | false)[] = [
    orders !== null &&
      isEditor && {
        title: 'Add a customer',
        why: 'The people and companies you sell to.',
        isDone: orders.hasCustomers,
        to: '/customers',
        action: 'Customers',
      },
    orders !== null &&
      isEditor && {
        title: 'Place an order',
        why: 'By hand, from a file, or from your shop.',
        isDone: orders.hasOrders,
        to: '/orders/new',
        action: 'New order',
      },
    isAdmin && {
      title: 'Create a key',
      why: 'So that your shop, a script or an assistant can work here.',
      isDone: keys?.hasAny === true,
      to: '/developers/keys',
      action: 'Keys',
    },
    isAdmin && {
      title: 'Subscribe an address',
      why: 'So that other programs learn at once what happens.',
      isDone: (webhooks?.count ?? 0) > 0,
      to: '/webhooks',
      action: 'Webhooks',
    },
  ];
  const offered = steps.filter((step) => step !== false);
  const done = offered.filter(({ isDone }) => isDone).length;
  if (done === offered.length) return null;
  return (
    <Panel title="First steps" description={`${done} of ${offered.length} done.`}>
      <List listStyleType="none" spacing="sm" center={false}>
        {offered.map((step) => (
          <FirstStep key={step.title} {...step} />
        ))}
      </List>
    </Panel>
  );
}

function FirstStep({ title, why, isDone, to, action }: StepProps) {
  return (
    <List.Item
      icon={
        <ThemeIcon size={24} radius="xl" variant={isDone ? 'filled' : 'default'} color="teal.9">
          {isDone ? <IconCheck size={14} aria-label="Done" /> : <IconCircle size={14} aria-label="To do" />}
        </ThemeIcon>
      }
      styles={{ itemWrapper: { width: '100%' }, itemLabel: { flex: 1 } }}
    >
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text size="sm" fw={500} td={isDone ? 'line-through' : undefined}>
            {title}
          </Text>
          <Text size="xs" c="dimmed">
            {why}
          </Text>
        </div>
        {!isDone && (
          <Button component={Link} to={to} size="xs" variant="default" flex="none">
            {action}
          </Button>
        )}
      </Group>
    </List.Item>
  );
}
