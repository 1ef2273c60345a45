import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Cost, chooseFile, openGate, type Reading, readProcessors } from './schedule.ts';

const costs: Record<string, Cost> = {
  'long.test.ts': { seconds: 40, cpu: 40 },
  'short.test.ts': { seconds: 2, cpu: 2 },
  'e2e/screens.test.ts': { seconds: 90, cpu: 90 },
};
const costOf = (file: string) => costs[file]!;

/** Passes seconds of which the processors are idle for a part. */
function machine() {
  const reading: Reading = { idle: 0, total: 0, at: 0 };
  return {
    read: () => ({ ...reading }),
    pass(seconds: number, idleShare: number) {
      reading.at += seconds * 1_000;
      reading.total += seconds * 1_000;
      reading.idle += seconds * 1_000 * idleShare;
    },
  };
}

describe('the next test file', () => {
  it('is the longest one of its kind', () => {
    assert.equal(chooseFile(Object.keys(costs), 'plain', costOf), 'long.test.ts');
    assert.equal(chooseFile(Object.keys(costs), 'browser', costOf), 'e2e/screens.test.ts');
    assert.equal(chooseFile(['short.test.ts'], 'browser', costOf), undefined);
  });

  it('begins beside others while they leave processors idle, one after the other', () => {
    const { read, pass } = machine();
    const mayBegin = openGate(read);
    pass(5, 0.5);
    assert.equal(mayBegin(4), true);
    assert.equal(mayBegin(5), false, 'the one before has not shown what it takes');
    pass(5, 0.5);
    assert.equal(mayBegin(5), true);
  });

  it('waits on a busy machine, unless fewer run than there are cores', () => {
    const { read, pass } = machine();
    const mayBegin = openGate(read);
    pass(5, 0);
    assert.equal(mayBegin(4), false);
    pass(5, 0);
    assert.equal(mayBegin(0), true);
  });

  it('goes by the processors of this machine', () => {
    const before = readProcessors();
    const { idle, total } = readProcessors();
    assert.ok(total > 0 && idle > 0 && total >= before.total && idle <= total);
  });
});
