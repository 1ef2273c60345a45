/** Each content event that tenants may subscribe to: the real operation, a real subscription, a real receiver, one delivery. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { FORMATS } from '#kernel/http/body/validation.ts';
import { openContent } from '../modules/content/testing/content.ts';
import { openInbox, startWork, subscribe } from '../modules/webhooks/testing/receiver.ts';
import { useApp } from '../testing.ts';

const test = await useApp();
const fields = [
  { name: 'title', kind: 'text', required: true },
  { name: 'slug', kind: 'slug', from: 'title' },
];
const content = await openContent(test, { article: fields });
const { tenant, create, change, act, ask } = content;
const catalogue: { type: string; schema: object }[] = (
  await test.call('GET', '/v1/events/types', { token: tenant.key })
).body.data;

const live = async () => act((await create('article', { title: 'Live' })).id, 'publish');
const inAnHour = () => new Date(test.now().getTime() + 3_600_000).toISOString();

/** The operation that publishes the event; returns its entry. */
const OPERATIONS: Record<string, () => Promise<{ id: string; version: number }>> = {
  'content.entry.created': () => create('article', { title: 'New' }),
  'content.entry.updated': async () =>
    change((await create('article', { title: 'New' })).id, { title: 'Newer' }),
  'content.entry.published': live,
  'content.entry.scheduled': async () =>
    act((await create('article', { title: 'Later' })).id, 'schedule', { at: inAnHour() }),
  'content.entry.unpublished': async () => act((await live()).id, 'unpublish'),
  'content.entry.deleted': async () => {
    const entry = await live();
    await ask('DELETE', `/entries/${entry.id}`, 200);
    return entry;
  },
};

describe('a subscriber gets one signed delivery that fits the catalogue:', () => {
  for (const [type, operate] of Object.entries(OPERATIONS)) {
    it(type, async (t) => {
      const inbox = await openInbox(t);
      const subscription = await subscribe(test, tenant, inbox, [type]);
      t.after(() => subscription.remove());
      startWork(test, t);
      const entry = await operate();
      const [receipt] = await inbox.arrived(1);
      assert.ok(receipt!.verified);
      const { body } = receipt!;
      assert.deepEqual([body.type, body.tenant_id], [type, tenant.id]);
      assert.deepEqual(
        [body.data.id, body.data.type, body.data.version, Array.isArray(body.data.changed)],
        [entry.id, 'article', entry.version, true],
      );
      assert.match(String(body.data.slug), /^(new|newer|live|later)(-\d+)?$/);
      const schema = catalogue.find((known) => known.type === type)!.schema;
      const ajv = new Ajv({ strict: false, formats: FORMATS });
      assert.ok(ajv.validate({ ...schema, additionalProperties: false }, body.data), ajv.errorsText());
      await test.call('GET', '/v1/me', { token: tenant.key });
      assert.equal(inbox.receipts.length, 1);
    });
  }
});

it('events on the bus fit the catalogue, also those that cannot be subscribed to', async () => {
  const ajv = new Ajv({ strict: false, formats: FORMATS });
  const events = await content.events('content%');
  const seen = new Set(events.map(({ type }) => type));
  assert.ok(seen.has('content.revision.created') && seen.has('content_type.upserted'));
  for (const { type, data } of events) {
    const schema = catalogue.find((known) => known.type === type)!.schema;
    assert.ok(ajv.validate({ ...schema, additionalProperties: false }, data), `${type}: ${ajv.errorsText()}`);
  }
});
