import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newId } from './id.ts';

it('ids of one process grow from one to the next, and are UUIDs of version 7', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids)
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('an id names the time of its making to the millisecond, unless thousands were made in it', () => {
  const before = Date.now();
  const at = Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16);
  assert.ok(at >= before && at <= Date.now() + 20, `${at} after ${before}`);
});
