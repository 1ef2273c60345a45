import { Grid, Group, Stack, Text } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useHasRole } from '../../session/use-session.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { Neighbours } from '../../ui/list/neighbours.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { inWords, StatusBadge } from '../../ui/status-badge.tsx';
import { useData } from '../../ui/use-data.ts';
import { absoluteTime } from '../../ui/when.tsx';
import type { Order } from './order.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderAddresses } from './order-addresses.tsx';
import { OrderCustomer } from './order-customer.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderMenu } from './order-menu.tsx';
import { OrderNotes } from './order-notes.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { CHANNELS, paymentToneOf, toneOf } from './states.ts';
import { stepKey } from './use-order-step.ts';

const back = { to: '/orders', label: 'Orders' };

export default function OrderScreen() {
  const { id = '' } = useParams({ strict: false });
  const order = useData('getOrder', { path: { id } }, { refetchInterval: 30_000 });
  if (order.data === undefined) {
    return (
      <Page title="Order" back={back}>
        <Loaded query={order}>{() => null}</Loaded>
      </Page>
    );
  }
  return <OrderPage order={order.data} />;
}

function OrderPage({ order }: { order: Order }) {
  const mayEdit = useHasRole('editor');
  const isSaving = useIsMutating({ mutationKey: stepKey(order.id) }) > 0;
  return (
    <Page
      title={`Order ${order.orderNumber}`}
      back={back}
      description={<Standing order={order} isSaving={isSaving} />}
      actions={
        <>
          <Neighbours list="listOrders" id={order.id} to={(id) => `/orders/${id}`} />
          {mayEdit && <OrderActions order={order} />}
          <OrderMenu order={order} />
        </>
      }
    >
      <Grid gap="lg" data-columns>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            <OrderLines order={order} />
            <OrderTimeline order={order} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="lg">
            <OrderCustomer id={order.customerId} />
            <OrderNotes order={order} mayEdit={mayEdit} />
            <OrderAddresses order={order} mayEdit={mayEdit} />
            {Object.keys(order.metadata).length > 0 && (
              <Panel title="Metadata">
                <CodeBlock label="Metadata as JSON" code={JSON.stringify(order.metadata, null, 2)} />
              </Panel>
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Standing({ order, isSaving }: { order: Order; isSaving: boolean }) {
  const origin = order.channel === null ? '' : ` · ${CHANNELS[order.channel]}`;
  return (
    <Group gap="sm" aria-live="polite">
      <StatusBadge tone={toneOf(order.status)}>{inWords(order.status)}</StatusBadge>
      <StatusBadge tone={paymentToneOf(order.paymentStatus)}>{inWords(order.paymentStatus)}</StatusBadge>
      <Text size="sm">
        {absoluteTime(new Date(order.createdAt))}
        {origin}
      </Text>
      {isSaving && <Text size="sm">Saving …</Text>}
    </Group>
  );
}
