/** Readers of each locale see what a plain model says, at every moment: saves, publications and take-downs of locales at random. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { IS_DEEP } from '#kernel/testing/depth.ts';
import { useApp } from '../../../testing.ts';
import { below, oneOf, random, SEED } from '../testing/chance.ts';
import { openContent } from '../testing/content.ts';
import { act as actAtItsTime } from './schedule.ts';

const LASTS_MS = IS_DEEP ? 60_000 : 2_000;
/** Also on a busy machine. */
const LEAST_STEPS = 60;

const CODES = ['en', 'de', 'de-CH', 'fr'];
const CHAINS: Record<string, string[]> = {
  en: ['en'],
  de: ['de', 'en'],
  'de-CH': ['de-CH', 'de', 'en'],
  fr: ['fr', 'en'],
};
const WORDS = ['amber', 'birch', 'cedar', 'daisy'];

type Texts = Record<string, string>;
type Part = { id: string; words: Texts; size: number };
type Values = { title: Texts; rank: number; parts: Part[] };
/** `codes`: the live locales; null: all. */
type Modelled = { draft: Values; live: (Values & { codes: string[] | null }) | null };

const test = await useApp();
const stage = await openContent(test);
const { ask } = stage;
await ask('PUT', '/locales', 200, {
  default: 'en',
  locales: [{ code: 'en' }, { code: 'de' }, { code: 'de-CH', fallback: 'de' }, { code: 'fr' }],
});
const words = { name: 'words', kind: 'text', localised: true };
await stage.putType('part', [words, { name: 'size', kind: 'number' }], { block: true });
const PAGE = [
  { name: 'title', kind: 'text', required: true, localised: true },
  { name: 'rank', kind: 'number' },
  { name: 'parts', kind: 'blocks', blocks: ['part'] },
];
await stage.putType('page', PAGE);
/** A field without values: adding and removing it rewrites every entry. */
let hasNote = false;
async function changeType(): Promise<void> {
  hasNote = !hasNote;
  const note = { name: 'note', kind: 'text', localised: true };
  await stage.putType(
    'page',
    hasNote ? [note, ...PAGE] : PAGE,
    hasNote ? {} : { migrate: { drop: ['note'] } },
  );
}

const model = new Map<string, Modelled>();
let made = 0;
/** No text comes twice, so one that readers must not see is known by itself. */
const someText = () => `${oneOf(WORDS)} ${++made}`;
const someTexts = (share: number): Texts =>
  Object.fromEntries(CODES.filter(() => random() < share).map((code) => [code, someText()]));
const somePart = (): Part => ({ id: `part-${++made}`, words: someTexts(0.6), size: below(100) });

const isLive = (codes: string[] | null, code: string) => codes?.includes(code) ?? true;
const servedIn = (texts: Texts, codes: string[] | null, code: string): string | undefined => {
  const from = CHAINS[code]!.find((one) => isLive(codes, one) && texts[one] !== undefined);
  return from && texts[from];
};
const isSeen = ({ live }: Modelled, code: string) =>
  live !== null && CHAINS[code]!.some((one) => isLive(live.codes, one));
const isComplete = ({ title }: Values, codes: string[] | null) =>
  (codes ?? ['en']).every((code) => servedIn(title, codes, code) !== undefined);

const clone = (values: Values): Values => structuredClone(values);
const mixed = (draft: Texts, live: Texts, from: (code: string) => 'draft' | 'live' | null): Texts =>
  Object.fromEntries(
    CODES.flatMap((code) => {
      const source = from(code);
      const text = source === 'draft' ? draft[code] : source === 'live' ? live[code] : undefined;
      return text === undefined ? [] : [[code, text]];
    }),
  );

function published({ draft, live }: Modelled, named: string[] | undefined): NonNullable<Modelled['live']> {
  if (named === undefined) return { ...clone(draft), codes: null };
  const codes = live?.codes === null ? null : [...new Set([...(live?.codes ?? []), ...named])];
  const from = (code: string) =>
    named.includes(code)
      ? ('draft' as const)
      : live !== null && isLive(live.codes, code)
        ? ('live' as const)
        : null;
  const parts = draft.parts.map((part) => {
    const was = live?.parts.find(({ id }) => id === part.id)?.words ?? {};
    return { ...part, words: mixed(part.words, was, from) };
  });
  return { title: mixed(draft.title, live?.title ?? {}, from), rank: draft.rank, parts, codes };
}

function without(live: NonNullable<Modelled['live']>, named: string[]): Modelled['live'] {
  const codes = (live.codes ?? CODES).filter((code) => !named.includes(code));
  if (codes.length === 0) return null;
  const from = (code: string) => (codes.includes(code) ? ('live' as const) : null);
  const parts = live.parts.map((part) => ({ ...part, words: mixed({}, part.words, from) }));
  return { title: mixed({}, live.title, from), rank: live.rank, parts, codes };
}

const sent = ({ title, rank, parts }: Values) => ({
  title: Object.fromEntries(CODES.map((code) => [code, title[code] ?? null])),
  rank,
  parts: parts.map((part) => ({ ...part, type: 'part' })),
});
const someCodes = () => CODES.filter(() => random() < 0.4);

async function step(): Promise<string> {
  if (model.size < 3 || (model.size < 6 && random() < 0.02)) {
    const draft = {
      title: { ...someTexts(0.5), en: someText() },
      rank: below(9),
      parts: [somePart(), somePart()],
    };
    const { id } = await stage.create('page', sent(draft));
    model.set(id, { draft, live: null });
    return 'create';
  }
  const [id, one] = oneOf([...model]);
  const what = oneOf([
    'change',
    'change',
    'publish',
    'publish',
    'publish',
    'schedule',
    'unpublish',
    'whole',
    'type',
  ]);
  const named = someCodes();
  if (what === 'type') {
    await changeType();
    return what;
  }
  if (what === 'change') {
    const draft = clone(one.draft);
    for (const code of someCodes()) draft.title[code] = someText();
    for (const code of someCodes()) if (random() < 0.2) delete draft.title[code];
    for (const part of draft.parts) for (const code of someCodes()) part.words[code] = someText();
    if (random() < 0.3) draft.parts = [somePart(), ...draft.parts].slice(0, 4).reverse();
    if (random() < 0.3) draft.rank = below(9);
    one.draft = draft;
    await ask('PATCH', `/entries/${id}`, 200, { fields: sent(draft) });
    return what;
  }
  if (what === 'unpublish') {
    if (named.length === 0) return what;
    const down = one.live && (one.live.codes ?? CODES).filter((code) => named.includes(code));
    const next = one.live && without(one.live, named);
    const status = !down?.length ? 409 : next === null || isComplete(next, next.codes) ? 200 : 422;
    await ask('POST', `/entries/${id}/unpublish`, status, { locales: named });
    if (status === 200) one.live = next;
    return what;
  }
  const wanted = what === 'whole' ? undefined : what === 'schedule' ? [oneOf(CODES)] : named;
  if (wanted?.length === 0) return what;
  const next = published(one, wanted);
  const isSame = JSON.stringify(next) === JSON.stringify(one.live);
  const status = isSame || isComplete(next, next.codes) ? 200 : 422;
  if (what !== 'schedule') {
    await ask('POST', `/entries/${id}/publish`, status, wanted && { locales: wanted });
  } else {
    const at = new Date(test.now().getTime() + 60_000).toISOString();
    const { locales } = await stage.get(id);
    const isDone = locales[wanted![0]!].status === 'published';
    await ask('POST', `/entries/${id}/schedule`, isDone ? 409 : status, { at, locales: wanted });
    if (isDone || status !== 200) return what;
    test.advance(60_001);
    const run = (action: `publish:${string}`) =>
      test.db.inTenant(stage.tenant.id, (tx) =>
        actAtItsTime(tx, test.now(), id, action, { findPublic: async () => [] }),
      );
    // The second one finds it done.
    assert.deepEqual(
      [await run(`publish:${wanted![0]!}`), await run(`publish:${wanted![0]!}`)],
      [true, false],
    );
  }
  if (status === 200) one.live = next;
  return what;
}

async function readersSeeTheModel(): Promise<void> {
  for (const code of [oneOf(CODES), oneOf(CODES)]) {
    const seen = [...model].filter(([, one]) => isSeen(one, code));
    const expected = new Map(
      seen.map(([id, { live }]) => [
        id,
        {
          title: servedIn(live!.title, live!.codes, code) ?? null,
          rank: live!.rank,
          parts: live!.parts.map((part) => {
            const own = servedIn(part.words, live!.codes, code);
            return { id: part.id, type: 'part', ...(own !== undefined && { words: own }), size: part.size };
          }),
        },
      ]),
    );
    const list = async (query: string) =>
      (await ask('GET', `/published/page?locale=${code}&limit=100&${query}`, 200)).body.data;
    for (const query of [oneOf(['sort=title', 'sort=rank', 'sort=publishedAt'])]) {
      const found: { id: string; fields: object }[] = await list(query);
      assert.equal(found.length, expected.size, `${query} in ${code}`);
      for (const { id, fields } of found)
        assert.deepEqual(
          sorted({ ...fields, note: undefined }),
          sorted({ ...expected.get(id), note: undefined }),
          `${id} in ${code}`,
        );
    }
    const word = oneOf(WORDS);
    const found: { id: string }[] = await list(`q=${word}`);
    const speaks = (fields: object) => JSON.stringify(fields).includes(`"${word} `);
    const speaking = [...expected].flatMap(([id, fields]) => (speaks(fields) ? [id] : []));
    assert.deepEqual(found.map(({ id }) => id).sort(), speaking.sort(), `${word} in ${code}`);
    const { body } = await ask('GET', `/search?q=${word}&locale=${code}&limit=50`, 200);
    const hits: { id: string; title: string | null }[] = body.data;
    assert.deepEqual(hits.map(({ id }) => id).sort(), speaking, `a search for ${word} in ${code}`);
    // Those with the word in the title come first.
    const inTitle = hits.map(({ id }) => expected.get(id)!.title?.startsWith(word) === true);
    assert.deepEqual(
      inTitle,
      inTitle.toSorted((a, b) => Number(b) - Number(a)),
    );
    for (const { id, title } of hits) assert.equal(title, expected.get(id)!.title);
    assert.equal(body.total.count, hits.length);
  }
  const [id, one] = oneOf([...model]);
  const code = oneOf(CODES);
  await ask('GET', `/published/page/${id}?locale=${code}`, isSeen(one, code) ? 200 : 404);
  await statusTellsTheTruth(id, one);
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inside]) => [key, sorted(inside)]));
};

/** A text that was changed and is back as it was may still count as changed. */
async function statusTellsTheTruth(id: string, { draft, live }: Modelled): Promise<void> {
  const entry = await stage.get(id);
  assert.equal(entry.status === 'draft', live === null);
  for (const code of CODES) {
    const { status } = entry.locales[code];
    assert.equal(status === 'draft', live === null || !isLive(live.codes, code), `${code} of ${id}`);
    if (status !== 'published') continue;
    const shown = (values: Values) => [
      values.title[code],
      values.rank,
      ...values.parts.flatMap((part) => [part.id, part.words[code], part.size]),
    ];
    assert.deepEqual(shown(draft), shown(live!), `${code} of ${id}`);
  }
}

it(`readers of each locale see what a plain model says, at every moment (SEED=${SEED})`, async () => {
  const steps: string[] = [];
  const began = performance.now();
  while (steps.length < LEAST_STEPS || performance.now() - began < LASTS_MS) {
    try {
      steps.push(await step());
      await readersSeeTheModel();
    } catch (error) {
      (error as Error).message += `\nSEED=${SEED}, step ${steps.length}: ${steps.slice(-8).join(', ')}`;
      throw error;
    }
  }
});
