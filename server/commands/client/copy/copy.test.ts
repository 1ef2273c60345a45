import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { newId } from '#kernel/id.ts';
import { type ContentStage, openContent } from '../../../modules/content/testing/content.ts';
import { addMany } from '../../../modules/content/testing/many.ts';
import { useApp } from '../../../testing.ts';
import { newFolder, type Result, runProgram, runToEnd } from '../../testing/process.ts';

const test = await useApp();
await test.app.listen({ port: 0, host: '127.0.0.1' });
const port = (test.app.server.address() as AddressInfo).port;
const url = `http://127.0.0.1:${port}`;

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a line; a type would say it twice
type Json = any;
type Site = ContentStage & {
  run(...words: string[]): Promise<Result>;
  json(...words: string[]): Promise<Json>;
};

async function open(): Promise<Site> {
  const stage = await openContent(test);
  const run = (...words: string[]) =>
    runToEnd(['content', ...words], { COLONNADE_KEY: stage.tenant.key, COLONNADE_URL: url });
  const json = async (...words: string[]) => {
    const { stdout, stderr } = await run(...words, '--json');
    assert.notEqual(stdout, '', stderr);
    return JSON.parse(stdout);
  };
  return { ...stage, run, json };
}

const paragraph = (text: string, mark?: object) => ({
  type: 'paragraph',
  content: [{ type: 'text', ...(mark && { marks: [mark] }), text }],
});
const document = (...content: object[]) => ({ type: 'doc', content });

const TYPES: [string, object[], object?][] = [
  [
    'hero',
    [
      { name: 'heading', kind: 'text', localised: true },
      { name: 'image', kind: 'media' },
      { name: 'leadsTo', kind: 'reference' },
      {
        name: 'notes',
        kind: 'list',
        of: {
          kind: 'group',
          fields: [
            { name: 'line', kind: 'text', localised: true },
            { name: 'about', kind: 'reference', types: ['article'] },
          ],
        },
      },
    ],
    { block: true },
  ],
  [
    'article',
    [
      { name: 'title', kind: 'text', required: true },
      { name: 'slug', kind: 'slug', from: 'title' },
      { name: 'author', kind: 'reference', types: ['person'], required: true },
      { name: 'text', kind: 'richtext', localised: true },
      { name: 'related', kind: 'list', of: { kind: 'reference' } },
      { name: 'tone', kind: 'select', options: ['calm', 'loud'], default: 'calm' },
      { name: 'raw', kind: 'json' },
    ],
  ],
  ['note', [{ name: 'title', kind: 'text' }], { order: 'manual' }],
  [
    'page',
    [
      { name: 'title', kind: 'text', localised: true, required: true },
      { name: 'slug', kind: 'slug', localised: true, from: 'title' },
      { name: 'body', kind: 'blocks', blocks: ['hero'] },
      {
        name: 'seo',
        kind: 'group',
        fields: [
          { name: 'title', kind: 'text', localised: true },
          { name: 'card', kind: 'media' },
        ],
      },
      { name: 'rank', kind: 'number' },
    ],
    { order: 'tree', addresses: { '*': '/{path}' } },
  ],
  [
    'person',
    [
      { name: 'name', kind: 'text', required: true },
      { name: 'best', kind: 'reference', types: ['article'], required: true },
    ],
  ],
  ['settings', [{ name: 'home', kind: 'reference', types: ['page'] }], { singleton: true }],
];

/** A site with everything that a copy has to bring along. */
async function openSite(): Promise<Site> {
  const site = await open();
  const { ask, create, act, change } = site;
  await ask('PUT', '/locales', 200, {
    default: 'en',
    locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }],
  });
  for (const [name, fields, more] of TYPES) await site.putType(name, fields, more);
  const [photo, secret] = [await site.asset(), await site.asset('private')];
  const texts = {
    ...{ title: 'A "photo"', alt: 'Ähren', caption: 'In July', credit: 'Ada', tags: ['field', 'summer'] },
    ...{ translations: { de: { alt: 'Ähren im Feld' } }, focalPoint: { x: 0.25, y: 0.75 } },
    ...{ folder: '/campaigns/spring', filename: 'ähren, "alt".txt' },
  };
  const told = await test.call('PATCH', `/v1/media/${photo}`, { token: site.tenant.key, body: texts });
  assert.equal(told.status, 200, told.text);
  const property = await site.property('Main site');

  const ada = await create('person', { name: 'Ada' });
  const vote = await create(
    'article',
    {
      title: 'The vote',
      author: ada.id,
      text: {
        en: document(paragraph('By Ada', { type: 'link', attrs: { entryId: ada.id } }), {
          type: 'image',
          attrs: { assetId: photo },
        }),
      },
      raw: { id: '01920000-0000-7000-8000-000000000005', list: [null, 1] },
    },
    { propertyId: property },
  );
  await change(ada.id, { best: vote.id });
  await act(ada.id, 'publish', { broken: 'allow' });
  await act(vote.id, 'publish');
  const early = await create('article', { title: 'Early', author: ada.id, related: [vote.id], tone: 'loud' });
  await change(vote.id, { related: [early.id], tone: null });
  await act(early.id, 'schedule', { at: new Date(test.now().getTime() + 86_400_000).toISOString() });

  const home = await create('page', {
    title: { en: 'Home', de: 'Zuhause' },
    body: [
      { type: 'hero', heading: { en: 'Welcome', de: 'Willkommen' }, image: photo, leadsTo: vote.id },
      {
        type: 'hero',
        heading: { en: 'Only English' },
        notes: [{ line: { en: 'One' }, about: vote.id }, { line: { de: 'Zwei' } }],
      },
    ],
    seo: { title: { en: 'Start' }, card: secret },
  });
  const team = await create('page', { title: { en: 'Team', de: 'Gruppe' }, rank: 1 }, { parentId: home.id });
  const first = await create('page', { title: { en: 'First' } }, { parentId: home.id });
  const about = await create('page', { title: { en: 'About' } });
  await ask('PUT', `/entries/${first.id}/position`, 200, { at: 'first' });
  await ask('PUT', `/entries/${about.id}/position`, 200, { at: 'first' });
  await act(home.id, 'publish');
  const { body } = (await site.get(home.id)).fields;
  // Ahead of what is live, in one language and in the order of the blocks.
  await change(home.id, {
    body: [body[1], { ...body[0], heading: { ...body[0].heading, de: 'Grüezi' } }],
    seo: null,
  });
  await act(team.id, 'publish', { locales: ['de'] });
  await change(team.id, { title: { de: 'Mannschaft' }, rank: 2 });
  await act(first.id, 'publish', { locales: ['en'] });
  const settings = await create('settings', { home: home.id });
  await act(settings.id, 'publish');
  const notes = [];
  for (const title of ['c', 'a', 'b']) notes.push(await create('note', { title }));
  await ask('PUT', `/entries/${notes[0].id}/position`, 200, { at: 'last' });
  return site;
}

const linesIn = (path: string): Json[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The file with a number for each id, and without the times that an import does not set. */
function canonical(path: string): string {
  const known = new Map<string, string>();
  return linesIn(path)
    .map(({ schedule: _, ...line }) => JSON.stringify(line))
    .join('\n')
    .replaceAll(UUID, (id) => {
      if (!known.has(id)) known.set(id, `id-${known.size}`);
      return known.get(id)!;
    });
}

/** Passes requests on and notes them. `onAnswer` sees each answer before the client does. */
async function openProxy(onAnswer: (asked: string) => boolean = () => true) {
  const asked: string[] = [];
  const proxy = createServer((from, to) => {
    const { method, url: path, headers } = from;
    asked.push(`${method} ${path}`);
    const passed = request({ host: '127.0.0.1', port, method, path, headers }, (answer: IncomingMessage) => {
      if (!onAnswer(`${method} ${path}`)) return to.destroy();
      to.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(to);
    });
    from.pipe(passed);
  }).listen(0, '127.0.0.1');
  after(() => proxy.closeAllConnections());
  after(() => proxy.close());
  await once(proxy, 'listening');
  return { asked, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

const entry = (type: string, fields: object, more = {}) => ({
  kind: 'entry',
  id: newId(),
  type,
  fields,
  ...more,
});

function fileOf(...lines: object[]): string {
  const path = join(newFolder(), 'content.ndjson');
  const all = [
    { kind: 'content', version: 1 },
    { kind: 'locales', default: 'en', locales: [{ code: 'en', fallback: null }] },
    ...lines,
  ];
  writeFileSync(path, all.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

const typeLine = (name: string, fields: object[], more = {}) => ({
  kind: 'type',
  name,
  title: name,
  ...more,
  fields,
});
const NOTE = [
  { name: 'title', kind: 'text' },
  { name: 'slug', kind: 'slug', from: 'title' },
];

/** A site that no test changes, and its export. */
const origin = await openSite();
const exported = newFolder();
const exporting = await origin.json('export', exported);

describe('a copy of the content', () => {
  it('of one tenant in another is exported as the same file, but for the ids', async () => {
    const to = await open();
    await to.property('Main site');
    const [first, second] = [exported, newFolder()];
    assert.deepEqual(
      [exporting.types, exporting.entries, exporting.assets, exporting.scheduled],
      [6, 11, 2, 1],
    );
    const answer = await to.json('import', first, '--yes');
    assert.deepEqual(answer.problems, []);
    assert.deepEqual(answer.leftOut, []);
    assert.deepEqual(answer.entries, { created: 11, changed: 0, unchanged: 0, published: 6, refused: 0 });
    assert.deepEqual(answer.assets, { created: 2, changed: 0, unchanged: 0, refused: 0 });
    assert.equal(answer.scheduled.length, 1);
    await to.json('export', second);
    assert.equal(canonical(join(second, 'content.ndjson')), canonical(join(first, 'content.ndjson')));
    for (const name of readdirSync(join(first, 'assets')))
      assert.deepEqual(readFileSync(join(second, 'assets', name)), readFileSync(join(first, 'assets', name)));

    const again = await to.json('import', first, '--yes');
    assert.deepEqual(again.entries, { created: 0, changed: 0, unchanged: 11, published: 0, refused: 0 });
    assert.deepEqual([again.assets.unchanged, again.moved, again.onlyThere], [2, 0, 0]);
    const own = await origin.json('import', first, '--yes');
    assert.deepEqual([own.entries.created, own.entries.unchanged, own.assets.unchanged], [0, 11, 2]);
  });

  it('follows the original: values, order and what is live change, and nothing is doubled', async () => {
    const [from, to] = [await openSite(), await open()];
    await to.property('Main site');
    const folder = newFolder();
    await from.json('export', folder);
    await to.json('import', folder, '--yes');
    const find = async (type: string, at: number) =>
      (await from.ask('GET', `/entries?type=${type}&sort=createdAt&order=asc`, 200)).body.data[at].id;
    await from.change(await find('person', 0), { name: 'Ada L.' });
    await from.act(await find('article', 1), 'publish');
    const note = await find('note', 0);
    await from.ask('PUT', `/entries/${note}/position`, 200, { at: 'first' });
    await from.ask('PUT', `/entries/${await find('page', 1)}/position`, 200, { parentId: null, at: 'last' });
    await from.json('export', folder);
    const own = await to.create('note', { title: 'of staging alone' });
    const answer = await to.json('import', folder, '--yes');
    assert.deepEqual(answer.entries, { created: 0, changed: 2, unchanged: 9, published: 1, refused: 0 });
    assert.deepEqual([answer.onlyThere, answer.moved], [1, 2]);
    await to.ask('DELETE', `/entries/${own.id}`, 200);
    const copy = newFolder();
    await to.json('export', copy);
    assert.equal(canonical(join(copy, 'content.ndjson')), canonical(join(folder, 'content.ndjson')));
  });

  it('leaves live what the file has as a draft, and counts it', async () => {
    const to = await open();
    const line = entry('note', { title: 'x', slug: 'x' }, { live: {} });
    const path = fileOf(typeLine('note', NOTE), line);
    await to.json('import', path, '--yes');
    writeFileSync(path, readFileSync(path, 'utf8').replace(',"live":{}', ''));
    const { entries, stillLive } = await to.json('import', path, '--yes');
    assert.deepEqual([entries.unchanged, stillLive], [1, 1]);
    await to.ask('GET', '/published/note/x', 200);
  });

  it('keeps as drafts what is live in the file and has no review in the tenant', async () => {
    const to = await open();
    const line = entry('terms', { title: 'x', slug: 'x' }, { live: {} });
    const path = fileOf(typeLine('terms', NOTE, { review: true }), line);
    const answer = await to.json('import', path, '--yes');
    assert.deepEqual(answer.problems[0].code, 'review_required');
    assert.deepEqual([answer.entries.created, answer.entries.published], [1, 0]);
    await to.ask('GET', '/published/terms/x', 404);
  });

  it('has what is live alone with --published-only, and only named types with --type', async () => {
    const [from, to] = [origin, await open()];
    const path = join(newFolder(), 'live.ndjson');
    const { entries } = await from.json('export', path, '--published-only', '--no-assets', '--type', 'page');
    assert.equal(entries, 3);
    const lines = linesIn(path);
    assert.deepEqual(lines[0], { kind: 'content', version: 1, publishedOnly: true });
    assert.deepEqual(
      lines.filter(({ kind }) => kind === 'type').map(({ name }) => name),
      ['hero', 'page'],
    );
    const team = lines.find(({ fields }) => fields?.rank === 1);
    assert.deepEqual([team.fields.title, team.live], [{ de: 'Gruppe' }, { locales: ['de'] }]);
    const answer = await to.json('import', path, '--yes');
    assert.deepEqual(answer.problems, []);
    assert.deepEqual(answer.leftOut.map((one: Json) => one.path).sort(), [
      'fields.body[0].image',
      'fields.body[0].leadsTo',
      'fields.body[1].notes[0].about',
      'fields.seo.card',
    ]);
    const refused = await from.run('export', join(newFolder(), 'live.ndjson'));
    assert.deepEqual([refused.code, /add --no-assets/.test(refused.stderr)], [2, true]);
  });
});

describe('the way back', () => {
  it('from staging into the same folder keeps the ids of the file, so that only what changed is new', async () => {
    const [production, staging] = [await openSite(), await open()];
    await staging.property('Main site');
    const folder = newFolder();
    const file = join(folder, 'content.ndjson');
    const withoutTimes = () => linesIn(file).map(({ schedule: _, ...line }) => line);
    await production.json('export', folder);
    const before = withoutTimes();
    await staging.json('import', folder, '--yes');
    await staging.json('export', folder);
    assert.deepEqual(withoutTimes(), before);
    const { data } = (await staging.ask('GET', '/entries?type=note&sort=position', 200)).body;
    await staging.change(data[0].id, { title: 'changed in staging' });
    await staging.create('note', { title: 'new in staging' });
    await staging.json('export', folder);
    const answer = await production.json('import', folder, '--yes');
    assert.deepEqual(answer.entries, { created: 1, changed: 1, unchanged: 10, published: 0, refused: 0 });
    await production.json('export', folder);
    const after = withoutTimes();
    assert.equal(after.length, before.length + 1);
    assert.deepEqual((await staging.json('import', folder, '--yes')).entries.unchanged, 12);
  });
});

describe('readers of a copy', () => {
  it('get in each language what readers of the original get', async () => {
    const to = await open();
    await to.property('Main site');
    await to.json('import', exported, '--yes');
    const read = async (site: Site) => {
      const answers = [];
      for (const type of ['article', 'page', 'person', 'settings'])
        for (const locale of ['en', 'de'])
          answers.push(
            ...(await site.ask('GET', `/published/${type}?locale=${locale}&sort=publishedAt`, 200)).body.data,
          );
      const known = answers.map(({ fields, slugs, paths, fallbacks, locale }) => ({
        ...{ fields, slugs, paths, fallbacks, locale },
      }));
      // They go live in another order, and ids are others.
      return known.map((one) => JSON.stringify(one).replaceAll(UUID, 'id')).sort();
    };
    const original = await read(origin);
    assert.equal(original.length, 11);
    assert.deepEqual(await read(to), original);
    const home = linesIn(join(exported, 'content.ndjson')).find(({ live }) => live?.fields?.seo);
    assert.deepEqual(
      home.live.fields.body.map(({ heading }: Json) => heading),
      [{ en: 'Welcome', de: 'Willkommen' }, { en: 'Only English' }],
    );
  });
});

describe('an import that was killed', () => {
  it('makes no second entry if the file is another one when it is run again', async () => {
    const to = await open();
    const path = fileOf(typeLine('note', NOTE), entry('note', { title: 'before', slug: 'one' }));
    const { url: through } = await openProxy((asked) => {
      if (asked !== 'POST /v1/content/entries') return true;
      process.kill(running.pid, 'SIGKILL');
      return false;
    });
    const env = { COLONNADE_KEY: to.tenant.key, COLONNADE_URL: through };
    const running = runProgram(['content', 'import', path, '--yes'], env);
    assert.equal((await running.ended()).signal, 'SIGKILL');
    writeFileSync(path, readFileSync(path, 'utf8').replace('before', 'after'));
    const { entries, problems } = await to.json('import', path, '--yes');
    assert.deepEqual([entries.changed, problems], [1, []]);
    const { data } = (await to.ask('GET', '/entries', 200)).body;
    assert.deepEqual(
      data.map((one: Json) => one.fields),
      [{ title: 'after', slug: 'one' }],
    );
  });

  it('goes on when it is run again, and doubles nothing, whether the last answer came or not', async () => {
    const [to, folder] = [await open(), exported];
    await to.property('Main site');
    const begins = [
      'POST /v1/media',
      'POST /v1/content/entries',
      'PATCH /v1/content/entries',
      'PUT /v1/content/entries',
    ];
    let kills = 0;
    for (const [begin, nth] of [
      [0, 2],
      [1, 3],
      [1, 5],
      [2, 1],
      [2, 2],
      [3, 1],
    ] as const) {
      let seen = 0;
      const { url: through } = await openProxy((asked) => {
        if (!asked.startsWith(begins[begin]!) || asked.includes('dryRun') || ++seen < nth) return true;
        // The server has done it; its answer is lost.
        process.kill(running.pid, 'SIGKILL');
        kills++;
        return false;
      });
      const env = { COLONNADE_KEY: to.tenant.key, COLONNADE_URL: through };
      const running = runProgram(['content', 'import', folder, '--yes', '--json'], env);
      await running.ended();
    }
    assert.ok(kills >= 4, `${kills} of 6 were killed`);
    const last = await to.json('import', folder, '--yes');
    assert.deepEqual(last.problems, []);
    const copy = newFolder();
    await to.json('export', copy);
    assert.equal(canonical(join(copy, 'content.ndjson')), canonical(join(folder, 'content.ndjson')));
    const { total } = (await to.ask('GET', '/entries?limit=1&count=true', 200)).body;
    assert.equal(total.count, 11);
    const assets = await test.call('GET', '/v1/media', { token: to.tenant.key });
    assert.equal(assets.body.data.length, 2);
  });
});

describe('a part that is refused', () => {
  it('is reported with its line and its path; the others are imported, and the exit code is 1', async () => {
    const to = await open();
    await to.putType('note', NOTE);
    await to.create('note', { title: 'taken', slug: 'taken' });
    const [good, taken, strange] = [
      entry('note', { title: 'good' }, { live: {} }),
      entry('note', { title: 'other', slug: 'taken' }),
      entry('note', { title: 7 }),
    ];
    const path = fileOf(
      typeLine('note', NOTE),
      good,
      taken,
      strange,
      entry('note', {}, { site: { name: 'Nowhere' } }),
      {
        ...{ kind: 'asset', id: newId(), file: '../../etc/passwd', sha256: 'a'.repeat(64), filename: 'x' },
      },
    );
    writeFileSync(path, '{"kind":"ent', { flag: 'a' });
    const errors = join(newFolder(), 'errors.csv');
    const dry = await to.json('import', path, '--dry-run');
    assert.deepEqual(dry.entries, { created: 1, changed: 0, unchanged: 0, published: 0, refused: 3 });
    const { code, stdout } = await to.run('import', path, '--yes', '--errors', errors);
    assert.equal(code, 1, stdout);
    assert.match(stdout, /Entries: 1 created, 1 published, 3 refused\./);
    const rows = readFileSync(errors, 'utf8').trimEnd().split('\r\n');
    assert.deepEqual(
      rows
        .map((row) =>
          row
            .split(',')
            .filter((_, at) => at !== 1)
            .slice(0, 3)
            .join(),
        )
        .sort(),
      [
        '5,fields.slug,not_unique',
        '6,fields.title,wrong_type',
        '7,site,not_found',
        '8,,wrong_format',
        '9,,wrong_format',
        'line,path,code',
      ],
    );
    const again = await to.json('import', path, '--yes');
    assert.deepEqual([again.entries.unchanged, again.entries.refused, again.onlyThere], [1, 3, 1]);
  });

  it('is not carried into what requires it: an entry goes live once what it requires is there', async () => {
    const to = await open();
    const PERSON = [{ name: 'name', kind: 'text', required: true }];
    const STORY = [{ name: 'author', kind: 'reference', types: ['person'], required: true }];
    const person = entry('person', {}, { live: {} });
    const story = entry('story', { author: person.id }, { live: {} });
    const path = fileOf(typeLine('person', PERSON), typeLine('story', STORY), story, person);
    const first = await to.json('import', path, '--yes');
    assert.deepEqual(
      first.problems.map(({ line, path: at, code }: Json) => [line, at, code]),
      [
        [6, 'fields.name', 'required'],
        [5, 'fields.author', 'not_live'],
      ],
    );
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('"person","fields":{}', '"person","fields":{"name":"Ada"}'),
    );
    const second = await to.json('import', path, '--yes');
    assert.deepEqual([second.problems, second.entries.published], [[], 2]);
  });

  it('changes nothing with --dry-run, nor if a type would break entries that are there', async () => {
    const [to, folder] = [await open(), newFolder()];
    cpSync(exported, folder, { recursive: true, filter: (path) => !path.includes('ids-') });
    const dry = await to.json('import', folder, '--dry-run');
    assert.deepEqual([dry.types.wouldPush.length, dry.untried, dry.assets.created], [6, 11, 2]);
    assert.deepEqual((await to.ask('GET', '/types', 200)).body.data, []);
    assert.deepEqual(readdirSync(folder).sort(), ['assets', 'content.ndjson']);
    await to.putType('note', [{ name: 'count', kind: 'number' }]);
    await to.create('note', { count: 1 });
    const { code, stdout } = await to.run('import', folder, '--yes');
    assert.equal(code, 1);
    assert.match(stdout, /✗ note: .*\n.*fields\.count[\s\S]*Nothing was changed/);
    assert.equal((await to.ask('GET', '/types', 200)).body.data.length, 1);
    const asked = await to.run('import', folder);
    assert.deepEqual([asked.code, /Add --yes/.test(asked.stderr)], [2, true]);
  });
});

describe('a key', () => {
  it('of another tenant exports nothing of this one', async () => {
    const other = await open();
    const { types, entries, assets } = await other.json('export', newFolder());
    assert.deepEqual([types, entries, assets], [0, 0, 0]);
  });

  it('without a scope is told which', async () => {
    const from = await open();
    const env = { COLONNADE_KEY: await from.tenant.keyWith('read:content'), COLONNADE_URL: url };
    const refused = await runToEnd(['content', 'export', newFolder()], env);
    assert.deepEqual([refused.code, refused.stderr], [1, 'colonnade: The key lacks read:media.\n']);
    const path = fileOf(typeLine('note', NOTE));
    assert.match((await runToEnd(['content', 'import', path, '--yes'], env)).stderr, /lacks write:content\./);
  });
});

describe('3,000 entries of 18 MB', () => {
  it('are exported and compared in 28 MB of memory, a hundred with each request', async () => {
    const from = await open();
    await from.putType('note', [...NOTE, { name: 'text', kind: 'markdown' }]);
    await addMany(test, from, 'note', 3_000, (n) => ({
      title: `n${n}`,
      slug: `n${n}`,
      text: 'x'.repeat(6_000),
    }));
    const { asked, url: through } = await openProxy();
    const env = {
      ...{ COLONNADE_KEY: from.tenant.key, COLONNADE_URL: through },
      // Both sides together are 36 MB; on a busy machine, garbage of some pages waits to be collected.
      NODE_OPTIONS: '--max-old-space-size=28',
    };
    const path = join(newFolder(), 'many.ndjson');
    const { code, stderr } = await runToEnd(['content', 'export', path, '--no-assets', '--json'], env);
    assert.equal(code, 0, stderr);
    assert.equal(linesIn(path).filter(({ kind }) => kind === 'entry').length, 3_000);
    assert.ok(asked.length <= 35, `${asked.length} requests`);
    asked.length = 0;
    const compared = await runToEnd(['content', 'import', path, '--yes', '--json'], env);
    assert.equal(compared.code, 0, compared.stderr);
    assert.equal(JSON.parse(compared.stdout).entries.unchanged, 3_000, compared.stderr);
    assert.ok(asked.length <= 70, `${asked.length} requests`);
  });
});

describe('a page of entries that is larger than an answer may be', () => {
  it('is read in parts', async () => {
    const from = await open();
    await from.putType('note', [...NOTE, { name: 'text', kind: 'markdown' }]);
    await addMany(test, from, 'note', 60, (n) => ({
      title: `n${n}`,
      slug: `n${n}`,
      text: 'x'.repeat(150_000),
    }));
    const { entries } = await from.json('export', join(newFolder(), 'large.ndjson'), '--no-assets');
    assert.equal(entries, 60);
  });
});
