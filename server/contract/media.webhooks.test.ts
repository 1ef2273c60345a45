/** From an upload to a receiver: media.uploaded and media.processed as a tenant's developer gets them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { FORMATS } from '#kernel/http/body/validation.ts';
import { jpeg } from '../modules/media/testing/images.ts';
import { assetOf, eventsOf, settled, uploaded } from '../modules/media/testing/uploads.ts';
import { openInbox, startWork, subscribe } from '../modules/webhooks/testing/receiver.ts';
import { newTenant, useApp } from '../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const types = (await test.call('GET', '/v1/events/types', { token: tenant.key })).body.data as {
  type: string;
  schema: object;
  example: object;
}[];
const ajv = new Ajv2020({ strict: false, formats: FORMATS });

function assertFits(type: string, data: unknown): void {
  const { schema } = types.find((each) => each.type === type)!;
  // Fields that the schema does not mention must not be there.
  const validate = ajv.compile({ additionalProperties: false, ...schema });
  assert.ok(validate(data), `${type}: ${ajv.errorsText(validate.errors)}`);
}

it('an uploaded image arrives as two verified deliveries that fit the catalogue', async (t) => {
  const inbox = await openInbox(t);
  await subscribe(test, tenant, inbox, ['media.uploaded', 'media.processed']);
  startWork(test, t);
  const fields: [string, string][] = [['alt', 'Boats']];
  const { id } = await uploaded(test, tenant.key, await jpeg(64, 32), { filename: 'boats.jpg', fields });
  await settled(test, tenant.key, id);
  const receipts = await inbox.arrived(2);
  const asset = await assetOf(test, tenant.key, id);
  for (const type of ['media.uploaded', 'media.processed']) {
    const [receipt, ...others] = receipts.filter(({ body }) => body.type === type);
    assert.deepEqual(others, []);
    assert.equal(receipt!.verified, true);
    assert.equal(receipt!.body.tenant_id, tenant.id);
    assertFits(type, receipt!.body.data);
    const { processedAt: _, surrogateKeys: __, ...data } = receipt!.body.data;
    for (const [name, value] of Object.entries(data)) assert.deepEqual(value, asset[name], name);
  }
});

describe('a published event fits the catalogue:', () => {
  for (const type of ['media.uploaded', 'media.processed', 'media.deleted']) {
    it(`${type}, and its example too`, async (t) => {
      startWork(test, t);
      const other = await newTenant(test);
      const { id } = await uploaded(test, other.key, await jpeg(32, 32), {
        fields: [['visibility', 'private']],
      });
      await settled(test, other.key, id);
      await test.call('DELETE', `/v1/media/${id}`, { token: other.key });
      const [data, ...others] = await eventsOf(test, other.id, type);
      assert.deepEqual([data.id, others], [id, []]);
      assertFits(type, data);
      assertFits(type, types.find((each) => each.type === type)!.example);
    });
  }
});
