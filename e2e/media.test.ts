import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import sharp from 'sharp';
import { eventually } from '#kernel/testing/eventually.ts';
import { settled, uploaded } from '../server/modules/media/testing/uploads.ts';
import { useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test } = dashboard;
const token = await dashboard.tenant.staff('owner');

const picture = (background: string, width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
const ready = async (background: string, filename: string) => {
  const { id } = await uploaded(test, token, await picture(background), { filename, type: 'image/jpeg' });
  return settled(test, token, id);
};
/** Rejects if the file is no picture. */
const arrived = (image: HTMLImageElement) => image.decode();

describe('media', () => {
  it('are uploaded by choosing a file, and a thumbnail appears by itself', async () => {
    const page = await dashboard.openAs('editor', '/media');
    await page.getByText('The library is empty').waitFor();
    const file = { name: 'harbour.jpg', mimeType: 'image/jpeg', buffer: await picture('#2a6f97') };
    await page.getByLabel('Files to upload').setInputFiles(file);
    await page.getByText('harbour.jpg is uploaded').waitFor();
    const card = page.getByRole('link', { name: /harbour/ });
    await card.locator('img').waitFor();
    await card.locator('img').evaluate(arrived);
    await card.getByText('900 × 600').waitFor();
  });

  it('show why a file is refused', async () => {
    const page = await dashboard.openAs('editor', '/media');
    const file = { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) };
    await page.getByLabel('Files to upload').setInputFiles(file);
    await page.getByRole('button', { name: 'Dismiss empty.png' }).click();
  });

  it('are found by folder and word, and get a description', async () => {
    const { id } = await ready('#b56576', 'garden.jpg');
    const page = await dashboard.openAs('editor', `/media/${id}`);
    await page.getByLabel('Alternative text').fill('A garden in May');
    await page.getByRole('combobox', { name: 'Folder' }).fill('/campaigns/spring');
    await page.getByRole('button', { name: 'Save details' }).click();
    await page.getByText('The asset is saved').waitFor();
    await page.goto('/media?folder=%2Fcampaigns%2Fspring');
    await page.getByRole('link', { name: /garden/ }).waitFor();
    assert.equal(
      await page
        .getByRole('listitem')
        .filter({ has: page.locator('img') })
        .count(),
      1,
    );
    await page.getByLabel('Search assets').fill('nothing like it');
    await page.getByText('No asset matches').waitFor();
  });

  it('have a focal point, set by a click or by the keyboard', async () => {
    const { id } = await ready('#e56b6f', 'market.jpg');
    const page = await dashboard.openAs('editor', `/media/${id}`);
    const point = page.getByRole('button', { name: /^Focal point/ });
    await point.locator('img').waitFor();
    const { width, height } = (await point.boundingBox())!;
    await point.click({ position: { x: width * 0.25, y: height * 0.75 } });
    await page.getByText('The focal point is set; its pictures are made anew').waitFor();
    const { focalPoint } = await settled(test, token, id);
    assert.ok(Math.abs(focalPoint.x - 0.25) < 0.01 && Math.abs(focalPoint.y - 0.75) < 0.01);
    await page.getByText('Ready', { exact: true }).waitFor();
    await point.press('ArrowRight');
    await point.press('Enter');
    await page.getByText('30 % from the left').waitFor();
  });

  it('have texts for every language and for one, which another language leaves alone', async () => {
    const locales = { default: 'en', locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }] };
    await test.call('PUT', '/v1/content/locales', { token, body: locales });
    const { id } = await ready('#355070', 'harbour-at-night.jpg');
    const page = await dashboard.openAs('editor', `/media/${id}`);
    await page.getByLabel('Alternative text').fill('Boats at night');
    await page.getByLabel('Credit').fill('Ada Lovelace');
    await page.getByRole('combobox', { name: 'Language of the texts' }).click();
    await page.getByRole('option', { name: 'German' }).click();
    assert.equal(await page.getByLabel('Alternative text').getAttribute('placeholder'), 'Boats at night');
    await page.getByLabel('Alternative text').fill('Boote bei Nacht');
    await page.getByLabel('Caption').fill('Hamburg, im Mai');
    await page.getByRole('button', { name: 'Save details' }).click();
    await page.getByText('The asset is saved').waitFor();
    const { alt, caption, credit, translations } = await settled(test, token, id);
    assert.deepEqual([alt, caption, credit], ['Boats at night', '', 'Ada Lovelace']);
    assert.deepEqual(translations, { de: { alt: 'Boote bei Nacht', caption: 'Hamburg, im Mai' } });
    await page.getByRole('combobox', { name: 'Language of the texts' }).click();
    await page.getByRole('option', { name: 'German' }).click();
    await page.getByLabel('Caption').fill('');
    await page.getByRole('button', { name: 'Save details' }).click();
    // The notice of the first save may still be there, and the button is disabled while a save is under way.
    await eventually('the German caption is gone', async () => {
      const { translations: saved } = await settled(test, token, id);
      return isDeepStrictEqual(saved, { de: { alt: 'Boote bei Nacht' } });
    });
  });

  it('are accessible in both colour schemes, and read-only for viewers', async () => {
    const page = await dashboard.openAs('viewer', '/media');
    await page.getByRole('link', { name: /market/ }).waitFor();
    assert.equal(await page.getByLabel('Files to upload').count(), 0);
  });
});
