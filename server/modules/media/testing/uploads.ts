/** Uploads as clients send them, and their results. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, TestApp } from '../../../testing.ts';

export type Sent = {
  filename?: string;
  /** The type that the client claims. */
  type?: string;
  fields?: [name: string, value: string][];
  headers?: Record<string, string>;
};

/** The form as browsers and HTTP libraries write it. */
export async function formOf(
  bytes: Buffer | string,
  { filename = 'file.bin', type = '', fields = [] }: Sent,
) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(Buffer.from(bytes as string))], { type }), filename);
  const whole = new Response(form);
  return {
    contentType: whole.headers.get('content-type')!,
    body: Buffer.from(await whole.arrayBuffer()),
  };
}

export async function upload(
  test: TestApp,
  token: string,
  bytes: Buffer | string,
  sent: Sent = {},
): Promise<Answer> {
  const { contentType, body } = await formOf(bytes, sent);
  const answer = await test.app.inject({
    method: 'POST',
    url: '/v1/media',
    payload: body,
    headers: { authorization: `Bearer ${token}`, 'content-type': contentType, ...sent.headers },
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    body: answer.body === '' ? undefined : JSON.parse(answer.body),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the asset; a type would say it twice
export type AssetBody = any;

export async function uploaded(
  test: TestApp,
  token: string,
  bytes: Buffer | string,
  sent: Sent = {},
): Promise<AssetBody> {
  const answer = await upload(test, token, bytes, sent);
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
}

export async function assetOf(test: TestApp, token: string, id: string): Promise<AssetBody> {
  const answer = await test.call('GET', `/v1/media/${id}`, { token });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}

/** The asset once it is ready or failed. */
export async function settled(test: TestApp, token: string, id: string): Promise<AssetBody> {
  for (let looks = 0; ; looks++) {
    const asset = await assetOf(test, token, id);
    if (['ready', 'failed'].includes(asset.status)) return asset;
    assert.ok(looks < 1500, `it is still ${asset.status}`);
    await sleep(20);
  }
}

/** The background loops, for as long as the test runs. */
export function startWork(test: TestApp, t: TestContext): void {
  const work = test.startWork();
  t.after(() => work.stop());
}

/** The events of a tenant. */
export async function eventsOf(test: TestApp, tenantId: string, type: string): Promise<AssetBody[]> {
  const { rows } = await test.db.inTenant(tenantId, (tx) =>
    tx.query<{ data: string }>('select data from events where type = $1 order by created_at, id', [type]),
  );
  return rows.map((row) => JSON.parse(row.data));
}
