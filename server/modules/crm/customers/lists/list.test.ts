import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const other = await newTenant(test);

const create = async (body: object, token = tenant.key) => {
  test.advance(1_000);
  const answer = await test.call('POST', '/v1/crm/customers', { token, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
};
const list = async (query: string, token = tenant.key) => {
  const answer = await test.call('GET', `/v1/crm/customers?${query}`, { token });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const names = async (query: string, token = tenant.key) =>
  (await list(query, token)).data.map((customer: { name: string }) => customer.name);

const engines = await create({ type: 'company', name: 'Analytical Engines', tags: ['b2b'] });
const ada = await create({
  name: 'Ada Lovelace',
  emails: ['ada@work.example', 'ada@home.example'],
  phones: ['+442079460958'],
  externalId: 'ERP 42',
  tags: ['vip', 'tea'],
  companyId: engines.id,
});
await create({ name: 'José Ångström', tags: ['vip'] });
await create({ name: 'Ada Lovelace', emails: ['ada@work.example'], tags: ['vip'] }, other.key);

describe('the list of customers', () => {
  it('is filtered by type, tag, e-mail, phone, reference, company and time of creation', async () => {
    const cases: Record<string, string[]> = {
      'type=company': ['Analytical Engines'],
      'tag=vip': ['José Ångström', 'Ada Lovelace'],
      'tag=vip&type=company': [],
      'tag=vi': [],
      'email=ADA@home.example': ['Ada Lovelace'],
      'email=nobody@home.example': [],
      'phone=%2B44%2020%207946%200958': ['Ada Lovelace'],
      'phone=+442079460958': ['Ada Lovelace'],
      'externalId=ERP%2042': ['Ada Lovelace'],
      'externalId=erp%2042': [],
      [`companyId=${engines.id}`]: ['Ada Lovelace'],
      [`createdFrom=${ada.createdAt}`]: ['José Ångström', 'Ada Lovelace'],
      [`createdTo=${ada.createdAt}`]: ['Analytical Engines'],
    };
    for (const [query, expected] of Object.entries(cases))
      assert.deepEqual(await names(query), expected, query);
  });

  it('is searched by words of names, e-mails, phones and references', async () => {
    const cases: Record<string, string[]> = {
      'q=love': ['Ada Lovelace'],
      'q=ANGSTROM jose': ['José Ångström'],
      'q=home.example': [],
      'q=ada@home': ['Ada Lovelace'],
      'q=020 7946': ['Ada Lovelace'],
      'q=erp 42': ['Ada Lovelace'],
      'q=a': ['José Ångström', 'Ada Lovelace', 'Analytical Engines'],
      'q=a&tag=tea': ['Ada Lovelace'],
      'q=%25': [],
      'q=\u{10ffff}': [],
    };
    for (const [query, expected] of Object.entries(cases)) {
      assert.deepEqual(await names(encodeURI(query).replace('%2525', '%25')), expected, query);
    }
  });

  it('finds references that look like phone numbers, and names with any apostrophe', async () => {
    await create({ name: 'Sinéad O’Brien', externalId: '2024/00123' });
    for (const q of ['2024/00123', '2024/001', '00123', "O'Brien", 'O’Brien', "sinead o'b"]) {
      assert.deepEqual(await names(`q=${encodeURIComponent(q)}`), ['Sinéad O’Brien'], q);
    }
    assert.deepEqual(await names('q=2024%2F00124'), []);
  });

  it('follows changes: new words are found, old ones are not', async () => {
    const { id } = await create({ name: 'Before', tags: ['early'] });
    const body = { name: 'Afterwards', tags: ['late'] };
    await test.call('PATCH', `/v1/crm/customers/${id}`, { token: tenant.key, body });
    assert.deepEqual([await names('q=before'), await names('tag=early')], [[], []]);
    assert.deepEqual([await names('q=afterw'), await names('tag=late')], [['Afterwards'], ['Afterwards']]);
  });

  it('comes in pages, also for a search, and they do not shift when customers are added', async () => {
    for (let index = 0; index < 5; index++) await create({ name: `Paged ${index}` });
    const first = await list('q=paged&limit=2');
    await create({ name: 'Paged late' });
    const second = await list(`q=paged&limit=2&cursor=${first.pagination.nextCursor}`);
    const third = await list(`q=paged&limit=2&cursor=${second.pagination.nextCursor}`);
    const seen = [first, second, third].flatMap(({ data }) => data.map(({ name }: { name: string }) => name));
    assert.deepEqual(seen, ['Paged 4', 'Paged 3', 'Paged 2', 'Paged 1', 'Paged 0']);
    assert.equal(third.pagination.hasMore, false);
  });

  it('shows a tenant only its own customers, for every filter', async () => {
    for (const query of ['tag=vip', 'email=ada@work.example', 'q=ada']) {
      assert.deepEqual(await names(query, other.key), ['Ada Lovelace'], query);
    }
    assert.deepEqual(await names('phone=442079460958', other.key), []);
  });

  it('refuses meaningless filters', async () => {
    for (const query of [
      'type=robot',
      'email=x',
      'phone=123',
      'archived=maybe',
      'createdFrom=yesterday',
      'q=',
    ]) {
      const answer = await test.call('GET', `/v1/crm/customers?${query}`, { token: tenant.key });
      assert.deepEqual(
        [answer.status, answer.body.error.details[0].path],
        [422, query.split('=')[0]],
        answer.text,
      );
    }
  });
});
