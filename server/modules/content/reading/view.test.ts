/** Names of a view that many types have. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Field } from '../fields/field.ts';
import { assertNamed, readView } from './view.ts';

it('a name that leads through many types is compared with each of them once for a step', () => {
  const fields: Field[] = [{ name: 'next', kind: 'reference' }];
  const types = new Map(Array.from({ length: 500 }, (_, n) => [`type${n}`, [...fields]]));
  const view = readView(fields, { expand: 'next.next.next.next.next' }, 'en');
  const start = process.cpuUsage();
  assertNamed(fields, view.wanted, types);
  const { user } = process.cpuUsage(start);
  // Four steps through each other would be 500 to the power of four.
  assert.ok(user < 2_000_000, `${user} µs`);
});
