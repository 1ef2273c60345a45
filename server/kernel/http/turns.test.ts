import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as round } from 'node:timers/promises';
import { Turns } from './turns.ts';

/** Records the requests in the order in which they begin. The tenants `flooder` and `quiet` were active a moment ago. */
async function follow() {
  const turns = new Turns();
  const sent = (authorization: string) => ({ headers: { authorization }, url: '/' });
  turns.note(sent('flooder'), 'a');
  turns.note(sent('quiet'), 'b');
  const begun: string[] = [];
  const ask = (token: string, name = token, ip = '192.0.2.1') =>
    turns.take({ ...sent(token), ip }, () => begun.push(name));
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
  assert.deepEqual(begun, [...Array(6).fill('flooder'), 'quiet']);
  while (begun.length === 7) await round();
  assert.equal(begun.length, 13, 'and a few of the flood in each round');
});

it('all requests of a tenant begin, in their order', async () => {
  const { begun, ask } = await follow();
  const names = Array.from({ length: 100 }, (_, n) => `${n}`);
  for (const name of names) ask('flooder', name);
  while (begun.length < names.length) await round();
  assert.deepEqual(begun, names);
  ask('flooder', 'later');
  assert.equal(begun.at(-1), 'later');
});

it('requests with invented tokens share the turns of their network', async () => {
  const { begun, ask } = await follow();
  for (let n = 0; n < 200; n++) ask(`made up ${n}`, 'stranger', '198.51.100.7');
  assert.equal(begun.length, 6);
});

it('the requests of a tenant that is alone do not wait', () => {
  const turns = new Turns();
  const sent = { headers: { authorization: 'alone' }, url: '/', ip: '' };
  turns.note(sent, 'a');
  let begun = 0;
  for (let n = 0; n < 200; n++) turns.take(sent, () => begun++);
  assert.equal(begun, 200);
});

it('a tenant whose key stands in the address has its own turns, behind the address of a CDN too', async () => {
  const turns = new Turns();
  const sent = (key: string) => ({
    headers: {},
    url: `/v1/storefront/content/a?key=${key}`,
    ip: '192.0.2.1',
  });
  turns.note(sent('pk_live_flooder1'), 'a');
  turns.note(sent('pk_live_quiet001'), 'b');
  const begun: string[] = [];
  const ask = (name: 'flooder1' | 'quiet001') => turns.take(sent(`pk_live_${name}`), () => begun.push(name));
  for (const name of ['flooder1', 'quiet001'] as const) ask(name);
  await round();
  begun.length = 0;
  for (let n = 0; n < 200; n++) ask('flooder1');
  ask('quiet001');
  assert.deepEqual(begun, [...Array(6).fill('flooder1'), 'quiet001']);
});
