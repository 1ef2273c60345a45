/** Comments on blocks: they stay with the block, and say when it is gone. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test);
const { ask, create, change } = stage;
await ask('PUT', '/locales', 200, { default: 'en', locales: [{ code: 'en' }, { code: 'de' }] });
await stage.putType('quote', [{ name: 'words', kind: 'text', localised: true }], { block: true });
await stage.putType('line', [{ name: 'words', kind: 'text' }], { block: true });
const PARTS = { name: 'parts', kind: 'blocks', blocks: ['quote'] };
await stage.putType('section', [{ name: 'title', kind: 'text' }, PARTS], { block: true });
await stage.putType('spoken', [{ ...PARTS, blocks: ['line'], localised: true }], { block: true });
await stage.putType('page', [
  { name: 'title', kind: 'text' },
  { name: 'body', kind: 'blocks', blocks: ['section', 'quote', 'spoken'] },
  { name: 'aside', kind: 'group', fields: [{ name: 'parts', kind: 'blocks', blocks: ['quote'] }] },
  { name: 'letter', kind: 'blocks', blocks: ['line'], localised: true },
]);

const quote = (id: string) => ({ id, type: 'quote', words: { en: id, de: id } });
const BODY = [quote('first'), { id: 'deep', type: 'section', title: 'Deep', parts: [quote('inside')] }];
const page = async () =>
  (
    await create('page', {
      ...{ title: 'A page', body: BODY, aside: { parts: [quote('beside')] } },
      letter: { en: [{ id: 'english', type: 'line' }], de: [{ id: 'german', type: 'line' }] },
    })
  ).id as string;
const say = async (id: string, more: object, expected = 201) =>
  ask('POST', `/entries/${id}/comments`, expected, { text: 'A word', ...more });
const on = async (id: string, more: object) => (await say(id, more)).body.data;
const threadsOf = async (id: string, query = '') =>
  (await ask('GET', `/entries/${id}/comments${query}`, 200)).body.data;
const placesOf = async (id: string) => (await ask('GET', `/entries/${id}/comment-places`, 200)).body.data;

describe('a comment on a block', () => {
  it('names the field and the kind of the block, at any depth, and the language where the field has one for each', async () => {
    const id = await page();
    const place = async (more: object) => {
      const { field, locale, block } = await on(id, more);
      return [field, locale, block];
    };
    const block = (blockId: string, type = 'quote') => ({ id: blockId, type, isRemoved: false });
    assert.deepEqual(await place({ blockId: 'first' }), ['body', null, block('first')]);
    assert.deepEqual(await place({ blockId: 'first', locale: 'de' }), ['body', 'de', block('first')]);
    assert.deepEqual(await place({ blockId: 'deep', field: 'body' }), [
      'body',
      null,
      block('deep', 'section'),
    ]);
    assert.deepEqual(await place({ blockId: 'inside' }), ['body', null, block('inside')]);
    assert.deepEqual(await place({ blockId: 'beside' }), ['aside', null, block('beside')]);
    assert.deepEqual(await place({ blockId: 'german' }), ['letter', 'de', block('german', 'line')]);
  });

  it('names the language also of a block that is in one language of a block', async () => {
    const parts = { en: [{ id: 'hello', type: 'line' }], de: [{ id: 'hallo', type: 'line' }] };
    const { id } = await create('page', { body: [{ id: 'outer', type: 'spoken', parts }] });
    const placeOf = async (blockId: string) => {
      const { field, locale } = await on(id, { blockId });
      return [field, locale];
    };
    assert.deepEqual(await placeOf('outer'), ['body', null]);
    assert.deepEqual(await placeOf('hello'), ['body', 'en']);
    assert.deepEqual(await placeOf('hallo'), ['body', 'de']);
    const elsewhere = await say(id, { blockId: 'hallo', locale: 'en' }, 422);
    assert.deepEqual(problemsOf(elsewhere), [['locale', 'not_allowed']]);
  });

  it('names the field, the language and the kind where the block is by now', async () => {
    const id = await page();
    const thread = await on(id, { blockId: 'first' });
    await change(id, { body: [], letter: { de: [{ id: 'first', type: 'line' }] } });
    await on(id, { blockId: 'first' });
    const block = { id: 'first', type: 'line', isRemoved: false };
    const places = (await threadsOf(id)).map(({ field, locale, block }: Record<string, unknown>) => [
      field,
      locale,
      block,
    ]);
    assert.deepEqual(places, Array(2).fill(['letter', 'de', block]));
    assert.deepEqual(await placesOf(id), [{ field: 'letter', locale: 'de', blockId: 'first', threads: 2 }]);
    await change(id, { letter: { de: [] } });
    const [, first] = await threadsOf(id);
    assert.deepEqual([first.id, first.field, first.block.type], [thread.id, 'body', 'quote']);
  });

  it('stays with it wherever it is moved, and says that it was removed, until it is back', async () => {
    const id = await page();
    await on(id, { blockId: 'inside', text: 'Who said that?' });
    const isRemoved = async () => (await threadsOf(id))[0].block.isRemoved;
    const [first, deep] = BODY;
    await change(id, { body: [{ ...deep, parts: [quote('new'), quote('inside')] }, first] });
    assert.equal(await isRemoved(), false);
    await change(id, { body: [quote('inside'), first] });
    assert.equal(await isRemoved(), false);
    await change(id, { body: [first] });
    assert.equal(await isRemoved(), true);
    const [thread] = await threadsOf(id);
    assert.deepEqual([thread.text, thread.block.type, thread.field], ['Who said that?', 'quote', 'body']);
    const settled = await ask('PATCH', `/comments/${thread.id}`, 200, { resolved: true });
    assert.equal(settled.body.data.block.isRemoved, true);
    await ask('POST', `/entries/${id}/revisions/1/restore`, 200);
    assert.equal(await isRemoved(), false);
  });

  it('is answered in its thread, found by its block, and counted as long as it is open', async () => {
    const id = await page();
    const thread = await on(id, { blockId: 'first', locale: 'de' });
    await on(id, { blockId: 'inside' });
    await on(id, { blockId: 'inside' });
    await on(id, { field: 'title' });
    await on(id, {});
    const reply = await on(id, { threadId: thread.id });
    assert.deepEqual([reply.block.id, reply.locale], ['first', 'de']);
    const [found, ...more] = await threadsOf(id, '?blockId=first');
    assert.deepEqual([found.id, found.replies.length, more.length], [thread.id, 1, 0]);
    assert.deepEqual(await placesOf(id), [
      { field: null, locale: null, blockId: null, threads: 1 },
      { field: 'body', locale: null, blockId: 'inside', threads: 2 },
      { field: 'body', locale: 'de', blockId: 'first', threads: 1 },
      { field: 'title', locale: null, blockId: null, threads: 1 },
    ]);
    await ask('PATCH', `/comments/${thread.id}`, 200, { resolved: true });
    assert.equal((await placesOf(id)).length, 3);
    await ask('GET', `/entries/${crypto.randomUUID()}/comment-places`, 404);
  });

  it('is refused if the entry has no such block, or the block is elsewhere', async () => {
    const [id, other] = [await page(), (await create('page', { body: [quote('foreign')] })).id];
    const refused = async (more: object) => problemsOf(await say(id, more, 422));
    assert.deepEqual(await refused({ blockId: 'foreign' }), [['blockId', 'not_found']]);
    assert.deepEqual(await refused({ blockId: 'first', field: 'title' }), [['field', 'not_allowed']]);
    assert.deepEqual(await refused({ blockId: 'german', locale: 'en' }), [['locale', 'not_allowed']]);
    assert.deepEqual(await refused({ blockId: 'first', locale: 'fr' }), [['locale', 'not_allowed']]);
    assert.deepEqual(await refused({ blockId: 'x'.repeat(65) }), [['blockId', 'too_long']]);
    const thread = await on(other, { blockId: 'foreign' });
    const answer = await say(other, { threadId: thread.id, blockId: 'foreign' }, 422);
    assert.deepEqual(problemsOf(answer), [['blockId', 'not_allowed']]);
  });
});
