import { Alert, Button, Group, Text } from '@mantine/core';
import { IconCashRegister } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../ui/formats.ts';
import { When } from '../../ui/when.tsx';
import type { Home } from './home.ts';

type Paying = NonNullable<Home['checkouts']>['paying'];

/** Checkouts whose money came and whose orders have not been placed yet. A worker places them; staff learn that it takes long. */
export function PayingCheckouts({ paying: { count, isMore, oldest } }: { paying: Paying }) {
  if (oldest === null) return null;
  return (
    <Alert color="yellow" icon={<IconCashRegister aria-hidden />} title="Paid, being completed">
      <Group justify="space-between" align="flex-start">
        <Text size="sm">
          {count === 1
            ? 'A checkout waits'
            : `${formatNumber(count)}${isMore ? ' and more' : ''} checkouts wait`}{' '}
          for {count === 1 ? 'its order' : 'their orders'}, since <When at={oldest.since} />. They are tried
          again all the time; nothing is lost.
        </Text>
        <Button component={Link} to={`/carts/${oldest.cartId}`} size="xs" variant="default">
          {count === 1 ? 'Open cart' : 'Open the oldest'}
        </Button>
      </Group>
    </Alert>
  );
}
