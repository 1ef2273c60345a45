/** Shared by the tests of content: a tenant with types, and short functions to make, change and read entries. */
import assert from 'node:assert/strict';
import { type Answer, newTenant, type TestApp, type TestTenant } from '../../../testing.ts';

export const ARTICLE = [
  { name: 'title', kind: 'text', required: true, maxLength: 200 },
  { name: 'slug', kind: 'slug', from: 'title' },
  { name: 'body', kind: 'markdown' },
  { name: 'price', kind: 'number' },
  { name: 'tags', kind: 'list', of: { kind: 'text' } },
  { name: 'author', kind: 'reference', types: ['person'] },
  { name: 'photo', kind: 'media' },
];
export const PERSON = [{ name: 'name', kind: 'text', required: true }];

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects; a type would say it twice
type Json = any;

export type ContentStage = {
  tenant: TestTenant;
  /** Sends a request with the tenant's key, and expects this status. */
  ask(
    method: string,
    path: string,
    expected: number,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  putType(name: string, fields: object[], more?: object): Promise<Json>;
  create(type: string, fields: object, more?: object): Promise<Json>;
  get(id: string): Promise<Json>;
  change(id: string, fields: object): Promise<Json>;
  act(id: string, action: string, body?: object): Promise<Json>;
  /** The id of a new asset. */
  asset(visibility?: 'public' | 'private'): Promise<string>;
  /** The id of a new property with this name. */
  property(name: string): Promise<string>;
  /** Events of these types, oldest first. */
  events(pattern?: string): Promise<{ type: string; data: Json }[]>;
};

export async function openContent(
  test: TestApp,
  types: Record<string, object[]> = {},
): Promise<ContentStage> {
  const tenant = await newTenant(test);
  const ask: ContentStage['ask'] = async (method, path, expected, body, headers) => {
    // Each call has its own time, so that events are in order.
    test.advance(1);
    const answer = await test.call(method, `/v1/content${path}`, { token: tenant.key, body, headers });
    assert.equal(answer.status, expected, `${method} ${path}: ${answer.text}`);
    return answer;
  };
  const dataOf = async (answer: Promise<Answer>) => (await answer).body.data;
  const stage: ContentStage = {
    tenant,
    ask,
    putType: (name, fields, more) =>
      dataOf(ask('PUT', `/types/${name}`, 200, { title: name, fields, ...more })),
    create: (type, fields, more) => dataOf(ask('POST', '/entries', 201, { type, fields, ...more })),
    get: (id) => dataOf(ask('GET', `/entries/${id}`, 200)),
    change: (id, fields) => dataOf(ask('PATCH', `/entries/${id}`, 200, { fields })),
    act: (id, action, body) => dataOf(ask('POST', `/entries/${id}/${action}`, 200, body)),
    async asset(visibility = 'public') {
      const form = new FormData();
      form.append('visibility', visibility);
      form.append('file', new Blob([crypto.randomUUID()]), 'note.txt');
      const whole = new Response(form);
      const answer = await test.app.inject({
        method: 'POST',
        url: '/v1/media',
        payload: Buffer.from(await whole.arrayBuffer()),
        headers: {
          authorization: `Bearer ${tenant.key}`,
          'content-type': whole.headers.get('content-type')!,
        },
      });
      assert.equal(answer.statusCode, 201, answer.body);
      return answer.json().data.id;
    },
    async property(name) {
      const answer = await test.call('POST', '/v1/properties', { token: tenant.key, body: { name } });
      assert.equal(answer.status, 201, answer.text);
      return answer.body.data.id;
    },
    async events(pattern = 'content%') {
      const { rows } = await test.db.inTenant(tenant.id, (tx) =>
        tx.query<{ type: string; data: string }>(
          'select type, data from events where type like $1 order by created_at, type, id',
          [pattern],
        ),
      );
      return rows.map(({ type, data }) => ({ type, data: JSON.parse(data) }));
    },
  };
  for (const [name, fields] of Object.entries(types)) await stage.putType(name, fields);
  return stage;
}

/** The paths and codes of a 422. */
export const problemsOf = (answer: Answer): string[][] =>
  answer.body.error.details.map(({ path, code }: { path: string; code: string }) => [path, code]);
