import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cloneDatabase, TEST_SECRET } from '#kernel/testing/database.ts';
import { isGone, runProgram, until } from './testing/process.ts';

const database = await cloneDatabase();
after(() => database.drop());
const settings = {
  ...{ DATABASE_URL: database.connectionString, COLONNADE_SECRET: TEST_SECRET, LOG_LEVEL: 'error' },
  ...{ PROCESSES: '2', PORT: '0' },
};
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

it('a first process that is killed during the start ends the program, which logs how', async () => {
  const program = runProgram(['start'], settings);
  assert.ok(await until(() => childrenOf(program.pid).length === 1));
  process.kill(childrenOf(program.pid)[0]!, 'SIGKILL');
  assert.deepEqual(await program.ended(), { code: 1, signal: null });
  assert.deepEqual(
    program
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg),
    ['process api-1 ended during the start (SIGKILL); everything stops'],
  );
});

for (const delayMs of [0, 300, 1000]) {
  it(`SIGTERM ${delayMs} ms after the announcement, while processes start, ends with 0`, async () => {
    const program = runProgram(['start'], settings);
    await program.says(/Base URL +(\S+)/);
    assert.ok(await until(() => childrenOf(program.pid).length === 3));
    await sleep(delayMs);
    const children = childrenOf(program.pid);
    process.kill(program.pid, 'SIGTERM');
    assert.deepEqual(await program.ended(), { code: 0, signal: null });
    for (const pid of children) assert.ok(await isGone(pid));
  });
}
