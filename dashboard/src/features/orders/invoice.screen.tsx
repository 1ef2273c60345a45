import { formatPrice } from '../../ui/formats.ts';
import { Money } from '../../ui/money.tsx';
import type { Order } from './order.ts';
import classes from './order-document.module.css';
import { OrderDocument } from './order-document.tsx';

export default function Invoice() {
  return (
    <OrderDocument title="Invoice" kind="invoice">
      {(order) => <Charges order={order} />}
    </OrderDocument>
  );
}

function Charges({ order }: { order: Order }) {
  const { currency, items } = order;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  const sums: [label: string, amount: number, isShown: boolean][] = [
    ['Subtotal', order.subtotal, true],
    ['Discount', -order.discountTotal, order.discountTotal > 0],
    ['Shipping', order.shippingTotal, order.shippingTotal > 0],
    ['Tax', order.taxTotal, true],
    ['Total', order.total, true],
    ['Paid', -order.paidTotal, order.paidTotal > 0],
    ['Refunded', order.refundedTotal, order.refundedTotal > 0],
    ['To be paid', order.balance, true],
  ];
  return (
    <>
      <table className={classes.lines} aria-label="Lines">
        <thead>
          <tr>
            <th>Product</th>
            <th>Quantity</th>
            <th>Price</th>
            <th>Amount</th>
          </tr>
        </thead>
        <tbody>
          {items.map((line) => (
            <tr key={line.line}>
              <td>
                <bdi>{line.name}</bdi>
                <small>{line.sku}</small>
              </td>
              <td>{line.quantity}</td>
              <td>{formatPrice(line.unitPrice, currency)}</td>
              <td>{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={classes.sums} aria-label="Totals">
        {sums
          .filter(([, , isShown]) => isShown)
          .map(([label, amount]) => (
            <div key={label} data-strong={label === 'Total' || label === 'To be paid' || undefined}>
              <dt>{label}</dt>
              <dd>{money(amount)}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}
