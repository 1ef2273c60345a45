import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CAPACITY, type Cost, chooseFile, weightOf } from './schedule.ts';

const costs: Record<string, Cost> = {
  'long.test.ts': { seconds: 40, cpu: 40 },
  'busy.test.ts': { seconds: 30, cpu: 60 },
  'waiting.test.ts': { seconds: 20, cpu: 1 },
  'short.test.ts': { seconds: 2, cpu: 2 },
  'e2e/screens.test.ts': { seconds: 90, cpu: 90 },
};
const costOf = (file: string) => costs[file]!;
const plain = Object.keys(costs).filter((file) => !file.startsWith('e2e/'));
const choose = (waiting: string[], running: string[] = []) => chooseFile(waiting, running, 'plain', costOf);

describe('the next test file', () => {
  it('is the longest one of its kind', () => {
    assert.equal(choose([...plain, 'e2e/screens.test.ts'].toReversed()), 'long.test.ts');
    assert.equal(chooseFile(Object.keys(costs), [], 'browser', costOf), 'e2e/screens.test.ts');
  });

  it('is one that mostly waits when the cores are busy, and none when nothing fits', () => {
    const running = Array.from({ length: Math.floor(CAPACITY) }, () => 'busy.test.ts');
    assert.equal(choose(plain, running), 'waiting.test.ts');
    assert.equal(choose(['long.test.ts', 'short.test.ts'], running), undefined);
  });

  it('runs whatever it weighs when nothing else runs', () => {
    assert.equal(choose(['busy.test.ts']), 'busy.test.ts');
  });

  it('weighs one core at most, and never nothing', () => {
    assert.equal(weightOf(costOf('busy.test.ts')), 1);
    assert.ok(weightOf({ seconds: 30, cpu: 0 }) > 0);
    assert.ok(weightOf({ seconds: 0, cpu: 0 }) > 0);
  });
});
