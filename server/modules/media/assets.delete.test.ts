import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { Actor } from '#kernel/auth/actor.ts';
import { createServer } from '#kernel/http/server.ts';
import { newTenant, useApp } from '../../testing.ts';
import { assetRoutes } from './assets.routes.ts';
import type { Usage } from './assets.ts';
import { assetsExist } from './module.ts';
import { eventsOf, uploaded } from './testing/uploads.ts';

const test = await useApp();
const tenant = await newTenant(test);
const token = tenant.key;
const newAsset = () => uploaded(test, token, randomBytes(20));

describe('deleting an asset', () => {
  const actor = {
    ...{ type: 'staff', id: crypto.randomUUID(), name: 'Ada', role: 'owner', scopes: null, sessionId: null },
    tenant: {
      id: tenant.id,
      name: 'x',
      slug: 'x',
      modules: ['media'],
      timeZone: 'UTC',
      currency: 'USD',
      locale: null,
    },
  } as Actor;
  /** The same routes, with these usages. */
  const serverWith = async (usedBy: Usage[]) => {
    const app = await createServer({ ...test.kernel, identify: async () => actor });
    assetRoutes(
      app,
      test.kernel.clock,
      test.kernel.config,
      async () => usedBy,
      async () => {},
    );
    after(() => app.close());
    return (method: 'GET' | 'DELETE', url: string) =>
      app.inject({ method, url, headers: { authorization: 'Bearer x' } });
  };

  it('that is used gets 409, which names the usages, and keeps it', async () => {
    const { id } = await newAsset();
    const usedBy = ['One', 'Two', 'Three', 'Four'].map((title, n) => ({
      type: 'entry',
      id: String(n),
      title,
    }));
    const ask = await serverWith(usedBy);
    const answer = await ask('DELETE', `/v1/media/${id}`);
    assert.equal(answer.statusCode, 409);
    const { code, message, details } = answer.json().error;
    assert.equal(code, 'conflict');
    assert.equal(message, 'This asset is used by “One”, “Two”, “Three” and 1 more. Remove it there first.');
    assert.deepEqual(details, { usedBy });
    assert.deepEqual((await ask('GET', `/v1/media/${id}/usage`)).json().data, usedBy);
    assert.equal((await test.call('GET', `/v1/media/${id}`, { token })).status, 200);
  });

  it('removes it at once, with one event', async () => {
    const { id, filename } = await newAsset();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => test.call('DELETE', `/v1/media/${id}`, { token })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404, 404, 404]);
    assert.equal((await test.call('GET', `/v1/media/${id}`, { token })).status, 404);
    const told = (await eventsOf(test, tenant.id, 'media.deleted')).filter((data) => data.id === id);
    const { deletedAt, ...data } = told[0]!;
    assert.deepEqual(
      [told.length, data],
      [1, { id, kind: 'other', type: 'application/octet-stream', filename }],
    );
    assert.ok(Math.abs(Date.parse(String(deletedAt)) - test.now().getTime()) < 5_000);
  });

  it('waits for a transaction that is saving a reference to it', async () => {
    const { id } = await newAsset();
    const missing = crypto.randomUUID();
    let deleting: Promise<{ status: number }> | undefined;
    await test.db.inTenant(tenant.id, async (tx) => {
      assert.deepEqual(await assetsExist(tx, [id, missing]), [id]);
      deleting = test.call('DELETE', `/v1/media/${id}`, { token });
      const first = await Promise.race([deleting, new Promise((resolve) => setTimeout(resolve, 100))]);
      assert.equal(first, undefined);
    });
    assert.equal((await deleting!).status, 200);
  });
});
