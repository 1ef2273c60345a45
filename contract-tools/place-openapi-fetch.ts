/** Places an order with the types of openapi-typescript and the client of openapi-fetch. */
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/openapi-typescript/schema.d.ts';

export async function placeOrder(baseUrl: string, key: string): Promise<components['schemas']['Order']> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });
  const customer = await client.POST('/v1/crm/customers', { body: { name: 'Ada Lovelace' } });
  if (customer.data === undefined) throw new Error(customer.error.error.message);
  const order = await client.POST('/v1/crm/orders', {
    body: { customerId: customer.data.data.id, items: [{ sku: 'TEA', name: 'Tea', unitPrice: 4.5 }] },
  });
  if (order.data === undefined) throw new Error(order.error.error.message);
  const { id } = order.data.data;
  // A step without options needs no body.
  const fulfilled = await client.POST('/v1/crm/orders/{id}/fulfill', { params: { path: { id } } });
  if (fulfilled.data === undefined) throw new Error(fulfilled.error.error.message);
  return fulfilled.data.data;
}
