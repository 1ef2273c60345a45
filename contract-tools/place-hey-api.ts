/** Places an order with the client of @hey-api/openapi-ts. */
import { client } from './generated/hey-api/client.gen';
import { createCustomer, createOrder, fulfillOrder } from './generated/hey-api/sdk.gen';
import type { Order } from './generated/hey-api/types.gen';

export async function placeOrder(baseUrl: string, key: string): Promise<Order> {
  client.setConfig({ baseUrl, auth: key, throwOnError: true });
  const customer = await createCustomer({ body: { name: 'Ada Lovelace' }, throwOnError: true });
  const order = await createOrder({
    body: { customerId: customer.data.data.id, items: [{ sku: 'TEA', name: 'Tea', unitPrice: 4.5 }] },
    throwOnError: true,
  });
  const fulfilled = await fulfillOrder({ path: { id: order.data.data.id }, throwOnError: true });
  return fulfilled.data.data;
}
