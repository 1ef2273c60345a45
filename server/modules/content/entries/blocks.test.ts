/** Pages made of blocks: one structure for all languages, and every rule of fields inside of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, { person: [{ name: 'name', kind: 'text', required: true }] });
const { ask, create, change, get, act, asset, putType, tenant } = stage;
await ask('PUT', '/locales', 200, {
  default: 'en',
  locales: [{ code: 'en' }, { code: 'de' }, { code: 'de-CH', fallback: 'de' }],
});
const block = (name: string, fields: object[], more?: object) =>
  putType(name, fields, { block: true, ...more });
const HERO = [
  { name: 'heading', kind: 'text', localised: true, required: true },
  { name: 'image', kind: 'media' },
  { name: 'tone', kind: 'select', options: ['calm', 'loud'] },
];
await block('hero', HERO);
await block('quote', [
  { name: 'text', kind: 'richtext', localised: true },
  { name: 'by', kind: 'reference', types: ['person'], required: true },
]);
await block('section', [
  { name: 'label', kind: 'text' },
  { name: 'inside', kind: 'blocks', blocks: ['hero', 'quote'] },
]);
await putType('page', [
  { name: 'slug', kind: 'slug' },
  { name: 'body', kind: 'blocks', blocks: ['hero', 'quote', 'section'], maxItems: 20 },
  {
    name: 'seo',
    kind: 'group',
    fields: [
      { name: 'title', kind: 'text', localised: true },
      { name: 'hidden', kind: 'boolean' },
    ],
  },
]);
const doc = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
const person = async () => {
  const { id } = await create('person', { name: 'Ada' });
  await act(id, 'publish');
  return id;
};
const hero = (en: string, de?: string) => ({ type: 'hero', heading: { en, ...(de && { de }) } });
const read = async (path: string) => (await ask('GET', `/published/${path}`, 200)).body.data;

describe('a field of blocks', () => {
  it('gives each block an id, which stays while it is sent back', async () => {
    const { id, fields } = await create('page', { body: [hero('One'), { id: 'mine', ...hero('Two') }] });
    const [one, two] = fields.body;
    assert.match(one.id, /^[0-9a-f-]{36}$/);
    assert.equal(two.id, 'mine');
    const saved = await change(id, { body: [two, one] });
    assert.deepEqual(saved.fields.body, [two, one]);
  });

  it('refuses wrong blocks with the path of each mistake', async () => {
    const answer = await ask('POST', '/entries', 422, {
      type: 'page',
      fields: {
        body: [
          { type: 'nope' },
          { type: 'hero', heading: 'Plain', tone: 'shy' },
          { type: 'section', inside: [{ type: 'hero', heading: { fr: 'Non' }, colour: 'red' }] },
          { id: 'a', type: 'section' },
          { id: 'a', type: 'section' },
          { id: 'no good', type: 'section' },
        ],
      },
    });
    assert.deepEqual(problemsOf(answer), [
      ['fields.body[0].type', 'not_allowed'],
      ['fields.body[1].heading', 'wrong_type'],
      ['fields.body[1].tone', 'not_allowed'],
      ['fields.body[2].inside[0].heading.fr', 'unknown_locale'],
      ['fields.body[2].inside[0].colour', 'unknown_field'],
      ['fields.body[4].id', 'not_unique'],
      ['fields.body[5].id', 'wrong_format'],
    ]);
    const many = Array.from({ length: 21 }, () => ({ type: 'section' }));
    const refused = await ask('POST', '/entries', 422, { type: 'page', fields: { body: many } });
    assert.match(refused.body.error.details[0].message, /at most 20 blocks/);
  });

  it('demands what its blocks require when it is published, in the default locale', async () => {
    const { id } = await create('page', {
      body: [
        { type: 'hero', heading: { de: 'Nur' } },
        { type: 'section', inside: [{ type: 'quote' }] },
      ],
    });
    assert.deepEqual(problemsOf(await ask('POST', `/entries/${id}/publish`, 422)), [
      ['fields.body[0].heading.en', 'required'],
      ['fields.body[1].inside[0].by', 'required'],
    ]);
  });

  it('shows one structure to readers of every locale, each field with its own fallback', async () => {
    const by = await person();
    const { id } = await create('page', {
      slug: 'two-tongues',
      body: [
        hero('Hello', 'Hallo'),
        {
          type: 'section',
          label: 'Mid',
          inside: [hero('Deep'), { type: 'quote', by, text: { de: doc('Tief') } }],
        },
      ],
      seo: { title: { en: 'Title', de: 'Titel' }, hidden: false },
    });
    await act(id, 'publish');
    const headings = ({ fields }: { fields: { body: { heading?: string; inside?: object[] }[] } }) => [
      fields.body[0]!.heading,
      ...fields.body[1]!.inside!.map((one) => (one as { heading?: string }).heading),
    ];
    const [en, swiss] = [await read('page/two-tongues'), await read('page/two-tongues?locale=de-CH')];
    assert.deepEqual(headings(en), ['Hello', 'Deep', undefined]);
    assert.deepEqual(headings(swiss), ['Hallo', 'Deep', undefined]);
    assert.deepEqual(swiss.fields.body[1].inside[1].text, doc('Tief'));
    assert.deepEqual(
      en.fields.body.map((one: { id: string }) => one.id),
      swiss.fields.body.map((one: { id: string }) => one.id),
    );
    assert.deepEqual(
      [en.fields.seo, swiss.fields.seo],
      [
        { title: 'Title', hidden: false },
        { title: 'Titel', hidden: false },
      ],
    );
    assert.deepEqual(problemsOf(await ask('GET', '/published/page/two-tongues?expand=body', 422)), [
      ['expand', 'not_allowed'],
    ]);
  });

  it('is found by the words of its blocks, in the locale of the reader', async () => {
    const { id } = await create('page', {
      body: [{ type: 'section', label: 'kolibri', inside: [hero('flamingo', 'storch')] }],
    });
    await act(id, 'publish');
    const found = async (q: string, locale: string) =>
      (await read(`page?q=${q}&locale=${locale}`)).map((one: { id: string }) => one.id);
    assert.deepEqual(await found('storch', 'de-CH'), [id]);
    assert.deepEqual(await found('flamingo', 'en'), [id]);
    assert.deepEqual(await found('storch', 'en'), []);
    assert.deepEqual(await found('kolibri', 'de'), [id]);
  });

  it('counts references and assets inside of blocks as uses', async () => {
    const [by, image] = [await person(), await asset()];
    const { id } = await create('page', {
      body: [
        {
          type: 'section',
          inside: [
            { type: 'quote', by },
            { ...hero('x'), image },
          ],
        },
      ],
    });
    await act(id, 'publish');
    const usage = await test.call('GET', `/v1/media/${image}/usage`, { token: tenant.key });
    assert.deepEqual(
      usage.body.data.map((one: { id: string }) => one.id),
      [id],
    );
    await ask('DELETE', `/entries/${by}`, 409);
    const refused = await ask('POST', `/entries/${by}/unpublish`, 409);
    assert.equal(refused.body.error.details.requiredBy[0].id, id);
    const absent = { type: 'quote', by: '01920000-0000-7000-8000-000000000005' };
    assert.deepEqual(
      problemsOf(await ask('POST', '/entries', 422, { type: 'page', fields: { body: [absent] } })),
      [['fields.body[0].by', 'not_found']],
    );
  });

  it('names the block whose reference is not live, and refuses only where it is required', async () => {
    const draft = (await create('person', { name: 'Draft' })).id;
    const { id } = await create('page', {
      body: [
        { ...hero('x'), image: await asset('private') },
        { type: 'quote', by: draft },
      ],
    });
    assert.deepEqual(problemsOf(await ask('POST', `/entries/${id}/publish`, 422)), [
      ['fields.body[1].by', 'not_live'],
    ]);
  });

  it('is compared block by block, and restored', async () => {
    const { id, fields } = await create('page', { body: [hero('One'), hero('Two'), hero('Three')] });
    const [one, two, three] = fields.body;
    const four = { id: 'four', ...hero('Four') };
    await change(id, { body: [three, { ...one, heading: { en: 'One', de: 'Eins' } }, four] });
    const { changes } = (await ask('GET', `/entries/${id}/diff?from=1&to=2`, 200)).body.data;
    assert.deepEqual(changes, [
      { path: 'fields.body', before: [one.id, three.id], after: [three.id, one.id] },
      { path: 'fields.body[1]', before: two, after: null },
      { path: 'fields.body[1].heading.de', before: null, after: 'Eins' },
      { path: 'fields.body[2]', before: null, after: four },
    ]);
    await ask('POST', `/entries/${id}/revisions/1/restore`, 200);
    assert.deepEqual((await get(id)).fields, fields);
  });

  it('reports the locales in which its blocks changed', async () => {
    const { id, fields } = await create('page', { body: [hero('One', 'Eins')] });
    await change(id, { body: [{ ...fields.body[0], heading: { en: 'One', de: 'Zwei' } }] });
    const { data } = (await stage.events('content.entry.updated')).findLast((one) => one.data.id === id)!;
    assert.deepEqual([data.changed, data.changedLocales], [['body'], ['de']]);
  });
});

describe('a change of the locales', () => {
  it('names live entries whose blocks would go blank, and copies their values', async () => {
    const bi = await openContent(test);
    await bi.putType('hero', HERO, { block: true });
    await bi.putType('page', [{ name: 'body', kind: 'blocks', blocks: ['hero'] }]);
    const { id } = await bi.create('page', { body: [hero('Hello')] });
    await bi.act(id, 'publish');
    const token = await bi.tenant.staff('admin');
    const admin = (body: object) => test.call('PUT', '/v1/content/locales', { token, body });
    const wish = { default: 'de', locales: [{ code: 'de' }, { code: 'en' }] };
    const refused = await admin(wish);
    assert.equal(refused.status, 409, refused.text);
    assert.equal(refused.body.error.details.blank[0].count, 1);
    assert.equal((await admin({ ...wish, blank: 'copy' })).status, 200);
    const { data } = (await bi.ask('GET', `/published/page/${id}`, 200)).body;
    assert.equal(data.fields.body[0].heading, 'Hello');
  });
});
