import { Text } from '@mantine/core';
import type { Item } from '../../api.ts';
import type { Column } from '../../ui/data-list.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { inWords } from '../../ui/status-badge.tsx';
import { When } from '../../ui/when.tsx';
import { OrderLink } from './order-link.tsx';

type Movement = Item<'listMovements'>;

const signed = (units: number) => `${units > 0 ? '+' : '−'}${formatNumber(Math.abs(units))}`;

export const movementColumns = (nameOf: (locationId: string) => string): Column<Movement>[] => [
  {
    header: 'What',
    render: ({ kind, at }) => (
      <>
        {inWords(kind)}
        <Text size="xs" c="dimmed" hiddenFrom="xs">
          <When at={at} />
        </Text>
      </>
    ),
  },
  { header: 'When', from: 'xs', isShort: true, render: ({ at }) => <When at={at} /> },
  { header: 'Location', from: 'sm', render: ({ locationId }) => <bdi>{nameOf(locationId)}</bdi> },
  { header: 'Reason', from: 'md', render: (movement) => <Reason movement={movement} /> },
  { header: 'By', from: 'lg', render: ({ by }) => <bdi>{by.name}</bdi> },
  { header: 'Change', align: 'right', render: ({ change }) => signed(change) },
  { header: 'On hand', align: 'right', render: ({ after }) => formatNumber(after) },
];

function Reason({ movement: { orderId, reason } }: { movement: Movement }) {
  if (orderId !== null) return <OrderLink id={orderId} />;
  return <bdi>{reason ?? '–'}</bdi>;
}
