/** Models of a magazine: singletons, defaults, conditions, values per locale, kinds of files, and the kinds that have a format. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test);
const { ask, create, act, asset, putType } = stage;
await ask('PUT', '/locales', 200, { default: 'en', locales: [{ code: 'en' }, { code: 'de' }] });

describe('a singleton', () => {
  it('has one entry: a second is refused, also from the bin, until the first is deleted', async () => {
    await putType('settings', [{ name: 'title', kind: 'text' }], { singleton: true });
    const first = await create('settings', { title: 'One' });
    await ask('POST', '/entries', 409, { type: 'settings', fields: {} });
    await ask('DELETE', `/entries/${first.id}`, 200);
    const second = await create('settings', {});
    await ask('POST', `/entries/${first.id}/restore`, 409);
    await act(second.id, 'publish');
    const { data } = (await ask('GET', '/published/settings', 200)).body;
    assert.equal(data.length, 1);
  });

  it('has one entry although two are created at once', async () => {
    await putType('home', [{ name: 'title', kind: 'text' }], { singleton: true });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        test.call('POST', '/v1/content/entries', {
          token: stage.tenant.key,
          body: { type: 'home', fields: {} },
        }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409]);
  });

  it('is made of an ordinary type with one entry, and of none with several', async () => {
    await putType('about', []);
    await create('about', {});
    assert.equal((await putType('about', [], { singleton: true })).singleton, true);
    assert.equal((await putType('about', [], { singleton: false })).singleton, false);
    await create('about', {});
    await ask('PUT', '/types/about', 409, { title: 'about', fields: [], singleton: true });
  });
});

describe('a default', () => {
  it('is the value of a new entry and of a new block, unless another is sent', async () => {
    await putType('card', [{ name: 'tone', kind: 'select', options: ['a', 'b'], default: 'a' }], {
      block: true,
    });
    await putType('story', [
      { name: 'rating', kind: 'number', default: 3 },
      { name: 'label', kind: 'text', localised: true, default: 'New' },
      { name: 'body', kind: 'blocks', blocks: ['card'] },
    ]);
    const { id, fields } = await create('story', { body: [{ type: 'card' }, { type: 'card', tone: 'b' }] });
    assert.deepEqual([fields.rating, fields.label], [3, { en: 'New' }]);
    assert.deepEqual(
      fields.body.map(({ tone }: { tone: string }) => tone),
      ['a', 'b'],
    );
    const without = { ...fields.body[0], tone: undefined };
    const saved = await stage.change(id, { rating: null, body: [without] });
    assert.deepEqual([saved.fields.rating, saved.fields.body[0].tone], [undefined, undefined]);
    assert.equal((await create('story', { rating: null })).fields.rating, undefined);
  });

  it('that the field would refuse is refused with the type', async () => {
    const fields = [{ name: 'a', kind: 'number', max: 2, default: 3 }];
    assert.deepEqual(problemsOf(await ask('PUT', '/types/wrong', 422, { title: 'x', fields })), [
      ['fields[0].default', 'too_large'],
    ]);
  });
});

describe('publishing', () => {
  it('demands a localised field in each locale that it names', async () => {
    await putType('notice', [
      { name: 'text', kind: 'text', localised: true, requiredLocales: ['en', 'de', 'fr'] },
    ]);
    const { id } = await create('notice', { text: { en: 'Hello' } });
    assert.deepEqual(problemsOf(await ask('POST', `/entries/${id}/publish`, 422)), [
      ['fields.text.de', 'required'],
    ]);
  });

  it('demands a field with a condition only while the condition holds', async () => {
    const fields = [
      { name: 'kind', kind: 'select', options: ['video', 'text'] },
      { name: 'address', kind: 'url', required: true, showIf: { field: 'kind', in: ['video'] } },
    ];
    await putType('teaser', fields);
    const { id } = await create('teaser', { kind: 'video' });
    assert.deepEqual(problemsOf(await ask('POST', `/entries/${id}/publish`, 422)), [
      ['fields.address', 'required'],
    ]);
    await stage.change(id, { kind: 'text' });
    await act(id, 'publish');
    const wrong = [{ ...fields[1], showIf: { field: 'nope', in: [1] } }];
    assert.deepEqual(problemsOf(await ask('PUT', '/types/wrong', 422, { title: 'x', fields: wrong })), [
      ['fields[0].showIf.field', 'not_found'],
    ]);
  });
});

describe('a media field', () => {
  it('takes only the kinds of files that it accepts, and says which', async () => {
    const note = await asset();
    for (const [accept, status] of [
      [['image'], 422],
      [['application/pdf', 'image/*'], 422],
      [['text'], 201],
      [['text/plain'], 201],
    ] as const) {
      await putType(`media-${accept.join('-').replace(/\W/g, '')}`, [
        { name: 'file', kind: 'media', accept },
      ]);
      const type = `media-${accept.join('-').replace(/\W/g, '')}`;
      const answer = await ask('POST', '/entries', status, { type, fields: { file: note } });
      if (status === 422) assert.match(answer.body.error.details[0].message, /must be a file of type/);
    }
  });
});
