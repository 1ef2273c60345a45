/** Shared by the tests of the catalog: calls of one tenant, and the events that a call published. */
import assert from 'node:assert/strict';
import type { Answer, TestApp, TestTenant } from '../../../testing.ts';

export function catalogOf(test: TestApp, tenant: TestTenant) {
  const call = (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> =>
    test.call(method, `/v1/catalog/${path}`, { token: tenant.key, body, headers });
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the data
  const ask = async (method: string, path: string, body?: unknown, headers = {}): Promise<any> => {
    const answer = await call(method, path, body, headers);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer.body.data;
  };
  const events = async () => {
    const { rows } = await test.db.inTenant(tenant.id, (tx) =>
      tx.query<{ type: string; data: string }>('select type, data from events order by id'),
    );
    return rows.map(({ type, data }) => ({ type, data: JSON.parse(data) }));
  };
  return {
    call,
    ask,
    newProduct: (more: object = {}) => ask('POST', 'products', { title: 'Green tea', ...more }),
    gridOf: (id: string) => ask('GET', `products/${id}/variants`),
    /** The events that the work published, as `type` or with their changed fields. */
    async publishedBy(work: () => Promise<unknown>): Promise<string[]> {
      const before = (await events()).length;
      await work();
      return (await events())
        .slice(before)
        .map(({ type, data }) => (data.changed?.length > 0 ? `${type} ${data.changed.join()}` : type));
    },
    events,
  };
}

/** The problems of a refused request: path and code. */
export const problemsOf = ({ status, body }: Answer, expected = 422): string[] => {
  assert.equal(status, expected, JSON.stringify(body));
  return body.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
};

/** Variants of one product in every size. */
export const sizes = (prefix: string, values: string[], more: object = {}) =>
  values.map((size) => ({ sku: `${prefix}-${size}`, optionValues: [size], ...more }));
