import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newId } from '#kernel/id.ts';
import { epochOf, messageOf, PARTITIONS, partitionOf, streamName, subjectOf } from './message.ts';

const event = {
  position: 7n,
  id: newId(),
  tenant_id: newId(),
  type: 'order.paid',
  created_at: new Date('2030-01-31T12:00:00.000Z'),
  data: '{"total":1.0,"method":"Ada","big":12345678901234567890}',
};
const none = new Map();

describe('a message of the stream', () => {
  it('has the data exactly as stored, including the spelling of numbers', () => {
    assert.equal(
      messageOf(event, none, 10_000),
      `{"id":"${event.id}","type":"order.paid","tenantId":"${event.tenant_id}","createdAt":"2030-01-31T12:00:00.000Z","position":7,"data":${event.data}}`,
    );
  });

  it('has null for fields that an erasure removes, since no erasure reaches a stream', () => {
    const { data } = JSON.parse(messageOf(event, new Map([['order.paid', ['method', 'tracking']]]), 10_000));
    assert.deepEqual([data.method, data.total, 'tracking' in data], [null, 1, false]);
  });

  it('over the limit of the server comes without its data and says so', () => {
    const { id, data, isDataLeftOut } = JSON.parse(messageOf(event, none, 100));
    assert.deepEqual([id, data, isDataLeftOut], [event.id, null, true]);
  });

  it('has a subject with the partition of its tenant, always the same one', () => {
    const subject = subjectOf('main', 2, event);
    assert.equal(subject, `colonnade.main.2.${partitionOf(event.tenant_id)}.${event.tenant_id}.order.paid`);
    assert.equal(partitionOf('01920000-0000-7000-8000-000000000003'), 15);
  });

  it('lands in every partition about equally often', () => {
    const counts = new Array(PARTITIONS).fill(0);
    for (let n = 0; n < 16_000; n++) counts[partitionOf(newId())]++;
    assert.ok(
      counts.every((count) => count > 800 && count < 1_200),
      String(counts),
    );
  });
});

it('the epoch of a stream is read from its name, and from no other installation’s', () => {
  assert.equal(epochOf('main', streamName('main', 12)), 12);
  assert.equal(epochOf('main', streamName('main-2', 12)), null);
  assert.equal(epochOf('main', 'events-main-0'), null);
});
