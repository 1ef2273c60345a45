import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, {
  fat: [
    { name: 'title', kind: 'text' },
    { name: 'body', kind: 'list', of: { kind: 'markdown' } },
  ],
  hub: [{ name: 'refs', kind: 'list', of: { kind: 'reference' } }],
});
const { ask, create, act, change } = stage;

const body = Array.from({ length: 5 }, () => 'x'.repeat(180_000));
const fat: string[] = [];
for (let nth = 0; nth < 10; nth++) fat.push((await create('fat', { title: `Fat ${nth}`, body })).id);
for (const id of fat) await act(id, 'publish');

describe('an answer that would be too large', () => {
  it('is refused, with advice, before the database sends it', async () => {
    for (const path of ['/entries?type=fat&limit=100', '/published/fat?limit=100']) {
      const { body: answer } = await ask('GET', path, 422);
      assert.equal(answer.error.code, 'answer_too_large');
      assert.match(answer.error.message, /smaller limit, or only some fields/);
    }
    assert.equal((await ask('GET', '/entries?type=fat&limit=5', 200)).body.data.length, 5);
    assert.equal((await ask('GET', '/published/fat?limit=5', 200)).body.data.length, 5);
    const few = (await ask('GET', '/published/fat?limit=100&fields=title&sort=title&order=asc', 200)).body
      .data;
    assert.deepEqual(
      few.map(({ fields }: { fields: object }) => fields),
      fat.map((_, nth) => ({ title: `Fat ${nth}` })),
    );
  });

  it('is refused when its references make it too large', async () => {
    const hub = await create('hub', { refs: fat });
    await act(hub.id, 'publish');
    const small = await create('hub', { refs: fat.slice(0, 3) });
    await act(small.id, 'publish');
    assert.equal((await ask('GET', `/published/hub/${hub.id}`, 200)).body.data.fields.refs.length, 10);
    const { body: answer } = await ask('GET', `/published/hub/${hub.id}?expand=refs`, 422);
    assert.equal(answer.error.code, 'answer_too_large');
    const { refs } = (await ask('GET', `/published/hub/${small.id}?expand=refs`, 200)).body.data.fields;
    assert.deepEqual(
      refs.map(({ id }: { id: string }) => id),
      fat.slice(0, 3),
    );
    const { token } = (await ask('POST', `/entries/${hub.id}/preview-token`, 201, {})).body.data;
    await ask('GET', `/preview/${token}?expand=refs`, 422);
  });
});

describe('a list that names an entry twice', () => {
  it('is refused; an entry saved with one before can be read, and changed in other fields', async () => {
    const [id] = fat;
    const refused = await ask('POST', '/entries', 422, { type: 'hub', fields: { refs: [id, fat[1], id] } });
    assert.deepEqual(problemsOf(refused), [['fields.refs', 'repeated_reference']]);

    await stage.putType('older', [
      { name: 'refs', kind: 'list', of: { kind: 'reference' } },
      { name: 'note', kind: 'text' },
    ]);
    const older = await create('older', { refs: [id] });
    const twenty = JSON.stringify(Array.from({ length: 20 }, () => id));
    await test.db.inTenant(stage.tenant.id, (tx) =>
      tx.query(
        `update content_entries set fields = jsonb_set(fields::jsonb, '{refs}', $2::jsonb)::json where id = $1`,
        [older.id, twenty],
      ),
    );
    await act(older.id, 'publish');
    assert.equal((await change(older.id, { note: 'new' })).fields.refs.length, 20);
    await ask('GET', `/published/older/${older.id}?expand=refs`, 422);
    await stage.putType('older', [{ name: 'refs', kind: 'list', of: { kind: 'reference' } }], {
      migrate: { drop: ['note'] },
    });
  });
});
