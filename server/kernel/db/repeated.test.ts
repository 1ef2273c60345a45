import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nameRepeated } from '#kernel/db/repeated.ts';

const repeated = nameRepeated();
const shape = (n: number) => `select ${n}`;

it('a statement that returns gets a name, and keeps it', () => {
  const answers = Array.from({ length: 8 }, () => repeated(shape(-1)));
  assert.deepEqual(answers.slice(0, 4), Array(4).fill(shape(-1)));
  const [first] = answers.slice(4);
  assert.ok(typeof first === 'object' && first.text === shape(-1));
  for (const answer of answers.slice(4)) assert.equal(answer, first);
});

it('two statements never share a name, and only a bounded number has one', () => {
  const shapes = Array.from({ length: 500 }, (_, n) => shape(n));
  const answers = Array.from({ length: 10 }, () => shapes.map(repeated)).at(-1)!;
  const names = answers.flatMap((answer) => (typeof answer === 'string' ? [] : answer.name));
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.length > 32 && names.length <= 64, `${names.length} names`);
});
