import { Alert, Anchor, Button, Group, List, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { useHasRole } from '../../session/use-session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { formatNumber } from '../../ui/formats.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import classes from '../../ui/ui.module.css';
import { LIVE, useAction, useData, useList } from '../../ui/use-data.ts';
import { When } from '../../ui/when.tsx';
import { type Cart, CartState, CheckoutState, type ListedCheckout } from './cart-state.tsx';
import { CheckoutTimeline, type Methods } from './checkout-timeline.tsx';
import { RecoveryLinkButton } from './recovery-link.tsx';

export default function CartScreen() {
  const { id = '' } = useParams({ strict: false });
  const cart = useData('getCart', { path: { id } }, { refetchInterval: LIVE });
  return (
    <Page
      title={cart.data?.email ?? 'Cart'}
      back={{ to: '/carts', label: 'Carts' }}
      description={cart.data && <CartState state={cart.data.state} />}
      actions={cart.data?.state === 'abandoned' && <RecoveryLinkButton cartId={id} />}
    >
      <Loaded query={cart}>
        {(data) => (
          <Stack gap="lg">
            <Contents cart={data} />
            <Checkouts cartId={id} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Contents({ cart }: { cart: Cart }) {
  const { lines, totals, currency, problems, discountCodes, customerId } = cart;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  return (
    <Panel title="Contents">
      {problems.length > 0 && cart.state !== 'completed' && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Stops a checkout">
          <List size="sm">
            {problems.map(({ code, message, lineKey }) => (
              <List.Item key={`${code} ${lineKey ?? ''}`}>{message}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Table.ScrollContainer minWidth={0}>
        <Table aria-label="Lines of the cart" className={classes.inCard}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Product</Table.Th>
              <Table.Th ta="right">Units</Table.Th>
              <Table.Th ta="right" visibleFrom="xs">
                Unit price
              </Table.Th>
              <Table.Th ta="right">Amount</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.key}>
                <Table.Td>
                  <LineName line={line} />
                </Table.Td>
                <Table.Td ta="right">{formatNumber(line.quantity)}</Table.Td>
                <Table.Td ta="right" visibleFrom="xs">
                  {line.unitPrice === null ? '–' : money(line.unitPrice)}
                </Table.Td>
                <Table.Td ta="right">{line.amount === null ? '–' : money(line.amount)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Facts
        facts={[
          ['Subtotal', money(totals.subtotal)],
          ...(totals.discount > 0 ? [['Discount', money(totals.discount)] as [string, React.ReactNode]] : []),
          ['Total without shipping', money(totals.total)],
          ...(discountCodes.length > 0
            ? [['Codes', discountCodes.map(({ code }) => code).join(', ')] as [string, string]]
            : []),
          ['Last change', <When key="at" at={cart.updatedAt} />],
        ]}
      />
      {customerId && (
        <Anchor component={Link} to={`/customers/${customerId}`} size="sm">
          Open the customer
        </Anchor>
      )}
    </Panel>
  );
}

const LineName = ({ line: { productId, name, sku, available } }: { line: Cart['lines'][number] }) => (
  <>
    {productId === null ? (
      <Text span inherit c="dimmed">
        No longer sold
      </Text>
    ) : (
      <Anchor component={Link} to={`/products/${productId}`} size="sm">
        <bdi>{name}</bdi>
      </Anchor>
    )}
    <Text size="xs" c="dimmed">
      <bdi>{sku}</bdi>
      {!available && ' · not enough in stock'}
    </Text>
  </>
);

function Checkouts({ cartId }: { cartId: string }) {
  const { rows } = useList('listCheckouts', { query: { cartId, limit: 50 } }, { refetchInterval: LIVE });
  const methods = useData('getCheckoutSettings', {}).data?.paymentMethods ?? [];
  return (
    <Panel
      title="Checkouts"
      description="A checkout reserves the stock of the cart for a while, and becomes an order once it is settled."
    >
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          The shopper has not started a checkout.
        </Text>
      ) : (
        <Stack gap="xl">
          {rows.map((checkout) => (
            <CheckoutSteps key={checkout.id} checkout={checkout} methods={methods} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

function CheckoutSteps({ checkout, methods }: { checkout: ListedCheckout; methods: Methods }) {
  return (
    <Stack gap="sm" role="group" aria-label={`Checkout, ${checkout.state}`}>
      <Group justify="space-between">
        <CheckoutState state={checkout.state} />
        {checkout.state === 'open' && <CheckoutActions id={checkout.id} />}
      </Group>
      <CheckoutTimeline checkout={checkout} methods={methods} />
    </Stack>
  );
}

function CheckoutActions({ id }: { id: string }) {
  const mayEdit = useHasRole('editor');
  const path = { id };
  const options = (successMessage: string) => ({
    invalidates: ['listCheckouts', 'getCart', 'listCarts', 'listOrders'] as ('listCarts' | 'getCart')[],
    successMessage,
  });
  const complete = useAction(() => api.completeCheckout({ path, body: {} }), options('The order is placed'));
  const expire = useAction(() => api.expireCheckout({ path }), options('The stock is released'));
  if (!mayEdit) return null;
  return (
    <Group gap="sm">
      <Button
        variant="default"
        size="xs"
        onClick={() =>
          confirm({
            title: 'Release the stock?',
            children: 'The checkout ends. The cart stays, and the shopper may start another one.',
            action: 'Release the stock',
            run: () => expire.mutateAsync(undefined),
          })
        }
      >
        Release the stock
      </Button>
      <Button
        size="xs"
        onClick={() =>
          confirm({
            title: 'Place the order?',
            children: 'For a shopper who asks you to: the order is placed unpaid, at the total of now.',
            action: 'Place the order',
            run: () => complete.mutateAsync(undefined),
          })
        }
      >
        Place the order
      </Button>
    </Group>
  );
}
