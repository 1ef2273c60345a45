import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as round } from 'node:timers/promises';
import { Turns } from './turns.ts';

/** Records the requests in the order in which they begin. The tenants `flooder` and `quiet` were active a moment ago. */
async function follow() {
  const turns = new Turns();
  turns.note('flooder', 'a');
  turns.note('quiet', 'b');
  const begun: string[] = [];
  const ask = (token: string, name = token, ip = '192.0.2.1') =>
    turns.take({ headers: { authorization: token }, ip }, () => begun.push(name));
  for (const token of ['flooder', 'quiet']) ask(token);
  await round();
  begun.length = 0;
  return { begun, ask };
}

it('a request begins at once while there are few', async () => {
  const { begun, ask } = await follow();
  ask('quiet');
  assert.deepEqual(begun, ['quiet']);
});

it('a request begins at once, however many of another tenant wait', async () => {
  const { begun, ask } = await follow();
  for (let n = 0; n < 200; n++) ask('flooder');
  ask('quiet');
  assert.deepEqual(begun, [...Array(16).fill('flooder'), 'quiet']);
  await round();
  assert.equal(begun.length, 33, 'and a few of the flood in each round');
});

it('all requests of a tenant begin, in their order', async () => {
  const { begun, ask } = await follow();
  const names = Array.from({ length: 100 }, (_, n) => `${n}`);
  for (const name of names) ask('flooder', name);
  for (let n = 0; n < 20; n++) await round();
  assert.deepEqual(begun, names);
  ask('flooder', 'later');
  assert.equal(begun.at(-1), 'later');
});

it('requests with invented tokens share the turns of their network', async () => {
  const { begun, ask } = await follow();
  for (let n = 0; n < 200; n++) ask(`made up ${n}`, 'stranger', '198.51.100.7');
  assert.equal(begun.length, 16);
});

it('the requests of a tenant that is alone do not wait', () => {
  const turns = new Turns();
  turns.note('alone', 'a');
  let begun = 0;
  for (let n = 0; n < 200; n++) turns.take({ headers: { authorization: 'alone' }, ip: '' }, () => begun++);
  assert.equal(begun, 200);
});
