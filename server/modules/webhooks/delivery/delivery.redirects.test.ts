/** The redirect events that producers really publish, as a subscriber receives them. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Ajv } from 'ajv';
import { FORMATS } from '#kernel/http/body/validation.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { openInbox, startWork, subscribe } from '../testing/receiver.ts';

const test = await useApp();

it('redirect.added and redirect.removed are delivered once each, verified, with data that matches the catalogue', async (t) => {
  const tenant = await newTenant(test);
  const call = (method: string, url: string, body?: object) =>
    test.call(method, url, { token: tenant.key, body });
  const inbox = await openInbox(t);
  await subscribe(test, tenant, inbox, ['redirect.added', 'redirect.removed']);
  startWork(test, t);
  const activeUntil = '2999-01-01T00:00:00.000Z';
  const input = {
    from: '/old',
    to: 'https://other.example/',
    match: 'prefix',
    statusCode: 308,
    activeUntil,
    notes: 'Moved',
  };
  const added = (await call('POST', '/v1/redirects', input)).body.data;
  const changed = (await call('PATCH', `/v1/redirects/${added.id}`, { to: '/newer' })).body.data;
  await call('DELETE', `/v1/redirects/${added.id}`);
  const receipts = await inbox.arrived(4);
  assert.ok(receipts.every(({ verified }) => verified));
  const told = receipts
    .map(({ body: { type, data } }) => JSON.stringify([type, { ...data, removedAt: undefined }]))
    .sort();
  const expected = [
    ['redirect.added', added],
    ['redirect.added', changed],
    ['redirect.removed', added],
    ['redirect.removed', changed],
  ];
  assert.deepEqual(told, expected.map((each) => JSON.stringify(each)).sort());

  const { data: catalogue } = (await call('GET', '/v1/events/types')).body;
  const ajv = new Ajv({ strict: false, formats: FORMATS });
  for (const { body } of receipts) {
    const { schema } = catalogue.find((entry: { type: string }) => entry.type === body.type);
    const fits = ajv.compile({ ...schema, additionalProperties: false });
    assert.ok(fits(body.data), JSON.stringify(fits.errors));
  }
});
