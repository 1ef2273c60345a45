import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { FORMATS } from '#kernel/http/body/validation.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { customerEvents } from './customers.events.ts';

const test = await useApp();
const tenant = await newTenant(test);
const admin = await tenant.staff('admin');
const post = (url: string, body: object = {}) =>
  test.call('POST', `/v1/crm/customers${url}`, { token: admin, body });
const patch = (id: string, body: object) =>
  test.call('PATCH', `/v1/crm/customers/${id}`, { token: admin, body });

let seen = 0;
/** The customer events that were published since the last call. */
async function published(): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { rows } = await test.db.inTenant(tenant.id, (tx) =>
    tx.query<{ type: string; data: string }>(
      `select type, data from events where type like 'customer.%' order by created_at, id offset $1`,
      [seen],
    ),
  );
  seen += rows.length;
  const events = rows.map(({ type, data }) => ({ type, data: JSON.parse(data) }));
  const ajv = new Ajv({ strict: false, formats: FORMATS });
  for (const { type, data } of events) {
    const schema = { ...customerEvents[type]!.schema, additionalProperties: false };
    assert.ok(ajv.validate(schema, data), `${type}: ${ajv.errorsText()}`);
  }
  return events;
}

describe('events about customers', () => {
  it('are published once, as in the catalogue, for create, change, archive and unarchive', async () => {
    const { id, createdAt } = (await post('', { name: 'Ada', email: 'ada@events.example' })).body.data;
    assert.deepEqual(await published(), [
      { type: 'customer.created', data: { id, type: 'person', createdAt } },
    ]);
    const { version, updatedAt } = (await patch(id, { name: 'Ada King', phone: '+442079460958', tags: [] }))
      .body.data;
    const changed = ['name', 'phones'];
    assert.deepEqual(await published(), [
      { type: 'customer.updated', data: { id, changed, version, updatedAt } },
    ]);
    const { archivedAt } = (await post(`/${id}/archive`)).body.data;
    await post(`/${id}/archive`);
    assert.deepEqual(await published(), [{ type: 'customer.archived', data: { id, archivedAt } }]);
    await post(`/${id}/unarchive`);
    await post(`/${id}/unarchive`);
    const back = await published();
    assert.deepEqual(
      [back.length, back[0]!.type, back[0]!.data.changed],
      [1, 'customer.updated', ['archivedAt']],
    );
  });

  it('contain only ids for merge and erase', async () => {
    const [id, from] = [await tenant.customer(), await tenant.customer()];
    await published();
    const mergedAt = (await post(`/${id}/merge`, { from })).body.data.updatedAt;
    await post(`/${id}/merge`, { from });
    assert.deepEqual(await published(), [
      { type: 'customer.merged', data: { id, from, orders: 0, mergedAt } },
    ]);
    const { erasedAt } = (await post(`/${id}/erase`)).body.data;
    const data = { id, mergedIds: [from], orders: 0, erasedAt };
    assert.deepEqual(await published(), [{ type: 'customer.erased', data }]);
  });

  it('report the new company of the people of a merged company', async () => {
    const company = async () => (await post('', { name: 'Tea', type: 'company' })).body.data.id;
    const [id, from] = [await company(), await company()];
    const person = (await post('', { name: 'Ada', companyId: from })).body.data;
    await published();
    const mergedAt = (await post(`/${id}/merge`, { from })).body.data.updatedAt;
    const told = (await published()).sort((one, other) => one.type.localeCompare(other.type));
    assert.deepEqual(told, [
      { type: 'customer.merged', data: { id, from, orders: 0, mergedAt } },
      {
        type: 'customer.updated',
        data: { id: person.id, changed: ['companyId'], version: 2, updatedAt: mergedAt },
      },
    ]);
  });

  it('are not published for a request without changes, a refused one or a dry run', async () => {
    const id = await tenant.customer('Ada');
    await published();
    await patch(id, { name: 'Ada', emails: [], notes: null });
    await patch(id, {});
    assert.equal((await patch(id, { companyId: crypto.randomUUID() })).status, 404);
    await test.call('PATCH', `/v1/crm/customers/${id}?dryRun=true`, { token: admin, body: { name: 'Eve' } });
    assert.deepEqual(await published(), []);
  });

  it('are not available to webhooks', async () => {
    const { data } = (await test.call('GET', '/v1/events/types', { token: tenant.key })).body;
    for (const type of Object.keys(customerEvents)) {
      const entry = data.find((one: { type: string }) => one.type === type);
      assert.deepEqual([entry.topic, entry.subscribable], ['customers', false]);
    }
  });
});
