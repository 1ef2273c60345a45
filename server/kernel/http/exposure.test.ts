import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { useApp } from '../../testing.ts';
import { createOperations } from './health.ts';
import { assertFailure } from './testing/failure.ts';

const development = await useApp();
const production = await useApp({ MODE: 'production', PUBLIC_URL: 'https://api.example' });
const operations = await createOperations(production.kernel);
after(() => operations.close());

it('in production the port of the API reports whether it is ready, and no figures', async () => {
  const ready = await production.call('GET', '/readyz');
  assert.deepEqual(
    [ready.status, ready.body.data.status, ready.body.data.backlog],
    [200, 'ready', undefined],
  );
  assertFailure(await production.call('GET', '/metrics'), 404, 'not_found');
  assert.equal((await production.call('GET', '/healthz')).status, 200);
  assert.ok(Array.isArray((await development.call('GET', '/readyz')).body.data.backlog));
  assert.equal((await development.call('GET', '/metrics')).status, 200);
});

it('METRICS_PORT serves health and metrics, and nothing else', async () => {
  const ask = (url: string) => operations.inject({ url });
  assert.equal((await ask('/healthz')).statusCode, 200);
  assert.ok(Array.isArray((await ask('/readyz')).json().data.backlog));
  assert.match((await ask('/metrics')).body, /^colonnade_backlog_oldest_seconds/m);
  for (const url of ['/v1/me', '/', '/docs']) assert.equal((await ask(url)).statusCode, 404, url);
});

it('browsers are told to use https alone, once the public address is https', async () => {
  const hsts = 'strict-transport-security';
  assert.equal((await production.call('GET', '/healthz')).headers[hsts], 'max-age=31536000');
  assert.equal((await production.call('GET', '/v1/me')).headers[hsts], 'max-age=31536000');
  assert.equal((await development.call('GET', '/healthz')).headers[hsts], undefined);
});

it('the documents send no referrer to other sites', async () => {
  assert.equal((await production.call('GET', '/docs')).headers['referrer-policy'], 'no-referrer');
});
