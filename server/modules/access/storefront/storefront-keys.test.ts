import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { withSecondApp } from '../testing/people.ts';

const test = await useApp();
const tenant = await newTenant(test);
const token = await tenant.staff('admin');
const newProperty = async (): Promise<string> =>
  (await test.call('POST', '/v1/properties', { token, body: { name: 'Tea shop', locales: ['en', 'de'] } }))
    .body.data.id;
const propertyId = await newProperty();
const create = (body: object = { label: 'Web', propertyId }, by = token) =>
  test.call('POST', '/v1/storefront-keys', { token: by, body });
const newKey = async (of = propertyId): Promise<{ id: string; key: string }> =>
  (await create({ label: 'Web', propertyId: of })).body.data;
const shop = (key: string) => test.call('GET', '/v1/storefront/shop', { token: key });
const auditOf = async (subjectId: string): Promise<string[]> => {
  const { body } = await test.call('GET', `/v1/audit-log?subjectId=${subjectId}`, { token });
  return body.data.map(({ action }: { action: string }) => action);
};

describe('a storefront key', () => {
  it('opens the shop of its property: name, site, currencies, languages, time', async () => {
    const { key } = await newKey();
    assert.match(key, /^pk_live_[0-9A-Za-z]{8}$/);
    const { status, body } = await shop(key);
    assert.equal(status, 200);
    const { time, ...rest } = body.data;
    assert.equal(typeof time, 'string');
    assert.deepEqual(rest, {
      name: tenant.slug,
      property: { id: propertyId, name: 'Tea shop' },
      currencies: ['USD'],
      locales: ['en', 'de'],
      locale: null,
      timeZone: 'UTC',
    });
  });

  it('is created by admins, and never by an API key', async () => {
    assert.equal((await create(undefined, await tenant.staff('editor'))).status, 403);
    assert.equal((await create(undefined, tenant.key)).status, 403);
    assert.equal((await create()).status, 201);
  });

  it('that is revoked gets 401 on its next request, in this process and in any other', async () => {
    const { id, key } = await newKey();
    await withSecondApp(test, async (other) => {
      const elsewhere = async () => {
        const headers = { authorization: `Bearer ${key}` };
        return (await other.inject({ url: '/v1/storefront/shop', headers })).statusCode;
      };
      assert.deepEqual([(await shop(key)).status, await elsewhere()], [200, 200]);
      const revoked = await test.call('DELETE', `/v1/storefront-keys/${id}`, { token });
      assert.deepEqual(revoked.body.data, { id, deleted: true });
      assert.deepEqual([await elsewhere(), (await shop(key)).status], [401, 401]);
    });
    const listed = await test.call('GET', '/v1/storefront-keys?state=revoked', { token });
    assert.ok(listed.body.data.some((entry: { id: string }) => entry.id === id));
    assert.deepEqual(await auditOf(id), ['storefront_key.revoked', 'storefront_key.created']);
  });

  it('keeps working under another label, which the audit log records once', async () => {
    const { id, key } = await newKey();
    const rename = (headers = {}) =>
      test.call('PATCH', `/v1/storefront-keys/${id}`, { token, body: { label: 'Blog' }, headers });
    assert.equal((await rename({ 'if-match': '"7"' })).status, 412);
    const { body, headers } = await rename({ 'if-match': '"1"' });
    assert.deepEqual([body.data.label, body.data.version, headers.etag], ['Blog', 2, '"2"']);
    await rename();
    assert.equal((await shop(key)).status, 200);
    assert.deepEqual(await auditOf(id), ['storefront_key.renamed', 'storefront_key.created']);
  });

  it('follows a change of the tenant at once', async () => {
    const { key } = await newKey();
    assert.equal((await shop(key)).body.data.currencies[0], 'USD');
    await test.call('PATCH', '/v1/tenant', { token, body: { currency: 'EUR' } });
    assert.equal((await shop(key)).body.data.currencies[0], 'EUR');
    await test.call('PATCH', '/v1/tenant', { token, body: { currency: 'USD' } });
  });

  it('is no API key: no list of API keys shows it, and no other route takes it', async () => {
    const { id, key } = await newKey();
    const { body } = await test.call('GET', '/v1/api-keys?limit=100', { token });
    assert.ok(!JSON.stringify(body).includes(id));
    assert.equal((await test.call('GET', `/v1/api-keys/${id}`, { token })).status, 404);
    for (const url of ['/v1/me', '/v1/properties', '/v1/crm/orders', '/v1/storefront-keys']) {
      assert.equal((await test.call('GET', url, { token: key })).status, 401, url);
    }
  });

  it('with another letter, another length or a secret behind it is unknown', async () => {
    const { key } = await newKey();
    const other = key.at(-1) === 'x' ? 'y' : 'x';
    for (const wrong of [
      key.slice(0, -1) + other,
      key.slice(0, -1),
      `${key}x`,
      `${key}_x`,
      'pk_live_',
      'pk_',
    ]) {
      assert.equal((await shop(wrong)).status, 401, wrong);
    }
    assert.equal((await shop(key)).status, 200);
  });

  it('has the time of its last use', async () => {
    const { id, key } = await newKey();
    await shop(key);
    const lastUsed = async () =>
      (await test.call('GET', `/v1/storefront-keys/${id}`, { token })).body.data.lastUsedAt;
    for (let looks = 0; (await lastUsed()) === null; looks++) {
      assert.ok(looks < 300, 'written within some seconds');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
});

describe('a property', () => {
  it('is not deleted while a storefront key of it works; the refusal names the key', async () => {
    const site = await newProperty();
    const { id } = await newKey(site);
    const remove = () => test.call('DELETE', `/v1/properties/${site}`, { token });
    const refused = await remove();
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'conflict']);
    assert.deepEqual(refused.body.error.details.usedBy, [
      { what: 'storefront keys', count: 1, first: ['Web'] },
    ]);
    await test.call('DELETE', `/v1/storefront-keys/${id}`, { token });
    assert.equal((await remove()).status, 200);
    assert.equal((await test.call('GET', `/v1/storefront-keys/${id}`, { token })).status, 404);
  });

  it('that becomes the default is the shop of servers from the next request on', async () => {
    const shopOf = async () => (await shop(tenant.key)).body.data.property.id;
    assert.equal(await shopOf(), propertyId);
    const site = await newProperty();
    await test.call('PATCH', `/v1/properties/${site}`, { token, body: { isDefault: true } });
    assert.equal(await shopOf(), site);
    await test.call('PATCH', `/v1/properties/${propertyId}`, { token, body: { isDefault: true } });
    assert.equal(await shopOf(), propertyId);
  });
});
