import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, type TestTenant, useApp } from '../../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const admin = await tenant.staff('admin');

const get = (url: string, token = admin) => test.call('GET', url, { token });
const patch = (body: object, token = admin, headers: Record<string, string> = {}, query = '') =>
  test.call('PATCH', `/v1/tenant${query}`, { token, body, headers });
const auditOf = async (of: TestTenant, action: string) =>
  (await get(`/v1/audit-log?action=${action}`, await of.staff('admin'))).body.data;

const SETTINGS = {
  timeZone: 'Asia/Kathmandu',
  currency: 'KWD',
  locale: 'ar-KW',
  address: { line1: 'شارع الخليج 1', city: 'Kuwait', country: 'KW' },
  taxNumber: 'KW 123',
};

describe('the settings of a tenant', () => {
  it('begin with UTC and dollars, and nothing else', async () => {
    const { body, headers } = await get('/v1/tenant', tenant.key);
    const { timeZone, currency, locale, address, taxNumber, logoAssetId, version } = body.data;
    assert.deepEqual(
      [timeZone, currency, locale, address, taxNumber, logoAssetId, version, headers.etag],
      ['UTC', 'USD', null, null, null, null, 1, '"1"'],
    );
  });

  it('are changed by an admin, and every later answer about a caller has them', async () => {
    const shop = await newTenant(test);
    const token = await shop.staff('admin');
    const { status, body, headers } = await patch(SETTINGS, token);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.data.version, headers.etag, body.data.name], [2, '"2"', shop.slug]);
    for (const [name, value] of Object.entries(SETTINGS)) assert.deepEqual(body.data[name], value, name);
    for (const caller of [shop.key, token]) {
      const { timeZone, currency, locale } = (await get('/v1/me', caller)).body.data.tenant;
      assert.deepEqual([timeZone, currency, locale], ['Asia/Kathmandu', 'KWD', 'ar-KW']);
    }
    const [entry] = await auditOf(shop, 'tenant.settings_changed');
    assert.deepEqual(entry.details, {
      fields: ['timeZone', 'currency', 'locale', 'address', 'taxNumber'],
      from: { timeZone: 'UTC', currency: 'USD', locale: null },
      to: { timeZone: 'Asia/Kathmandu', currency: 'KWD', locale: 'ar-KW' },
    });
    const cleared = await patch({ locale: null, address: null, taxNumber: null }, token);
    assert.deepEqual(
      [cleared.body.data.locale, cleared.body.data.address, cleared.body.data.taxNumber],
      [null, null, null],
    );
    assert.equal(cleared.body.data.timeZone, 'Asia/Kathmandu');
  });

  it('get the spelling of their names, and the same ones again change nothing', async () => {
    const shop = await newTenant(test);
    const token = await shop.staff('admin');
    const { body } = await patch({ timeZone: 'europe/BERLIN', locale: 'DE-de' }, token);
    assert.deepEqual([body.data.timeZone, body.data.locale], ['Europe/Berlin', 'de-DE']);
    const again = await patch({ timeZone: 'Europe/Berlin', address: { line1: ' ' } }, token);
    assert.deepEqual([again.body.data.version, again.body.data.address], [2, null]);
  });

  it('that are wrong are named all at once', async () => {
    const wrong = {
      timeZone: ['Mars/Olympus', '+05:30', 'UTC+3', 'posix/../..', ''],
      currency: ['usd', 'XXX', 'EURO', null],
      locale: ['zz-ZZ-', 'xx', 'de_DE', 'a'.repeat(36)],
      address: ['here', { line1: 'x'.repeat(201) }],
      taxNumber: ['', 'x'.repeat(51)],
      logoAssetId: ['logo', crypto.randomUUID()],
    };
    for (const [path, values] of Object.entries(wrong)) {
      for (const value of values) {
        const { status, body } = await patch({ [path]: value });
        assert.equal(status, 422, `${path} ${value}`);
        assert.ok(body.error.details[0].path.startsWith(path), `${path} ${value}`);
      }
    }
    const { body } = await patch({ timeZone: 'Nowhere', locale: 'xx', logoAssetId: crypto.randomUUID() });
    assert.deepEqual(
      body.error.details.map((problem: { path: string }) => problem.path),
      ['timeZone', 'locale', 'logoAssetId'],
    );
  });

  it('are not overwritten by someone who has not seen the latest, and a dry run changes none', async () => {
    const shop = await newTenant(test);
    const token = await shop.staff('admin');
    const dry = await patch({ currency: 'EUR' }, token, {}, '?dryRun=true');
    assert.deepEqual([dry.status, dry.body.data.currency], [200, 'EUR']);
    assert.equal((await patch({ currency: 'EUR' }, token, { 'if-match': '"1"' })).status, 200);
    const late = await patch({ currency: 'GBP' }, token, { 'if-match': '"1"' });
    assert.deepEqual([late.status, late.headers.etag], [412, '"2"']);
    assert.equal((await get('/v1/tenant', token)).body.data.currency, 'EUR');
  });

  it('are not for editors or keys to change', async () => {
    for (const token of [tenant.key, await tenant.staff('editor')])
      assert.equal((await patch({ currency: 'EUR' }, token)).status, 403);
  });
});

describe('PATCH /v1/me', () => {
  const change = (body: object, token: string) => test.call('PATCH', '/v1/me', { token, body });

  it('changes the name and the formats of the member, and records the new name', async () => {
    const viewer = await tenant.staff('viewer');
    const { status, body } = await change({ name: 'عائشة', locale: 'de-de' }, viewer);
    assert.deepEqual([status, body.data.actor.name, body.data.actor.locale], [200, 'عائشة', 'de-DE']);
    const { actor } = (await get('/v1/me', viewer)).body.data;
    assert.deepEqual([actor.name, actor.locale], ['عائشة', 'de-DE']);
    const [entry] = await auditOf(tenant, 'staff.renamed');
    assert.deepEqual([entry.subject.id, entry.details.to], [actor.id, 'عائشة']);
    assert.equal((await change({ locale: null }, viewer)).body.data.actor.locale, null);
    // Two changes at the same moment keep each other's field.
    await Promise.all([change({ name: 'Both' }, viewer), change({ locale: 'ja' }, viewer)]);
    const both = (await get('/v1/me', viewer)).body.data.actor;
    assert.deepEqual([both.name, both.locale], ['Both', 'ja']);
  });

  it('is refused to keys, and refuses a language that is unknown and a name that is empty', async () => {
    assert.equal((await change({ name: 'Key' }, tenant.key)).status, 403);
    for (const body of [{ locale: 'xx' }, { name: '' }, { name: 'x'.repeat(101) }, {}])
      assert.equal((await change(body, admin)).status, 422);
  });
});
