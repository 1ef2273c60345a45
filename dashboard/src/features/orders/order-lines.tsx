import { Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatPrice } from '../../ui/formats.ts';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import frame from '../../ui/ui.module.css';
import { LineName, Reserved } from './line-stock.tsx';
import type { Line, Order } from './order.ts';
import classes from './orders.module.css';
import { useProductsOf, useReserved, useShort } from './use-line-stock.ts';

/** The lines of an order with their fulfilment, and the totals. */
export function OrderLines({ order }: { order: Order }) {
  const { currency } = order;
  const skus = order.items.map(({ sku }) => sku);
  const productOf = useProductsOf(skus);
  const reservedOf = useReserved(order.id);
  const shortOf = useShort(skus);
  return (
    <Panel title="Lines">
      <Table.ScrollContainer minWidth={0}>
        <Table verticalSpacing="xs" horizontalSpacing="xs" aria-label="Lines" className={frame.inCard}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Product</Table.Th>
              <Table.Th visibleFrom="xs">Done</Table.Th>
              <Table.Th ta="right" visibleFrom="xs">
                Quantity
              </Table.Th>
              <Table.Th ta="right" visibleFrom="xs">
                Price
              </Table.Th>
              <Table.Th ta="right">Amount</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {order.items.map((line) => (
              <Table.Tr key={line.line}>
                <Table.Td className={classes.product}>
                  <LineName line={line} product={productOf(line)} />
                  <Text size="xs" c="dimmed">
                    <bdi>{line.sku}</bdi>
                    {line.description !== null && (
                      <>
                        {' · '}
                        <bdi>{line.description}</bdi>
                      </>
                    )}
                  </Text>
                  <Reserved line={line} units={reservedOf(line.sku)} short={shortOf(line.sku)} />
                  <Text size="xs" c="dimmed" hiddenFrom="xs">
                    {line.quantity} × <UnitPrice price={line.unitPrice} currency={currency} /> ·{' '}
                    {progressOf(line)}
                  </Text>
                </Table.Td>
                <Table.Td visibleFrom="xs">
                  <Text size="sm" c="dimmed">
                    {progressOf(line)}
                  </Text>
                </Table.Td>
                <Table.Td ta="right" visibleFrom="xs">
                  {line.quantity}
                </Table.Td>
                <Table.Td ta="right" visibleFrom="xs">
                  <UnitPrice price={line.unitPrice} currency={currency} />
                </Table.Td>
                <Table.Td ta="right">
                  <Money amount={line.amount} currency={currency} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Totals order={order} />
    </Panel>
  );
}

function progressOf({ quantity, fulfilledQuantity: fulfilled, deliveredQuantity: delivered }: Line): string {
  if (delivered === quantity) return 'Delivered';
  if (fulfilled === 0) return 'Open';
  const sent = fulfilled === quantity ? 'Fulfilled' : `${fulfilled} of ${quantity} fulfilled`;
  return delivered === 0 ? sent : `${sent}, ${delivered} delivered`;
}

/** A price may have more decimals than the currency: 0.0035 is not 0.00. */
function UnitPrice({ price, currency }: { price: number; currency: string }) {
  return <span className={classes.figure}>{formatPrice(price, currency)}</span>;
}

function Totals({ order }: { order: Order }) {
  const { currency } = order;
  const rows: [label: string, amount: number, isStrong?: boolean][] = [
    ['Subtotal', order.subtotal],
    ...(order.discountTotal > 0 ? [['Discount', -order.discountTotal] as [string, number]] : []),
    ['Shipping', order.shippingTotal],
    ['Tax', order.taxTotal],
    ['Total', order.total, true],
    ...(order.paidTotal > 0 ? [['Paid', order.paidTotal] as [string, number]] : []),
    ...(order.refundedTotal > 0 ? [['Refunded', -order.refundedTotal] as [string, number]] : []),
    ['To be paid', order.balance, order.balance > 0],
  ];
  return (
    <Stack component="dl" gap={6} className={classes.totals} aria-label="Totals">
      {rows.map(([label, amount, isStrong]) => (
        <Sum key={label} label={label} isStrong={isStrong}>
          <Money amount={amount} currency={currency} />
        </Sum>
      ))}
    </Stack>
  );
}

export function Sum(props: { label: string; isStrong?: boolean; children: ReactNode }) {
  const weight = props.isStrong ? 600 : 400;
  return (
    <div className={classes.sum}>
      <Text component="dt" size="sm" fw={weight} c={props.isStrong ? undefined : 'dimmed'}>
        {props.label}
      </Text>
      <Text component="dd" size="sm" fw={weight} m={0}>
        {props.children}
      </Text>
    </div>
  );
}
