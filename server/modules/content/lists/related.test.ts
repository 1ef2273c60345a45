import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AppError } from '#kernel/errors.ts';
import type { Field } from '../fields/field.ts';
import type { ContentType } from '../types/record.ts';
import { MAX_ASKED } from './related.ts';
import { MAX_CONDITIONS, readWhere } from './where.ts';

const locales = { default: 'en', locales: [{ code: 'en', fallback: null }] };
const title: Field = { name: 'title', kind: 'text' };

/** Names of so many types, each with its own fields. */
function namesOf(count: number, fieldsOf: (n: number) => Field[]) {
  const linked = Array.from({ length: count }, (_, n) => ({
    id: crypto.randomUUID(),
    name: `type${n}`,
    fields: fieldsOf(n),
  }));
  const type = { ...linked[0]!, fields: [...linked[0]!.fields, title] } as unknown as ContentType;
  return { type, locales, times: {}, linked };
}

const every = (name: string) =>
  Object.fromEntries([['and', Array.from({ length: MAX_CONDITIONS }, () => ({ [name]: 'x' }))]]);
const codeOf = (error: AppError) => (error.details as { code: string }[])[0]!.code;

it('a field behind two references is read once for each type, whether many types have it or none', () => {
  const open = namesOf(200, () => [{ name: 'related', kind: 'reference' }]);
  const since = performance.now();
  for (const name of ['related.related.title', 'related.related.related'])
    assert.throws(
      () => readWhere(open, every(name)),
      (error: AppError) => error.status === 422,
    );
  const took = performance.now() - since;
  assert.ok(took < 200, `${took} ms`);
});

it('a field that all types define in the same way is one condition on all of them', () => {
  const names = namesOf(100, () => [{ name: 'related', kind: 'reference' }, title]);
  const [condition] = readWhere(names, { 'related.related.title': 'x' });
  assert.ok(condition?.kind === 'related' && condition.that.kind === 'related');
  assert.deepEqual([condition.typeIds.length, condition.that.typeIds.length], [100, 100]);
});

it('conditions that ask too many types get an error, and no type is left out in silence', () => {
  const side = Math.floor(Math.sqrt(MAX_ASKED)) + 1;
  const names = namesOf(side, (n) => [
    {
      name: 'related',
      kind: 'reference',
      types: Array.from({ length: side }, (_, m) => `type${m}`).toSpliced(n, 1),
    },
    title,
  ]);
  assert.throws(
    () => readWhere(names, { 'related.related.title': 'x' }),
    (error: AppError) => codeOf(error) === 'too_many',
  );
  assert.equal(readWhere(names, { 'related.title': 'x' }).length, 1);
});
