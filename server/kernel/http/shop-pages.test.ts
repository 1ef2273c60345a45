import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { useApp } from '../../testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'colonnade-shop-'));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Shop</title>');
writeFileSync(join(folder, 'assets/index-abc.js'), 'let one;');

const CONFIG = { key: 'pk_live_AbCdEf12', mediaUrl: '/media/1' };
const test = await useApp({}, undefined, null, { folder, findShop: async () => CONFIG });
const get = (url: string) => test.app.inject({ method: 'GET', url });

describe('the pages of the shop', () => {
  it('are one page at every path below /shop/', async () => {
    for (const url of ['/shop/', '/shop/en', '/shop/de/products/sencha?x=1']) {
      const answer = await get(url);
      assert.deepEqual(
        [answer.statusCode, answer.headers['content-type'], answer.body],
        [200, 'text/html; charset=utf-8', '<!doctype html><title>Shop</title>'],
        url,
      );
    }
    const answer = await get('/shop');
    assert.deepEqual([answer.statusCode, answer.headers.location], [308, '/shop/']);
  });

  it('admit no script, style or picture but those of the server', async () => {
    const policy = String((await get('/shop/')).headers['content-security-policy']);
    assert.deepEqual(policy.match(/(script|style|img|default|connect)-src [^;]+/g), [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
    ]);
    assert.match(policy, /frame-ancestors 'none'/);
  });

  it('get their key from the server, and files that may be cached for ever', async () => {
    const config = await get('/shop/config.json');
    assert.deepEqual([config.json(), config.headers['cache-control']], [CONFIG, 'no-store']);
    const script = await get('/shop/assets/index-abc.js');
    assert.deepEqual([script.statusCode, script.body], [200, 'let one;']);
    assert.match(String(script.headers['cache-control']), /immutable/);
    assert.equal((await get('/shop/assets/index-old.js')).statusCode, 404);
  });
});

it('a server without a built shop has no such pages', async () => {
  const other = await useApp();
  assert.equal((await other.call('GET', '/shop/')).status, 404);
  assert.equal((await other.call('GET', '/shop/config.json')).status, 404);
});
