import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startNameServer } from '#kernel/testing/name-server.ts';
import { newTenant, type TestTenant, useApp } from '../../testing.ts';
import { domainOfHost, normalDomain } from './domains.ts';

const names = await startNameServer();
after(() => names.close());
const test = await useApp({
  DNS_SERVERS: names.address,
  MODE: 'production',
  PUBLIC_URL: 'https://api.example',
});

const call = (by: TestTenant, method: string, url: string, body?: object) =>
  test.call(method, url, { token: by.key, body });
async function newSite(by: TestTenant, domain: string): Promise<string> {
  const answer = await call(by, 'POST', '/v1/properties', { name: 'Shop', domains: [domain] });
  assert.equal(answer.status, 201, answer.text);
  const { id } = answer.body.data;
  await call(by, 'POST', '/v1/redirects', { propertyId: id, from: '/old', to: `/of-${id}` });
  return id;
}
const verify = async (by: TestTenant, id: string) =>
  (await call(by, 'POST', `/v1/properties/${id}/verify`)).body.data as Record<string, unknown>[];
const publishProof = (domain: string, id: string) =>
  names.records.set(`_colonnade.${domain}`, [`property=${id}`]);
const servedBy = async (host: string) =>
  (await test.call('GET', '/old', { headers: { host } })).headers.location;

describe('a domain', () => {
  it('is served once its DNS names the property; before, the answer says which record to write', async () => {
    const tenant = await newTenant(test);
    const domain = 'shop-one.example';
    const id = await newSite(tenant, domain);
    const record = { type: 'TXT', name: `_colonnade.${domain}`, value: `property=${id}` };
    const open = [{ domain, verified: false, verifiedAt: null, record }];
    assert.deepEqual((await call(tenant, 'GET', `/v1/properties/${id}/domains`)).body.data, open);
    assert.deepEqual(await verify(tenant, id), open);
    assert.equal(await servedBy(domain), undefined);
    names.records.set(record.name, ['v=spf1 -all', record.value]);
    const [proved] = await verify(tenant, id);
    assert.deepEqual([proved!.verified, typeof proved!.verifiedAt], [true, 'string']);
    assert.equal(await servedBy(domain), `/of-${id}`);
  });

  it('may be listed by any tenant, which neither learns whose it is nor gets its visitors', async () => {
    const [owner, stranger] = [await newTenant(test), await newTenant(test)];
    const id = await newSite(owner, 'shop-two.example');
    publishProof('shop-two.example', id);
    await verify(owner, id);
    const theirs = await newSite(stranger, 'shop-two.example');
    const free = await newSite(stranger, 'nobodys.example');
    const [taken, unproved] = [await verify(stranger, theirs), await verify(stranger, free)];
    assert.deepEqual([taken[0]!.verified, unproved[0]!.verified], [false, false]);
    assert.equal(await servedBy('shop-two.example'), `/of-${id}`);
  });

  it('that was sold is served for the property that proves it now, and no longer for the former one', async () => {
    const [seller, buyer] = [await newTenant(test), await newTenant(test)];
    const [before, now] = [await newSite(seller, 'sold.example'), await newSite(buyer, 'sold.example')];
    publishProof('sold.example', before);
    await verify(seller, before);
    publishProof('sold.example', now);
    await Promise.all([verify(buyer, now), verify(buyer, now)]);
    assert.equal(await servedBy('sold.example'), `/of-${now}`);
    const [left] = (await call(seller, 'GET', `/v1/properties/${before}/domains`)).body.data;
    assert.equal(left.verified, false);
    await call(buyer, 'PATCH', `/v1/properties/${now}`, { domains: [] });
    assert.equal(await servedBy('sold.example'), undefined);
  });

  it('keeps its proof when others are added', async () => {
    const tenant = await newTenant(test);
    const id = await newSite(tenant, 'kept.example');
    publishProof('kept.example', id);
    await verify(tenant, id);
    await call(tenant, 'PATCH', `/v1/properties/${id}`, { domains: ['www.kept.example', 'kept.example'] });
    const shown = (await call(tenant, 'GET', `/v1/properties/${id}/domains`)).body.data;
    assert.deepEqual(
      shown.map(({ domain, verified }: Record<string, unknown>) => [domain, verified]),
      [
        ['www.kept.example', false],
        ['kept.example', true],
      ],
    );
  });

  it('without a public DNS is proved in development only', async () => {
    const tenant = await newTenant(test);
    assert.equal((await verify(tenant, await newSite(tenant, 'shop.test')))[0]!.verified, false);
  });

  it('is recorded in the audit log when it is proved', async () => {
    const tenant = await newTenant(test);
    const id = await newSite(tenant, 'audited.example');
    publishProof('audited.example', id);
    await verify(tenant, id);
    const token = await tenant.staff('owner');
    const { body } = await test.call('GET', `/v1/audit-log?subjectId=${id}`, { token });
    assert.deepEqual(
      body.data.map((entry: { action: string }) => entry.action),
      ['property.verified', 'property.created'],
    );
  });
});

describe('the spelling of a domain', () => {
  const SPELLINGS: Record<string, string | undefined> = {
    'Shop.Example.COM': 'shop.example.com',
    'shop.example.com.': 'shop.example.com',
    ' shop.example ': 'shop.example',
    'b\u00fccher.example': 'xn--bcher-kva.example',
    'my_shop.example': 'my_shop.example',
    'shop.example:8080': undefined,
    'https://shop.example': undefined,
    'shop.example/path': undefined,
    'user@shop.example': undefined,
    localhost: undefined,
    '127.0.0.1': undefined,
    '0x7f.1': undefined,
    '[::1]': undefined,
    '-shop.example': undefined,
    'a..b': undefined,
    '*.shop.example': undefined,
    '': undefined,
  };
  for (const [given, normal] of Object.entries(SPELLINGS)) {
    it(`${JSON.stringify(given)} is ${normal ?? 'none'}`, () => assert.equal(normalDomain(given), normal));
  }

  it('in a Host header is normalised like a stored one; an IP address or a bare name is never looked up', () => {
    assert.equal(domainOfHost('Shop.Example:8080'), 'shop.example');
    for (const host of ['127.0.0.1:80', '[::1]:80', 'localhost:80', '', 'a b.example']) {
      assert.equal(domainOfHost(host), undefined, host);
    }
  });

  it('in a Host header costs nothing to refuse, however long it is', () => {
    const host = `shop.${'a'.repeat(16_000)}!`;
    const started = performance.now();
    for (let request = 0; request < 10; request++) assert.equal(domainOfHost(host), undefined);
    const took = performance.now() - started;
    assert.ok(took < 500, `ten such requests kept everybody waiting for ${took.toFixed()} ms`);
  });
});
