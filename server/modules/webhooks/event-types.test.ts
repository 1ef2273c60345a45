import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { FORMATS } from '#kernel/http/body/validation.ts';
import { newTenant, useApp } from '../../testing.ts';

const OPERATIONAL =
  'content.pages.changed content.release.published media.changed webhook.subscription.disabled webhook.subscription.failing webhook.subscription.recovered';
/** The event types of the interface document, copied from there. */
const SUBSCRIBABLE = `content.entry.created content.entry.updated content.entry.published content.entry.scheduled
  content.entry.unpublished content.entry.deleted media.uploaded media.processed redirect.added redirect.removed`;
const INTERNAL = `tenant.created template.install template.installed template.install_failed content.revision.created
  content_type.upserted media.deleted search.entity.changed product.created product.updated product.deleted
  variant.created variant.updated variant.deleted inventory.adjusted inventory.low inventory.depleted cart.created
  cart.updated cart.abandoned cart.recovered checkout.started checkout.completed checkout.expired order.placed
  order.paid order.fulfilled order.delivered order.cancelled order.refunded order.payment_failed subscription.created
  subscription.renewed subscription.payment_failed subscription.paused subscription.resumed subscription.cancelled
  return.requested return.approved return.received return.refunded review.submitted review.published review.flagged
  provider.installed provider.uninstalled provider.health_changed giftcard.issued giftcard.redeemed
  accountcredit.granted accountcredit.spent configuration.requested configuration.quoted configuration.accepted
  email.send email.domain.verified`;
/** The event types that Colonnade adds. */
const OURS =
  'customer.created customer.updated customer.merged customer.archived customer.erased webhook.batch';
const words = (text: string) => text.split(/\s+/).sort();

type Entry = {
  type: string;
  topic: string;
  description: string;
  subscribable: boolean;
  schema: object;
  example: object;
};

const test = await useApp();
const tenant = await newTenant(test);
const { status, body } = await test.call('GET', '/v1/events/types', { token: tenant.key });
const entries: Entry[] = body.data;

describe('GET /v1/events/types', () => {
  it('lists every type of the interface document and ours, and which of them webhooks carry', () => {
    assert.equal(status, 200);
    const typesWhere = (subscribable: boolean) =>
      entries
        .filter((entry) => entry.subscribable === subscribable)
        .map((entry) => entry.type)
        .sort();
    assert.deepEqual(typesWhere(true), words(`${SUBSCRIBABLE} ${OPERATIONAL}`));
    assert.deepEqual(typesWhere(false), words(`${INTERNAL} ${OURS}`));
  });

  it('has the topic of each type, the schema of its data, and a valid example', () => {
    const ajv = new Ajv({ strict: false, formats: FORMATS });
    for (const entry of entries) {
      const keys = ['description', 'example', 'schema', 'subscribable', 'topic', 'type'];
      assert.deepEqual(Object.keys(entry).sort(), keys, entry.type);
      assert.match(entry.topic, /^[a-z_]+$/);
      assert.ok(ajv.validate(entry.schema, entry.example), `${entry.type}: ${ajv.errorsText()}`);
    }
  });

  it('has a description of each subscribable type', () => {
    for (const entry of entries.filter((one) => one.subscribable))
      assert.match(entry.description, /^[A-Z].+\.$/);
  });

  it('has an example that is not empty for each published type', () => {
    const published = entries.filter(({ topic }) => ['content', 'redirects', 'orders'].includes(topic));
    for (const { type } of published) {
      const entry = entries.find((one) => one.type === type)!;
      assert.ok(Object.keys(entry.example).length > 0, type);
    }
  });

  it('needs a valid token and no other right', async () => {
    const path = '/v1/events/types';
    assert.equal((await test.call('GET', path, { token: await tenant.staff('viewer') })).status, 200);
    assert.equal((await test.call('GET', path, { token: await tenant.keyWith('read:crm') })).status, 200);
    assert.equal((await test.call('GET', path)).status, 401);
  });
});
