import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { uploaded } from '../server/modules/media/testing/uploads.ts';
import { type Page, useDashboard } from './browser.ts';
import { assertGoodLooks } from './visual-checks.ts';

const dashboard = await useDashboard({});
const { test } = dashboard;
const work = test.startWork();
after(() => work.stop());

/** Uses an API key, because this file moves the clock further than a session lasts. */
const token = dashboard.tenant.key;
const DAY_MS = 86_400_000;
const ask = async (method: string, path: string, body?: object) => {
  const answer = await test.call(method, `/v1/content${path}`, { token, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data;
};

const ARTICLE = [
  { name: 'title', kind: 'text', required: true, localised: true, maxLength: 200 },
  { name: 'slug', kind: 'slug' },
  { name: 'teaser', kind: 'text' },
  { name: 'body', kind: 'richtext' },
  { name: 'notes', kind: 'markdown' },
  { name: 'readingMinutes', kind: 'number', integer: true },
  { name: 'featured', kind: 'boolean' },
  { name: 'eventAt', kind: 'datetime' },
  { name: 'mood', kind: 'select', options: ['calm', 'merry'] },
  { name: 'photo', kind: 'media' },
  { name: 'related', kind: 'reference', types: ['article'] },
  { name: 'tags', kind: 'list', of: { kind: 'text' } },
  { name: 'origin', kind: 'group', fields: [{ name: 'country', kind: 'text' }] },
  { name: 'extra', kind: 'json' },
];
await ask('PUT', '/locales', { default: 'en', locales: [{ code: 'en' }, { code: 'de' }, { code: 'ar' }] });
await ask('PUT', '/types/article', { title: 'Article', fields: ARTICLE });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const create = (fields: object) => ask('POST', '/entries', { type: 'article', fields });

// Imported by URL: another tsconfig checks it.
const { directionOf } = await import(new URL('../dashboard/src/ui/direction.ts', import.meta.url).href);

it('the direction of a language follows from its script', () => {
  for (const tag of ['ar', 'ar-EG', 'he', 'fa-IR', 'ur-PK', 'ku-Arab', 'AZ-arab-IR'])
    assert.equal(directionOf(tag), 'rtl', tag);
  for (const tag of ['en', 'de-AT', 'ja', 'ks-Deva', 'ar-Latn', 'zh-Hant-TW', 'sr-1994'])
    assert.equal(directionOf(tag), 'ltr', tag);
});

describe('an entry', () => {
  it('with a field of every kind goes from draft to scheduled to published', async () => {
    const page = await dashboard.openAs('editor', '/content');
    await page.getByRole('link', { name: 'New article' }).click();
    await heading(page, 'New article');
    await page.getByLabel('Title (en)').fill('Spring harvest');
    await page.getByLabel('Slug').fill('spring-harvest');
    await page.getByLabel('Teaser').fill('The first leaves are in.');
    await page.getByRole('textbox', { name: 'Body' }).click();
    await page.keyboard.type('Picked by hand.');
    await page.getByLabel('Reading minutes').fill('4');
    await page.getByLabel('Featured').check();
    await page.getByRole('combobox', { name: 'Mood' }).click();
    await page.getByRole('option', { name: 'merry' }).click();
    await button(page, 'Add to Tags').click();
    await page.getByLabel('Tags 1', { exact: true }).fill('tea');
    await page.getByLabel('Country').fill('Japan');
    await page.getByLabel('Extra').fill('{"rank": 1}');
    await button(page, 'Save draft').click();
    await heading(page, 'Spring harvest');

    const [entry] = await ask('GET', '/entries?q=spring');
    assert.deepEqual(entry.fields, {
      title: { en: 'Spring harvest' },
      slug: 'spring-harvest',
      teaser: 'The first leaves are in.',
      body: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Picked by hand.' }] }],
      },
      readingMinutes: 4,
      featured: true,
      mood: 'merry',
      tags: ['tea'],
      origin: { country: 'Japan' },
      extra: { rank: 1 },
    });

    await button(page, 'Schedule').click();
    await page.getByRole('button', { name: 'Publish at' }).click();
    await page.getByRole('button', { name: 'Tomorrow at 9:00' }).click();
    await page.keyboard.press('Escape');
    await button(page, 'Save schedule').click();
    await said(page, 'The schedule is saved');
    const scheduled = await ask('GET', `/entries/${entry.id}`);
    assert.equal(new Date(scheduled.schedule.publishAt).getHours(), 9);
    await page.getByText('Scheduled', { exact: true }).waitFor();

    test.advance(2 * DAY_MS);
    const isLive = async () => (await ask('GET', `/entries/${entry.id}`)).status === 'published';
    while (!(await isLive())) await new Promise((go) => setTimeout(go, 50));
    await page.reload();
    await button(page, 'Published').waitFor();
  });

  it('refers to a picture of the library and to another entry', async () => {
    const pixel = { create: { width: 40, height: 30, channels: 3, background: '#2a6f97' } } as const;
    const asset = await uploaded(test, token, await sharp(pixel).png().toBuffer(), {
      filename: 'harbour.png',
    });
    const [other] = await ask('GET', '/entries?q=spring');
    const { id } = await create({ title: { en: 'With a picture' } });
    const page = await dashboard.goAs('editor', `/content/${id}`);
    await button(page, 'Choose Photo').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /harbour/ })
      .click();
    await page.getByRole('combobox', { name: 'Related' }).fill('spring');
    await page.getByRole('option', { name: /Spring harvest/ }).click();
    await button(page, 'Save draft').click();
    await said(page, 'The draft is saved');
    const { photo, related } = (await ask('GET', `/entries/${id}`)).fields;
    assert.deepEqual({ photo, related }, { photo: asset.id, related: other.id });
  });

  it('is not published without a required field, which the screen names', async () => {
    const { id } = await create({ title: { de: 'Nur deutsch' } });
    const page = await dashboard.goAs('editor', `/content/${id}`);
    await heading(page, 'Nur deutsch');
    await button(page, 'Publish').click();
    await page.getByText('Title (en): Is required').waitFor();
    await page.getByText('Is required', { exact: true }).waitFor();
  });

  it('has separate values in each language', async () => {
    const { id } = await create({ title: { en: 'Tea' } });
    const page = await dashboard.goAs('editor', `/content/${id}`);
    await page.getByRole('radiogroup').getByText('German').click();
    await page.getByLabel('Title (de)').fill('Tee');
    // Arabic runs from right to left also where it is empty, or begins with a Latin word.
    const isRightToLeft = (element: Element) => element.matches(':dir(rtl)');
    assert.equal(await page.getByLabel('Title (de)').evaluate(isRightToLeft), false);
    await page.getByRole('radiogroup').getByText('Arabic').click();
    assert.equal(await page.getByLabel('Title (ar)').evaluate(isRightToLeft), true);
    await page.getByRole('radiogroup').getByText('English').click();
    assert.equal(await page.getByLabel('Title (en)').inputValue(), 'Tea');
    await button(page, 'Save draft').click();
    await said(page, 'The draft is saved');
    assert.deepEqual((await ask('GET', `/entries/${id}`)).fields.title, { en: 'Tea', de: 'Tee' });
    await page.getByLabel('Title (en)').fill('Green tea');
    await button(page, 'Publish').click();
    await button(page, 'Published').waitFor();
    const { status, fields } = await ask('GET', `/entries/${id}`);
    assert.deepEqual(
      [status, fields.title.en],
      ['published', 'Green tea'],
      'what was typed went out with it',
    );
  });

  it('goes live and comes down in one language, at a time of its own if that is wanted', async () => {
    const { id } = await create({ title: { en: 'Unfinish', de: 'Fertig' } });
    const page = await dashboard.goAs('editor', `/content/${id}`);
    const languages = page.getByRole('list', { name: 'Languages' });
    const stateOf = async (code: string) => (await ask('GET', `/entries/${id}`)).locales[code].status;
    await page.getByRole('radiogroup').getByText('German').click();
    await page.getByLabel('Title (de)').fill('Ganz fertig');
    await button(page, 'Choose what to publish').click();
    await page.getByRole('menuitem', { name: 'This language: German' }).click();
    await said(page, 'Published in German');
    await languages.getByText('Published', { exact: true }).waitFor();
    assert.equal(await languages.getByText('Not live').count(), 2);
    await page.getByText('in 1 of 3 languages').waitFor();
    await assertGoodLooks(page, 'entry-languages');
    assert.deepEqual([await stateOf('en'), await stateOf('de')], ['draft', 'published']);
    const read = (await ask('GET', `/published/article/${id}?locale=de`)).fields;
    assert.equal(read.title, 'Ganz fertig');

    await button(page, 'Schedule').click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'For' }).click();
    await page.getByRole('option', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Publish at' }).click();
    await page.getByRole('button', { name: 'In a week at 9:00' }).click();
    await page.keyboard.press('Escape');
    await button(page, 'Save schedule').click();
    await said(page, 'The schedule is saved');
    await languages.getByText(/Goes live/).waitFor();
    const { schedule, locales } = await ask('GET', `/entries/${id}`);
    assert.deepEqual([schedule.publishAt, locales.en.publishAt !== undefined], [null, true]);

    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Take down German …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take down' }).click();
    await said(page, 'Taken down');
    assert.equal(await stateOf('de'), 'draft');
  });

  it('that a colleague saved first shows their changes and keeps both versions', async () => {
    const { id } = await create({ title: { en: 'Mine' }, teaser: 'Before' });
    const page = await dashboard.goAs('editor', `/content/${id}`);
    await page.getByLabel('Title (en)').fill('Mine, better');
    await ask('PATCH', `/entries/${id}`, { fields: { teaser: 'Theirs', title: { en: 'Theirs too' } } });
    await button(page, 'Save draft').click();
    const notice = page.getByRole('alert').filter({ hasText: 'Someone else saved first' });
    const theirs = await notice.getByRole('region', { name: 'Teaser' }).innerText();
    assert.match(theirs, /Before\s+\+?\s*Theirs/);
    assert.match(await notice.innerText(), /Title \(en\) – you changed this too/);
    await assertGoodLooks(page, 'entry-conflict');
    await notice.getByRole('button', { name: 'Save mine over it' }).click();
    await said(page, 'The draft is saved');
    const { fields } = await ask('GET', `/entries/${id}`);
    assert.deepEqual(fields, { title: { en: 'Mine, better' }, teaser: 'Theirs' });
  });

  it('saves itself as a draft after a rest, and is restored if it could not', async () => {
    const { id } = await create({ title: { en: 'Slow' } });
    const page = await dashboard.openAs('editor', '/');
    await page.clock.install();
    await page.goto(`/content/${id}`);
    await page.getByLabel('Teaser').fill('Hours of work');
    await page.clock.runFor(6_000);
    await button(page, 'Saved').waitFor();
    assert.equal((await ask('GET', `/entries/${id}`)).fields.teaser, 'Hours of work');
    // A live entry changes by hand only: a reader's page is not made “changed” by a slip.
    await button(page, 'Publish').click();
    await said(page, 'Published');
    await page.getByLabel('Teaser').fill('A slip');
    await page.clock.runFor(60_000);
    assert.equal((await ask('GET', `/entries/${id}`)).fields.teaser, 'Hours of work');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Restored what you had typed.').waitFor();
    assert.equal(await page.getByLabel('Teaser').inputValue(), 'A slip');
    await page.keyboard.press('Control+s');
    await said(page, 'The draft is saved');
    assert.equal((await ask('GET', `/entries/${id}`)).fields.teaser, 'A slip');
  });

  it('with unsaved text is left only after a confirmation', async () => {
    const { id } = await create({ title: { en: 'Careful' } });
    await ask('POST', `/entries/${id}/publish`);
    const page = await dashboard.openAs('editor', `/content/${id}`);
    await page.getByLabel('Teaser').fill('Hours of work');
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('link', { name: 'Customers' }).click();
    assert.equal(await page.getByLabel('Teaser').inputValue(), 'Hours of work');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('link', { name: 'Customers' }).click();
    await heading(page, 'Customers');
  });

  it('shows the changes of a revision and restores it', async () => {
    const { id } = await create({ title: { en: 'First words' }, teaser: 'Old' });
    await ask('PATCH', `/entries/${id}`, { fields: { teaser: 'New' } });
    const page = await dashboard.goAs('editor', `/content/${id}`);
    await button(page, 'Version 1').click();
    const dialog = page.getByRole('dialog');
    assert.match(await dialog.getByRole('region', { name: 'Teaser' }).innerText(), /Old\s+\+?\s*New/);
    await dialog.getByRole('button', { name: 'Restore version 1' }).click();
    await said(page, 'Version 1 is the draft again');
    assert.equal(await page.getByLabel('Teaser').inputValue(), 'Old');
  });

  it('is read-only for a viewer', async () => {
    const { id } = await create({ title: { en: '<b>Look</b>' } });
    const page = await dashboard.openAs('viewer', `/content/${id}`);
    await heading(page, '<b>Look</b>');
    assert.equal(await page.getByLabel('Title (en)').getAttribute('readonly'), '');
    assert.equal(await page.getByRole('button', { name: 'Publish' }).count(), 0);
  });
});

describe('selected entries', () => {
  it('go live in one request, without one that cannot, and are taken back', async () => {
    const ready = [];
    for (const name of ['Ready one', 'Ready two']) ready.push((await create({ title: { en: name } })).id);
    await create({ teaser: 'Unready' });
    const page = await dashboard.goAs('editor', '/content');
    for (const name of [/Ready one/, /Ready two/, /Unready/])
      await page.getByRole('checkbox', { name }).check();
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''));
    await button(page, 'Publish').click();
    await button(page, 'Publish 3 entries').click();
    const refused = page.getByRole('alert');
    await refused.getByText('2 of 3 done').waitFor();
    await refused.getByText('Title (en) is required').waitFor();
    await page.getByRole('dialog').getByText('Close', { exact: true }).click();
    for (const id of ready) assert.equal((await ask('GET', `/entries/${id}`)).status, 'published');
    assert.equal(
      sent.filter((body) => body.includes('"entries"')).length,
      2,
      'all together, then each that can',
    );
    await said(page, '2 entries published');
    await button(page, 'Undo').click();
    await said(page, 'Undone');
    for (const id of ready) assert.equal((await ask('GET', `/entries/${id}`)).status, 'draft');
  });
});

describe('a content type', () => {
  it('is created, and names the entries that a change would break', async () => {
    const page = await dashboard.goAs('editor', '/content/types');
    await button(page, 'New type').click();
    await page.getByLabel('Title').fill('Recipe');
    await button(page, 'Make type').click();
    await heading(page, 'Recipe');
    await button(page, 'Add field').click();
    await page.getByLabel('Label').fill('Cooking time');
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Number' }).click();
    await button(page, 'Save type').click();
    await said(page, 'The type is saved');
    const made = await ask('GET', '/types/recipe');
    assert.deepEqual(made.fields.at(-1), { name: 'cookingTime', kind: 'number', label: 'Cooking time' });

    await ask('POST', '/entries', { type: 'recipe', fields: { title: 'Soup', cookingTime: 20 } });
    await page.getByRole('button', { name: 'Remove Cooking time' }).click();
    await button(page, 'Save type').click();
    await page.getByText('1 entry does not fit this change').waitFor();
    await page.getByRole('combobox', { name: 'Values of Cooking time' }).click();
    await page.getByRole('option', { name: 'Throw them away; revisions keep them' }).click();
    await assertGoodLooks(page, 'type-breakage');
    await button(page, 'Change the type and these values').click();
    const fields = async () => (await ask('GET', '/types/recipe')).fields.length;
    for (let looks = 0; looks < 100 && (await fields()) > 2; looks++) await page.waitForTimeout(50);
    assert.equal(await fields(), 2);
  });

  it('shows the whole names of its fields on a phone', async () => {
    const page = await dashboard.openAs('admin', '/content/types/article', { width: 360 });
    const names = page.getByRole('region', { name: 'Fields' }).getByRole('button', { expanded: false });
    await names.first().waitFor();
    const cut = await names.evaluateAll((buttons) =>
      buttons
        .flatMap((button) => [...button.querySelectorAll('p')])
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
    assert.deepEqual(cut, []);
  });

  it('is listed, and filters the list of entries', async () => {
    const page = await dashboard.openAs('viewer', '/content/types');
    await page.getByRole('link', { name: 'Article' }).waitFor();
    await page.getByRole('tab', { name: 'Entries' }).click();
    await button(page, 'Filter').click();
    await page.getByRole('menuitem', { name: 'Type' }).click();
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Recipe' }).click();
    await page.keyboard.press('Escape');
    await button(page, 'Type: Recipe').waitFor();
    await page.getByRole('link', { name: 'Soup' }).waitFor();
    // The former rows stay until the answer arrives.
    await page.getByRole('link', { name: 'Spring harvest' }).waitFor({ state: 'detached' });
    await page.goto('/content');
    await page.getByRole('link', { name: 'Spring harvest' }).waitFor();
  });
});
