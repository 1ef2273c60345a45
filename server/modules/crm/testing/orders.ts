/** A tenant with orders to work on, for tests. */
import assert from 'node:assert/strict';
import {
  type Answer,
  type CallOptions,
  newTenant,
  type TestApp,
  type TestTenant,
  useApp,
} from '../../../testing.ts';

export type OrderEvent = { type: string; data: Record<string, unknown> };

export type OrderStage = {
  test: TestApp;
  tenant: TestTenant;
  customerId: string;
  /** Places an order and returns its id: two teas for 4.50 and a cup for 3, unless `more` overrides it. */
  place(more?: object): Promise<string>;
  get(id: string): Promise<Answer>;
  act(
    id: string,
    action: string,
    body?: unknown,
    options?: CallOptions & { query?: string },
  ): Promise<Answer>;
  /** Runs the action and asserts that it succeeded. */
  done(id: string, action: string, body?: unknown): Promise<Answer['body']>;
  /** The events of the order since it was placed, in the order of its versions. */
  eventsOf(id: string): Promise<OrderEvent[]>;
  timeline(id: string, query?: string): Promise<Answer>;
};

export async function useOrders(): Promise<OrderStage> {
  const test = await useApp();
  const tenant = await newTenant(test);
  const customerId = await tenant.customer();
  const token = tenant.key;
  const items = [
    { sku: 'TEA', name: 'Green tea', quantity: 2, unitPrice: 4.5 },
    { sku: 'CUP', name: 'Cup', unitPrice: 3 },
  ];
  const act: OrderStage['act'] = (id, action, body, { query = '', ...options } = {}) =>
    test.call('POST', `/v1/crm/orders/${id}/${action}${query}`, { token, body, ...options });
  return {
    test,
    tenant,
    customerId,
    async place(more = {}) {
      const answer = await test.call('POST', '/v1/crm/orders', {
        token,
        body: { customerId, items, ...more },
      });
      assert.equal(answer.status, 201, answer.text);
      return answer.body.data.id;
    },
    get: (id) => test.call('GET', `/v1/crm/orders/${id}`, { token }),
    act,
    async done(id, action, body) {
      const answer = await act(id, action, body);
      assert.ok(answer.status < 300, answer.text);
      return answer.body.data;
    },
    async eventsOf(id) {
      const { rows } = await test.db.inTenant(tenant.id, (tx) =>
        tx.query<{ type: string; data: string }>(
          `select type, data from events where data ->> 'id' = $1 and type <> 'order.placed'
           order by (data ->> 'version')::int, type`,
          [id],
        ),
      );
      return rows.map(({ type, data }) => ({ type, data: JSON.parse(data) }));
    },
    timeline: (id, query = '') => test.call('GET', `/v1/crm/orders/${id}/timeline${query}`, { token }),
  };
}
