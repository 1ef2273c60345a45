/** The differences between two versions of an entry. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Field } from '../fields/field.ts';
import { differences } from './record.ts';

it('many values per locale are compared in a time that grows with their number', () => {
  const inner: Field = { name: 'text', kind: 'text', localised: true };
  const field: Field = { name: 'list', kind: 'list', of: { kind: 'group', fields: [inner] } };
  const values = { list: Array.from({ length: 60_000 }, (_, n) => ({ text: { en: `word ${n}` } })) };
  const start = process.cpuUsage();
  const { changed, changedLocales } = differences([field], {}, values);
  const { user } = process.cpuUsage(start);
  assert.deepEqual([changed, changedLocales], [['list'], ['en']]);
  assert.ok(user < 2_000_000, `${user} µs`);
});
