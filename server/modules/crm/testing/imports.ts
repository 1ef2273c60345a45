/** Files sent as imports, and waiting for what becomes of them. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, TestApp } from '../../../testing.ts';

export function upload(
  test: TestApp,
  token: string,
  file: string,
  { query = '', type = 'text/csv', headers = {} } = {},
): Promise<Answer> {
  return test.call('POST', `/v1/crm/imports${query}`, {
    token,
    body: file,
    headers: { 'content-type': type, ...headers },
  });
}

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the import; a type would say it twice
export async function finished(test: TestApp, token: string, id: string): Promise<any> {
  for (let looks = 0; ; looks++) {
    const { data } = (await test.call('GET', `/v1/crm/imports/${id}`, { token })).body;
    if (data.finishedAt !== null) return data;
    assert.ok(looks < 1000, `the import is not over: ${JSON.stringify(data)}`);
    await sleep(10);
  }
}
