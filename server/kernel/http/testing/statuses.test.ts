/** The check that every test app makes at its end: codes that the contract lacks are found. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, startApp, useApp } from '../../../testing.ts';
import { undeclaredCodes, withSeenCodes } from './statuses.ts';

const test = await useApp();

describe('the answers of a test app', () => {
  it('are within the contract if their codes are in that of their route', () => {
    const known = ['GET /v1/crm/orders/:id not_found', 'POST /v1/crm/orders/:id/cancel invalid_transition'];
    assert.deepEqual(undeclaredCodes(test.app, new Set(known)), []);
  });

  it('are named if the contract lists their status with other codes alone', () => {
    const wrong = 'POST /v1/crm/orders/:id/cancel order_number_taken';
    assert.deepEqual(undeclaredCodes(test.app, new Set([wrong])), [wrong]);
  });

  it('are noted by route and code, whatever refuses the request', async () => {
    const seen = new Set<string>();
    const { fastify } = await import('fastify');
    const app = await withSeenCodes(seen, async () => fastify());
    const body = (code: string) => JSON.stringify({ success: false, error: { code, message: 'No.' } });
    await app.register(async (inner) => {
      inner.get('/things/:id', (_request, reply) => reply.code(409).send(body('conflict')));
      inner.addHook('onRequest', async (request, reply) => {
        if (request.url.endsWith('/no')) return reply.code(401).send(body('unauthorized'));
      });
      inner.get('/fine', () => body('conflict'));
    });
    for (const url of ['/things/1', '/things/no', '/fine', '/elsewhere']) await app.inject({ url });
    await app.inject({ method: 'HEAD', url: '/things/1' });
    await app.close();
    assert.deepEqual([...seen], ['GET /things/:id conflict', 'GET /things/:id unauthorized']);
  });

  it('fail the file whose app gives a code that its route lacks, also if the route has the status', async (t) => {
    const { test, close } = await startApp();
    const { key: token } = await newTenant(test);
    const route = test.app.routeList.find(({ method, url }) => `${method} ${url}` === 'POST /v1/redirects')!;
    route.schema = { ...route.schema, fails: ['order_number_taken'] };
    const redirect = { token, body: { from: '/old', to: '/new' } };
    await test.call('POST', '/v1/redirects', redirect);
    assert.equal((await test.call('POST', '/v1/redirects', redirect)).body.error.code, 'conflict');
    const printed = t.mock.method(console, 'error', () => {});
    const before = process.exitCode;
    await close();
    const after = process.exitCode;
    process.exitCode = before;
    assert.equal(after, 1);
    assert.deepEqual(printed.mock.calls[0]!.arguments[1], ['POST /v1/redirects conflict']);
  });
});
