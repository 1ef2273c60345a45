import type { Order } from './order.ts';
import classes from './order-document.module.css';
import { OrderDocument } from './order-document.tsx';

export default function PackingSlip() {
  return (
    <OrderDocument title="Packing slip" kind="packing-slip">
      {(order) => <Contents order={order} />}
    </OrderDocument>
  );
}

/** The units to pack, without prices: the parcel may be a present. */
function Contents({ order: { items, customerNote } }: { order: Order }) {
  return (
    <>
      <table className={classes.lines} aria-label="Lines">
        <thead>
          <tr>
            <th>Product</th>
            <th>Ordered</th>
            <th>To pack</th>
            <th>Packed</th>
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
              <td>{line.quantity - line.fulfilledQuantity}</td>
              <td className={classes.box} aria-label="To be ticked by hand" />
            </tr>
          ))}
        </tbody>
      </table>
      {customerNote !== null && (
        <section className={classes.note}>
          <h3>Note of the customer</h3>
          <p dir="auto">{customerNote}</p>
        </section>
      )}
    </>
  );
}
