import { Alert, List, Stack, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { formatMoney } from '../../ui/money.tsx';
import { inWords } from '../../ui/status-badge.tsx';
import type { Order } from './order.ts';

/** Shows how somebody else changed the order, above what was typed. */
export function OrderChanges(props: { before: Order; now: Order; isPossible: boolean }) {
  const changes = changesOf(props.before, props.now);
  return (
    <Alert
      color="yellow"
      icon={<IconGitMerge aria-hidden />}
      title="This order was changed meanwhile"
      role="alert"
    >
      <Stack gap="xs">
        <List size="sm" spacing={2}>
          {changes.map((change) => (
            <List.Item key={change}>{change}</List.Item>
          ))}
        </List>
        <Text size="sm">
          {props.isPossible
            ? 'Nothing was sent. What you typed is still here: check it, then send it again.'
            : 'Nothing was sent, and this step is no longer possible. What you typed is still here.'}
        </Text>
      </Stack>
    </Alert>
  );
}

function changesOf(before: Order, now: Order): string[] {
  const money = (order: Order, what: 'paidTotal' | 'refundedTotal') =>
    formatMoney(order[what], order.currency);
  const units = (what: 'fulfilledQuantity' | 'deliveredQuantity') => (order: Order) =>
    String(order.items.reduce((sum, line) => sum + line[what], 0));
  const facts: [label: string, of: (order: Order) => string][] = [
    ['Status', ({ status }) => inWords(status)],
    ['Payment', ({ paymentStatus }) => inWords(paymentStatus)],
    ['Paid', (order) => money(order, 'paidTotal')],
    ['Refunded', (order) => money(order, 'refundedTotal')],
    ['Units fulfilled', units('fulfilledQuantity')],
    ['Units delivered', units('deliveredQuantity')],
  ];
  const changed = facts
    .map(([label, of]) => [label, of(before), of(now)] as const)
    .filter(([, was, is]) => was !== is)
    .map(([label, was, is]) => `${label}: ${was} → ${is}`);
  return changed.length > 0 ? changed : ['Its notes, addresses or other details'];
}
