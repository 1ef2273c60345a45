import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { costOf } from '#kernel/testing/holds.ts';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test);
const { ask, putType, create, change } = stage;
const texts = (pattern: string) => [{ name: 'texts', kind: 'list', of: { kind: 'text', pattern } }];

describe('a pattern of a content type', () => {
  it('that repeats an empty part a billion times costs nothing', async () => {
    for (const pattern of ['((((){30}){255}){255}){255}', '(((((){255}){255}){255}){255}){255}']) {
      const wish = { title: 'Boom', fields: [{ name: 'a', kind: 'text', pattern }] };
      const cost = await costOf(() => ask('PUT', '/types/boom?dryRun=true', 200, wish));
      assert.ok(cost < 250, `${pattern}: ${cost} ms`);
    }
  });

  it('is matched with the largest body at a bounded cost; beyond it, 422 says what to do', async () => {
    await putType('hard', texts('(.{0,240}.{0,240})*'));
    const fields = { texts: Array.from({ length: 1_000 }, () => 'ab'.repeat(500)) };
    const cost = await costOf(async () => {
      const answer = await ask('POST', '/entries', 422, { type: 'hard', fields });
      assert.match(answer.text, /too_costly.*send fewer or shorter values/);
    });
    assert.ok(cost < 500, `${cost} ms`);
    await create('hard', { texts: ['ab'.repeat(20)] });
  });

  it('of the ordinary sort accepts the largest body', async () => {
    await putType('codes', texts('[a-z]+(-[a-z0-9]+)*'));
    const codes = Array.from({ length: 1_000 }, (_, at) => `code-${at}-${'x'.repeat(980)}`);
    assert.equal((await create('codes', { texts: codes })).fields.texts.length, 1_000);
  });

  it('that is no longer supported leaves entries readable and changeable elsewhere, and the type repairable', async () => {
    await putType('older', [
      { name: 'code', kind: 'text', pattern: 'a+' },
      { name: 'note', kind: 'text' },
    ]);
    const { id } = await create('older', { code: 'aa', note: 'old' });
    await test.db.inTenant(stage.tenant.id, (tx) =>
      tx.query(
        `update content_types set fields = replace(fields::text, 'a+', '(?=a)')::json where name = 'older'`,
      ),
    );
    assert.equal((await change(id, { note: 'new' })).fields.note, 'new');
    const refused = await ask('PATCH', `/entries/${id}`, 422, { fields: { code: 'a' } });
    assert.deepEqual(problemsOf(refused), [['fields.code', 'wrong_pattern']]);
    const { fields } = (await ask('GET', '/types/older', 200)).body.data;
    const same = await ask('PUT', '/types/older', 422, { title: 'Older still', fields });
    assert.deepEqual(problemsOf(same), [['fields[0].pattern', 'wrong_format']]);
    await putType('older', [{ name: 'code', kind: 'text' }, fields[1]]);
    assert.equal((await change(id, { code: 'b' })).fields.code, 'b');
  });
});
