/** Uploads imports and waits for their results, for tests. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, TestApp } from '../../../testing.ts';

export async function upload(
  test: TestApp,
  token: string,
  file: string | Buffer,
  { query = '', type = 'text/csv', headers = {} } = {},
): Promise<Answer> {
  const answer = await test.app.inject({
    method: 'POST',
    url: `/v1/crm/imports${query}`,
    payload: file,
    headers: { authorization: `Bearer ${token}`, 'content-type': type, ...headers },
  });
  const body = answer.body === '' ? undefined : JSON.parse(answer.body);
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, body };
}

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the import; a type would say it twice
type Finished = any;

export async function finished(
  test: TestApp,
  token: string,
  id: string,
  path = '/v1/crm/imports',
): Promise<Finished> {
  for (let looks = 0; ; looks++) {
    const { data } = (await test.call('GET', `${path}/${id}`, { token })).body;
    if (data.finishedAt !== null) return data;
    assert.ok(looks < 1500, `the import is not over: ${JSON.stringify(data)}`);
    await sleep(10);
  }
}

export type ImportError = { row: number; field: string; code: string; message: string };

export async function errorsOf(test: TestApp, token: string, id: string): Promise<ImportError[]> {
  const answer = await test.call('GET', `/v1/crm/imports/${id}/errors?format=ndjson`, { token });
  assert.equal(answer.status, 200, answer.text);
  return linesOf(answer.text);
}

/** Returns the orders with these numbers, in that order. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the orders; a type would say it twice
export async function ordersOf(test: TestApp, token: string, numbers: string[]): Promise<any[]> {
  const { text } = await test.call('GET', '/v1/crm/orders/export?format=ndjson', { token });
  const all = new Map(linesOf<{ orderNumber: string }>(text).map((order) => [order.orderNumber, order]));
  return numbers.map((number) => all.get(number) ?? assert.fail(`there is no order ${number}`));
}

const linesOf = <T>(text: string): T[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
