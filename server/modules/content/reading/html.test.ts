/** Rich text as HTML: `format=html`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';

const test = await useApp();
const { ask, create, act, asset } = await openContent(test, {
  page: [
    { name: 'title', kind: 'text' },
    { name: 'slug', kind: 'slug', from: 'title' },
    { name: 'body', kind: 'richtext' },
    { name: 'parts', kind: 'list', of: { kind: 'group', fields: [{ name: 'text', kind: 'richtext' }] } },
    { name: 'other', kind: 'reference' },
  ],
});
const text = (words: string, ...marks: object[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
});
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const doc = (...content: object[]) => ({ type: 'doc', content });
const live = async (fields: object) => {
  const { id } = await create('page', fields);
  await act(id, 'publish', { broken: 'allow' });
  return id as string;
};
const fieldsOf = async (id: string, query = 'format=html') =>
  (await ask('GET', `/published/page/${id}?${query}`, 200)).body.data.fields;
const htmlOf = async (...content: object[]) =>
  (await fieldsOf(await live({ title: 'Page', slug: crypto.randomUUID(), body: doc(...content) }))).body;

describe('rich text as HTML', () => {
  it('has an element for each node and mark', async () => {
    const item = (...content: object[]) => ({ type: 'listItem', content: [paragraph(...content)] });
    assert.equal(
      await htmlOf(
        { type: 'heading', attrs: { level: 2, id: 'top' }, content: [text('Tea')] },
        paragraph(text('strong', { type: 'bold' }, { type: 'italic' }), { type: 'hardBreak' }, text('plain')),
        { type: 'orderedList', attrs: { start: 3 }, content: [item(text('three'))] },
        { type: 'codeBlock', attrs: { language: 'ts' }, content: [text('a < b')] },
        { type: 'horizontalRule' },
        {
          type: 'table',
          content: [
            {
              type: 'tableRow',
              content: [
                {
                  type: 'tableHeader',
                  attrs: { colspan: 2, rowspan: 1 },
                  content: [paragraph(text('Head'))],
                },
              ],
            },
          ],
        },
      ),
      '<h2 id="top">Tea</h2><p><strong><em>strong</em></strong><br>plain</p><ol start="3"><li><p>three</p></li></ol>' +
        '<pre><code class="language-ts">a &lt; b</code></pre><hr>' +
        '<table><tr><th colspan="2"><p>Head</p></th></tr></table>',
    );
  });

  it('runs nobody’s code, whatever is written into it', async () => {
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
    const html = await htmlOf(
      paragraph(text(evil, { type: 'link', attrs: { href: '/a?b="onclick=alert(1)', title: evil } })),
      { type: 'codeBlock', attrs: { language: '"><script>' }, content: [text('</code></pre><script>')] },
      { type: 'image', attrs: { src: '/x.png', alt: evil, caption: evil } },
      { type: 'embed', attrs: { url: 'https://example.com/"><script>', title: evil, provider: '"><svg' } },
    );
    const elements = [...html.matchAll(/<\/?([a-z]+)/g)].map(([, name]) => name);
    const known = ['p', 'a', 'pre', 'code', 'figure', 'img', 'figcaption'];
    assert.deepEqual([...new Set(elements)].sort(), known.sort());
    const attributes = [...html.matchAll(/<[a-z]+((?: [a-z-]+="[^"]*")*)>/g)].flatMap(([, all]) =>
      [...all!.matchAll(/ ([a-z-]+)="/g)].map(([, name]) => name),
    );
    assert.deepEqual(
      [...new Set(attributes)].sort(),
      ['alt', 'class', 'data-embed', 'href', 'loading', 'referrerpolicy', 'src', 'title'].sort(),
    );
  });

  it('has the addresses of public images and the types and slugs of live entries, and nothing of others', async () => {
    const [shown, secret] = [await asset(), await asset('private')];
    const target = await live({ title: 'Target' });
    const draft = (await create('page', { title: 'Draft' })).id;
    const link = (entryId: string) => ({ type: 'link', attrs: { entryId } });
    const html = await htmlOf(
      { type: 'image', attrs: { assetId: shown, alt: 'A cup', src: 'https://elsewhere.example/x.png' } },
      { type: 'image', attrs: { assetId: secret } },
      paragraph(text('there', link(target)), text(' or '), text('gone', link(draft))),
    );
    const [, src] = /<img src="([^"]+)" alt="A cup" loading="lazy">/.exec(html)!;
    assert.match(src!, new RegExp(`/media/[^/]+/${shown}/original\\?v=`));
    assert.equal(html.match(/<img/g)?.length, 1);
    assert.ok(
      html.endsWith(
        `<p><a data-entry-id="${target}" data-entry-type="page" data-entry-slug="target">there</a> or gone</p>`,
      ),
      html,
    );
  });

  it('is made of documents whose nodes and marks have null for attributes, as editors write them', async () => {
    const marks = [{ type: 'highlight', attrs: null }];
    assert.equal(
      await htmlOf({ type: 'paragraph', attrs: null, content: [{ type: 'text', text: 'words', marks }] }),
      '<p><mark>words</mark></p>',
    );
  });

  it('gives no page in another window a hold of this one', async () => {
    const link = { type: 'link', attrs: { href: '/a', target: '_blank', rel: 'opener nofollow' } };
    assert.equal(
      await htmlOf(paragraph(text('there', link))),
      '<p><a href="/a" target="_blank" rel="nofollow noopener">there</a></p>',
    );
  });

  it('stands wherever rich text does: in lists of groups, and in entries that are followed', async () => {
    const inner = await live({ title: 'Inner', body: doc(paragraph(text('inside'))) });
    const outer = await live({
      title: 'Outer',
      other: inner,
      parts: [{ text: doc(paragraph(text('part'))) }],
    });
    const fields = await fieldsOf(outer, 'format=html&expand=other');
    assert.deepEqual(fields.parts, [{ text: '<p>part</p>' }]);
    assert.equal(fields.other.fields.body, '<p>inside</p>');
    assert.equal(fields.body, null);
    assert.deepEqual((await fieldsOf(inner, 'format=json')).body, doc(paragraph(text('inside'))));
  });
});
