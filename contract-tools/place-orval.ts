/** Places an order with the client of orval. */
import { createCustomer, createOrder, fulfillOrder } from './generated/orval/client';
import type { Order } from './generated/orval/models';

export async function placeOrder(baseUrl: string, key: string): Promise<Order> {
  process.env.API_URL = baseUrl;
  const options = { headers: { authorization: `Bearer ${key}` } };
  const customer = await createCustomer({ name: 'Ada Lovelace' }, undefined, options);
  if (customer.status !== 201) throw new Error(customer.data.error.message);
  const items = [{ sku: 'TEA', name: 'Tea', unitPrice: 4.5 }];
  const order = await createOrder({ customerId: customer.data.data.id, items }, undefined, options);
  if (order.status !== 201) throw new Error(order.data.error.message);
  const fulfilled = await fulfillOrder(order.data.data.id, {}, undefined, options);
  if (fulfilled.status !== 200) throw new Error(fulfilled.data.error.message);
  return fulfilled.data.data;
}
