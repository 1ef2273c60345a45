import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openSite } from '../testing/visits.ts';

const test = await useApp({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://app.colonnade.example' });
const site = await openSite(test);
await site.add('/sign-in', 'https://evil.example/phish?a="><script>', { statusCode: 302 });
await site.add('/old', '/new');
const open = (path: string) =>
  test.call('GET', `/r/${site.id}${path}`, { headers: { accept: 'text/html,*/*;q=0.8' } });

describe('a redirect', () => {
  it('under our own host name shows a browser its target on a page, instead of redirecting it', async () => {
    const { status, headers, text } = await open('/sign-in');
    assert.deepEqual([status, headers.location], [200, undefined]);
    assert.match(text, /This link leads to evil\.example/);
    assert.doesNotMatch(text, /<script|http-equiv/);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
    assert.equal(headers['x-robots-tag'], 'noindex, nofollow');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers.vary, 'accept');
    assert.equal((await open('/old')).status, 200);
  });

  it('under our own host name gives a program the address, to follow by itself', async () => {
    const { status, headers } = await site.visit('/sign-in');
    assert.deepEqual([status, new URL(String(headers.location)).host], [302, 'evil.example']);
  });

  it("under the site's own host name redirects at once", async () => {
    const headers = { accept: 'text/html', host: site.domain };
    const { status } = await test.call('GET', '/sign-in', { headers });
    assert.equal(status, 302);
  });
});

it('X-Forwarded-Host does not select a site, whatever proxy passes it on', async () => {
  for (const path of ['/', '/sign-in', '/old']) {
    const { headers } = await test.call('GET', path, {
      headers: { host: 'app.colonnade.example', 'x-forwarded-host': site.domain, accept: 'text/html' },
    });
    assert.equal(headers.location, undefined, path);
  }
  const inside = { host: site.domain, 'x-forwarded-host': 'app.colonnade.example' };
  assert.equal((await test.call('GET', '/old', { headers: inside })).status, 301);
  const foreign = await test.call('POST', '/v1/auth/refresh', {
    headers: {
      host: 'app.colonnade.example',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
    },
  });
  assert.equal(foreign.status, 403);
});
