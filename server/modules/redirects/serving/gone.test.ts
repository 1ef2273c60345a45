/** Pages that are gone: 410, without a target. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openSite } from '../testing/visits.ts';

const test = await useApp();

describe('a page that is gone', () => {
  it('answers 410 without a location, also at the end of a chain and below a prefix', async () => {
    const site = await openSite(test);
    const ask = (method: string, path: string, body?: object) =>
      test.call(method, `/v1/redirects${path}`, { token: site.tenant.key, body });
    const gone = { propertyId: site.id, statusCode: 410 };
    const added = await ask('POST', '', { ...gone, from: '/shut', match: 'prefix' });
    assert.equal(added.status, 201, added.text);
    assert.deepEqual([added.body.data.to, added.body.data.chain], ['', []]);
    await site.add('/old', '/shut/down');
    // Neither is a target of the page that is gone.
    for (const path of ['/', '/down']) await site.add(path, '/elsewhere');
    for (const path of ['/shut', '/shut/down', '/old']) {
      const { status, headers, text } = await site.visit(path);
      assert.deepEqual([status, headers.location, text], [410, undefined, ''], path);
      assert.match(String(headers['cache-control']), /^public, max-age=/);
    }
    const { body } = await ask('GET', `/resolve?propertyId=${site.id}&path=/old`);
    assert.deepEqual([body.data.outcome, body.data.statusCode, body.data.location], ['gone', 410, null]);
    assert.deepEqual(body.data.chain, ['/old', '/shut/down']);
  });

  it('has no target, and a redirect has one: 422 otherwise', async () => {
    const site = await openSite(test);
    const problem = async (body: object, method = 'POST', path = '') => {
      const answer = await test.call(method, `/v1/redirects${path}`, { token: site.tenant.key, body });
      assert.equal(answer.status, 422, answer.text);
      const [{ path: at, code }] = answer.body.error.details;
      return [at, code];
    };
    const from = { propertyId: site.id, from: '/a' };
    assert.deepEqual(await problem({ ...from, to: '/b', statusCode: 410 }), ['to', 'not_allowed']);
    assert.deepEqual(await problem(from), ['to', 'required']);
    const id = await site.add('/a', '/b');
    await site.change(id, { statusCode: 410 });
    assert.equal((await site.visit('/a')).status, 410);
    assert.deepEqual(await problem({ statusCode: 301 }, 'PATCH', `/${id}`), ['to', 'required']);
    await site.change(id, { statusCode: 301, to: '/b' });
    assert.equal((await site.visit('/a')).status, 301);
  });

  it('is exported and imported as it is', async () => {
    const [site, other] = [await openSite(test), await openSite(test)];
    await site.add('/a', '', { statusCode: 410 });
    await site.add('/b', '/c');
    for (const [format, type] of [
      ['csv', 'text/csv'],
      ['ndjson', 'application/x-ndjson'],
    ] as const) {
      const file = await test.call('GET', `/v1/redirects/export?format=${format}`, {
        token: site.tenant.key,
      });
      assert.equal(file.status, 200);
      const answer = await test.call('POST', `/v1/redirects/import?propertyId=${other.id}&existing=replace`, {
        token: other.tenant.key,
        body: file.text,
        headers: { 'content-type': type },
      });
      assert.deepEqual([answer.status, answer.body.data.failed], [200, 0], answer.text);
    }
    assert.deepEqual([(await other.visit('/a')).status, (await other.visit('/b')).status], [410, 301]);
  });
});
