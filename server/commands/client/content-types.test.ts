import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openContent } from '../../modules/content/testing/content.ts';
import { useApp } from '../../testing.ts';
import { newFolder, runToEnd } from '../testing/process.ts';

const test = await useApp();
await test.app.listen({ port: 0, host: '127.0.0.1' });
const url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;

async function open() {
  const stage = await openContent(test);
  const run = (...words: string[]) =>
    runToEnd(['types', ...words], { COLONNADE_KEY: stage.tenant.key, COLONNADE_URL: url });
  return { ...stage, run };
}
const HERO = [
  { name: 'heading', kind: 'text', localised: true, required: true, label: 'The first */ line' },
  { name: 'tone', kind: 'select', options: ['calm', "editor's"] },
];
async function openPages() {
  const stage = await open();
  await stage.putType('hero', HERO, { block: true });
  await stage.putType('pull-quote', [{ name: 'text', kind: 'richtext' }], { block: true });
  await stage.putType('landing-page', [
    { name: 'title', kind: 'text', required: true },
    { name: 'rating', kind: 'number' },
    { name: 'tags', kind: 'list', of: { kind: 'text' } },
    { name: 'seo', kind: 'group', fields: [{ name: 'title', kind: 'text', localised: true }] },
    { name: 'body', kind: 'blocks', blocks: ['hero', 'pull-quote'] },
  ]);
  return stage;
}

describe('types generate', () => {
  it('writes strict TypeScript in which a block is known by its type', async () => {
    const { run } = await openPages();
    const folder = newFolder();
    const { code, stderr } = await run('generate', '--output', join(folder, 'content.ts'));
    assert.equal(code, 0, stderr);
    writeFileSync(
      join(folder, 'use.ts'),
      `import type { LandingPage, LandingPageDraft, PublishedEntries } from './content.ts';
      export const textsOf = (page: LandingPage): string[] =>
        (page.fields.body ?? []).map((block) =>
          block.type === 'hero' ? block.heading.toUpperCase() : (block.text?.type ?? 'none'));
      export const draft: LandingPageDraft = {
        title: 'x', seo: { title: { en: 'x', de: 'y' } }, body: [{ type: 'hero', heading: { en: 'x' }, tone: 'calm' }],
      };
      export const titleOf = (page: PublishedEntries['landing-page']): string => page.fields.title;
      // @ts-expect-error: there is no such block
      export const a: LandingPageDraft = { body: [{ type: 'nope' }] };
      // @ts-expect-error: it may be null
      export const b = (page: LandingPage): string => page.fields.rating.toFixed(2);
      // @ts-expect-error: it has a value per locale
      export const c: LandingPageDraft = { body: [{ type: 'hero', heading: 'plain' }] };`,
    );
    compile(folder);
  });
});

function compile(folder: string): void {
  const compilerOptions = {
    ...{ noEmit: true, strict: true, allowImportingTsExtensions: true, types: [] },
    ...{ module: 'nodenext', target: 'es2023' },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const { stdout } = spawnSync('node_modules/.bin/tsc', ['-p', folder], { encoding: 'utf8' });
  assert.equal(stdout, '');
}

describe('types pull, diff and push', () => {
  it('carry the types of one tenant to another, blocks first', async () => {
    const [from, to] = [await openPages(), await open()];
    const folder = newFolder();
    assert.equal((await from.run('pull', folder)).code, 0);
    assert.deepEqual(readdirSync(folder).sort(), ['hero.json', 'landing-page.json', 'pull-quote.json']);
    assert.deepEqual(JSON.parse(readFileSync(join(folder, 'hero.json'), 'utf8')), {
      title: 'hero',
      block: true,
      fields: HERO,
    });
    assert.equal((await from.run('diff', folder)).code, 0);
    const { code, stdout, stderr } = await to.run('push', folder, '--yes');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /3 types pushed/);
    assert.equal((await to.run('diff', folder)).code, 0);
    assert.match((await to.run('push', folder, '--yes')).stdout, /has these types already/);
  });

  it('carry the review of a type to another tenant, and leave it where a file does not name it', async () => {
    const [from, to] = [await open(), await open()];
    const folder = newFolder();
    const path = join(folder, 'terms.json');
    await from.putType('terms', [{ name: 'title', kind: 'text' }], { review: true });
    await from.run('pull', folder);
    assert.equal(JSON.parse(readFileSync(path, 'utf8')).review, true);
    const { code, stderr } = await to.run('push', folder, '--yes');
    assert.equal(code, 0, stderr);
    const { id } = await to.create('terms', { title: 'Nobody has looked' });
    await to.ask('POST', `/entries/${id}/publish`, 409);
    const { review: _, ...silent } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...silent, title: 'Terms' }));
    assert.equal((await to.run('push', folder, '--yes')).code, 0);
    const kept = (await to.ask('GET', '/types/terms', 200)).body.data;
    assert.deepEqual([kept.title, kept.review], ['Terms', true]);
    writeFileSync(path, JSON.stringify({ ...silent, review: false }));
    assert.match((await to.run('push', folder, '--yes')).stderr, /An admin alone says/);
  });

  it('show a change, refuse it with the entries that it breaks, and change nothing', async () => {
    const stage = await openPages();
    const folder = newFolder();
    await stage.run('pull', folder);
    const { id } = await stage.create('landing-page', { body: [{ type: 'hero', heading: { en: 'x' } }] });
    const fields = [
      { name: 'headline', kind: 'text' },
      { ...HERO[1], options: ['calm'] },
    ];
    writeFileSync(join(folder, 'hero.json'), JSON.stringify({ title: 'hero', block: true, fields }));
    rmSync(join(folder, 'pull-quote.json'));
    const diff = await stage.run('diff', folder);
    assert.equal(diff.code, 1);
    assert.match(
      diff.stdout,
      /~ hero\n {4}\+ headline \(text\)\n {4}- heading \(text\)\n {4}~ tone: options/,
    );
    assert.match(diff.stdout, /\? pull-quote/);
    const push = await stage.run('push', folder, '--yes');
    assert.equal(push.code, 1);
    assert.ok(
      push.stdout.includes(`${id}: fields.body[0].heading is not a field of the block hero`),
      push.stdout,
    );
    assert.deepEqual((await stage.ask('GET', '/types/hero', 200)).body.data.fields, HERO);
  });

  it('ask before they change anything, and report a file that is no type', async () => {
    const stage = await openPages();
    const folder = newFolder();
    writeFileSync(join(folder, 'new.json'), JSON.stringify({ title: 'New', fields: [] }));
    const asked = await stage.run('push', folder);
    assert.equal(asked.code, 2);
    assert.match(asked.stderr, /Add --yes/);
    await stage.ask('GET', '/types/new', 404);
    writeFileSync(join(folder, 'bad.json'), '{"title":');
    assert.match((await stage.run('push', folder, '--yes')).stderr, /bad\.json is not a content type/);
  });
});
