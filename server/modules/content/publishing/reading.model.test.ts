/** Readers see what a plain model says, at every moment: locales × drafts × references × schedules, at random. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AppError } from '#kernel/errors.ts';
import { IS_DEEP } from '#kernel/testing/depth.ts';
import { useApp } from '../../../testing.ts';
import { below, oneOf, random, SEED } from '../testing/chance.ts';
import { openContent } from '../testing/content.ts';
import { act as actAtItsTime, noteFailure } from './schedule.ts';

const LASTS_MS = IS_DEEP ? 60_000 : 4_000;

type Title = Record<string, string>;
type Values = { title: Title; chief: string | null; links: string[] };
type Action = { action: 'publish' | 'unpublish'; at: number };
type Modelled = { type: 'leaf' | 'page'; draft: Values; live: Values | null; due: Action[] };
type Locales = { default: string; locales: { code: string; fallback: string | null }[] };

const CODES = ['en', 'de', 'de-CH'];
const SETTINGS: Locales[] = [
  [null, null, 'de'],
  [null, null, null],
  [null, 'de-CH', null],
].map((fallbacks) => ({
  default: 'en',
  locales: CODES.map((code, at) => ({ code, fallback: fallbacks[at]! })),
}));
const WORDS = ['amber', 'birch', 'cedar', 'daisy', 'elder', 'fern', 'grass', 'heath'];

const test = await useApp();
const title = { name: 'title', kind: 'text', required: true, localised: true };
const stage = await openContent(test, {
  leaf: [title],
  page: [
    title,
    { name: 'chief', kind: 'reference', types: ['leaf'], required: true },
    { name: 'links', kind: 'list', of: { kind: 'reference' } },
  ],
});
const { ask, tenant } = stage;

const model = new Map<string, Modelled>();
let locales = SETTINGS[0]!;

/** Written apart from the program: one locale, then the next. */
function served(text: Title, code: string): string | null {
  for (let next: string | null = code; next !== null; ) {
    if (text[next] !== undefined) return text[next]!;
    next = locales.locales.find((locale) => locale.code === next)?.fallback ?? null;
  }
  return text[locales.default] ?? null;
}

const ids = (type: string) => [...model].filter(([, one]) => one.type === type).map(([id]) => id);
const isLive = (id: string) => (model.get(id)?.live ?? null) !== null;
/** A leaf goes live at its time if it is complete then. */
const isDue = (id: string) =>
  model.get(id)!.draft.title.en !== undefined &&
  model.get(id)!.due.some(({ action, at }) => action === 'publish' && at <= test.now().getTime());

const canPublish = ({ type, draft }: Modelled) =>
  draft.title.en !== undefined &&
  (type === 'leaf' || (draft.chief !== null && (isLive(draft.chief) || isDue(draft.chief))));

const isRequired = (id: string) => [...model.values()].some(({ live }) => live?.chief === id);

function someTitle(): Title {
  const codes = CODES.filter(() => random() < 0.6);
  return Object.fromEntries(codes.map((code) => [code, `${oneOf(WORDS)} ${below(1_000)}`]));
}

function someValues(type: 'leaf' | 'page'): Values {
  const leaves = ids('leaf');
  if (type === 'leaf') return { title: someTitle(), chief: null, links: [] };
  const links = [...new Set([...ids('page'), ...leaves].filter(() => random() < 0.2))].slice(0, 3);
  return { title: someTitle(), chief: leaves.length > 0 ? oneOf(leaves) : null, links };
}

const sent = (type: string, { title, chief, links }: Values) => ({
  title: Object.fromEntries(CODES.map((code) => [code, title[code] ?? null])),
  ...(type === 'page' && { chief, links }),
});

async function create(isFirst = false): Promise<void> {
  const type = isFirst || random() < 0.5 ? 'leaf' : 'page';
  const draft = someValues(type);
  if (isFirst) draft.title.en ??= `${oneOf(WORDS)} ${below(1_000)}`;
  const { id } = await stage.create(type, sent(type, draft));
  model.set(id, { type, draft, live: isFirst ? draft : null, due: [] });
  if (isFirst) await stage.act(id, 'publish');
}

const without = (due: Action[], action: Action['action']) => due.filter((one) => one.action !== action);
const isChanged = ({ draft, live }: Modelled) => JSON.stringify(draft) !== JSON.stringify(live);

async function step(): Promise<string> {
  if (model.size < 4 || (model.size < 25 && random() < 0.2)) {
    await create();
    return 'create';
  }
  const [id, one] = oneOf([...model]);
  const what = oneOf([
    'change',
    'publish',
    'publish',
    'unpublish',
    'schedule',
    'wait',
    'wait',
    'locales',
    'delete',
  ]);
  if (what === 'change') {
    one.draft = someValues(one.type);
    if (one.draft.links.includes(id)) one.draft.links = [];
    await ask('PATCH', `/entries/${id}`, 200, { fields: sent(one.type, one.draft) });
  } else if (what === 'publish') {
    const isAllowed = !isChanged(one) || canPublish(one);
    await ask('POST', `/entries/${id}/publish`, isAllowed ? 200 : 422);
    if (isAllowed) Object.assign(one, { live: one.draft, due: without(one.due, 'publish') });
  } else if (what === 'unpublish') {
    const status = one.live !== null && !isRequired(id) ? 200 : 409;
    await ask('POST', `/entries/${id}/unpublish`, status);
    if (status === 200) Object.assign(one, { live: null, due: without(one.due, 'unpublish') });
  } else if (what === 'schedule') {
    if (one.draft.title.en === undefined || (one.type === 'page' && one.draft.chief === null)) return what;
    if (!isChanged(one)) return what;
    const at = test.now().getTime() + 60_000 + below(5) * 1_000;
    const times = { at: new Date(at).toISOString(), unpublishAt: new Date(at + 60_000).toISOString() };
    await ask('POST', `/entries/${id}/schedule`, 200, times);
    one.due = [
      { action: 'publish', at },
      { action: 'unpublish', at: at + 60_000 },
    ];
  } else if (what === 'wait') {
    test.advance(10_000 + below(60_000));
    await runSchedule();
  } else if (what === 'locales') {
    locales = oneOf(SETTINGS);
    await ask('PUT', '/locales', 200, locales);
  } else {
    const isReferred = [...model].some(
      ([other, { draft, live }]) =>
        other !== id && [draft, live].some((values) => values?.chief === id || values?.links.includes(id)),
    );
    await ask('DELETE', `/entries/${id}`, isReferred ? 409 : 200);
    if (!isReferred) model.delete(id);
  }
  return what;
}

const others = {
  findPublic: async () => [],
};

/** Runs due actions as the worker does: the longest waiting first. */
async function runSchedule(): Promise<void> {
  for (;;) {
    const now = test.now();
    const [next] = [...model]
      .flatMap(([id, one]) => one.due.map((due) => ({ id, one, ...due })))
      .filter(({ at }) => at <= now.getTime())
      .sort((a, b) => a.at - b.at);
    if (next === undefined) return;
    const { id, one, action } = next;
    const isAllowed = action === 'unpublish' || !isChanged(one) || canPublish(one);
    const run = test.db.inTenant(tenant.id, (tx) => actAtItsTime(tx, now, id, action, others));
    const failure = await run.then(
      () => null,
      (error) => error,
    );
    assert.equal(failure === null, isAllowed, `${action} ${failure}`);
    if (failure !== null) {
      assert.ok(failure instanceof AppError, String(failure));
      await test.db.inTenant(tenant.id, (tx) => noteFailure(tx, now, id, action, failure));
    } else one.live = action === 'publish' ? one.draft : null;
    one.due = without(one.due, action);
  }
}

async function readersSeeTheModel(): Promise<void> {
  const type = oneOf(['leaf', 'page'] as const);
  const live = [...model].filter(([, one]) => one.type === type && one.live !== null);
  for (const code of CODES) {
    const shown = live.map(([id, one]) => ({ id, title: served(one.live!.title, code) }));
    const order = (a: { id: string; title: string | null }, b: typeof a) =>
      (a.title ?? '') < (b.title ?? '') ? -1 : (a.title ?? '') > (b.title ?? '') ? 1 : a.id < b.id ? -1 : 1;
    const list = (await ask('GET', `/published/${type}?locale=${code}&sort=title&order=asc&limit=100`, 200))
      .body.data;
    const seen = list.map(({ id, fields }: { id: string; fields: { title: string } }) => ({
      id,
      title: fields.title,
    }));
    assert.deepEqual(seen, shown.toSorted(order), code);
    const word = oneOf(WORDS);
    const found = (await ask('GET', `/published/${type}?locale=${code}&q=${word}&limit=100`, 200)).body.data;
    assert.deepEqual(
      found.map(({ id }: { id: string }) => id).sort(),
      shown
        .filter(({ title }) => title?.startsWith(word))
        .map(({ id }) => id)
        .sort(),
      `${word} in ${code}`,
    );
    const hits = (await ask('GET', `/search?q=${word}&locale=${code}&type=${type}&limit=50`, 200)).body.data;
    assert.deepEqual(
      hits.map(({ id }: { id: string }) => id).sort(),
      found.map(({ id }: { id: string }) => id).sort(),
      `a search for ${word} in ${code}`,
    );
  }
  const pages = [...model].filter(([, one]) => one.type === 'page');
  if (pages.length === 0) return;
  const [id, { live: page }] = oneOf(pages);
  const answer = await ask(
    'GET',
    `/published/page/${id}?expand=chief,links&locale=de`,
    page === null ? 404 : 200,
  );
  if (page === null) return;
  const { chief, links } = answer.body.data.fields;
  const isShown = page.chief !== null && isLive(page.chief);
  assert.equal(chief?.id ?? null, isShown ? page.chief : null);
  assert.deepEqual(
    (links ?? []).map((link: { id: string }) => link.id),
    page.links.filter(isLive),
  );
}

it(`readers see what a plain model says, at every moment (SEED=${SEED})`, async () => {
  await ask('PUT', '/locales', 200, locales);
  for (let first = 0; first < 8; first++) await create(true);
  const steps: string[] = [];
  for (const began = performance.now(); performance.now() - began < LASTS_MS; ) {
    try {
      steps.push(await step());
      await readersSeeTheModel();
    } catch (error) {
      (error as Error).message += `\nSEED=${SEED}, step ${steps.length}: ${steps.slice(-8).join(', ')}`;
      throw error;
    }
  }
  assert.ok(steps.length > 5, `${steps.length} steps`);
});
