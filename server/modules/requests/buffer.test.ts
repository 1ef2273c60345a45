import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RequestBuffer } from './buffer.ts';
import { Levels } from './levels.ts';
import type { LoggedRequest } from './record.ts';

const row = (tenantId: string, bytes: number) => ({ tenantId, bytes }) as LoggedRequest;

describe('the buffer of the request log', () => {
  it("drops a flood's own requests when it is full, and never those of another tenant", () => {
    const buffer = new RequestBuffer(1_000);
    for (let n = 0; n < 4; n++) assert.equal(buffer.add(row('quiet', 100)), 0);
    let dropped = 0;
    for (let n = 0; n < 500; n++) dropped += buffer.add(row('flood', 10 + (n % 90)));
    // Large rows of one tenant count as much as many small ones of another.
    for (let n = 0; n < 50; n++) dropped += buffer.add(row('large', 700));
    const left = Map.groupBy(buffer.take(10_000), ({ tenantId }) => tenantId);
    assert.equal(left.get('quiet')?.length, 4);
    assert.ok(dropped > 500);
    assert.equal(buffer.size, 0);
  });

  it('gives each tenant an equal share of a batch', () => {
    const buffer = new RequestBuffer();
    for (let n = 0; n < 900; n++) buffer.add(row('flood', 10));
    for (let n = 0; n < 9; n++) buffer.add(row(`shop ${n}`, 10));
    const batch = buffer.take(100);
    assert.equal(new Set(batch.map(({ tenantId }) => tenantId)).size, 10);
    assert.ok(batch.length <= 100);
    let rest = 0;
    for (let taken = buffer.take(100); taken.length > 0; taken = buffer.take(100)) rest += taken.length;
    assert.equal(batch.length + rest, 909);
  });
});

it('a level falls by the whole quota within the time that the log is kept', () => {
  const levels = new Levels({ days: 2, bytesPerTenant: 1_000 });
  const hours = (n: number) => n * 3_600_000;
  levels.set('shop', 1_000, 0);
  assert.deepEqual([levels.hasRoom('shop', 0, true), levels.hasRoom('shop', 0, false)], [false, false]);
  assert.deepEqual(
    [levels.hasRoom('shop', hours(2), true), levels.hasRoom('shop', hours(2), false)],
    [true, false],
  );
  assert.ok(levels.hasRoom('shop', hours(10), false));
});
