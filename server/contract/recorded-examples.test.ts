import assert from 'node:assert/strict';
import { it } from 'node:test';
import { outlineOf } from './recorded-examples.ts';

const recording = {
  data: { id: '0192-1', status: 'placed', secret: 'BX5CKWLS', durationMs: 8.5, isLive: true },
};

it('recordings that differ by chance have one outline, others do not', () => {
  const again = { data: { ...recording.data, secret: 'OPWGKTP6', durationMs: 9 } };
  assert.equal(outlineOf(again), outlineOf(recording));
  const changes = [{ status: 'shipped' }, { isLive: false }, { secret: null }, { more: [] }];
  for (const change of changes) {
    assert.notEqual(outlineOf({ data: { ...recording.data, ...change } }), outlineOf(recording));
  }
});
