import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import { SPOKEN, TITLE, WORDS } from '../entries/value-index.ts';
import { DRAFTS, type Perspective, PUBLISHED } from '../publishing/perspective.ts';

/** A word of the query, other spellings of the same word, and the words that it may be a misspelling of. */
export type Sought = { word: string; same: string[]; meant: string[] };

/** The most index rows that are read for one spelling of a word, and for a beginning; and the entries that are looked up. */
export const BOUNDS = { word: 20_000, beginning: 5_000, entries: 1_000 };

/** Quality of a match: the whole word, a beginning, a misspelt word. */
const KINDS = { whole: 0, beginning: 1, meant: 2 };
/** A score is lower for a better entry: missing words count first, then the worst match, then words outside of the title. */
const SCORE = { missing: 64, kind: 16 };

/** `spoken`: the tag of the reader's whole chain; rows of a later part of it count if the entry says so. */
export type Reader = {
  typeIds: string[];
  tags: string[];
  spoken: string;
  chain: string[];
  propertyId: string | undefined;
  perspective: Perspective;
};
export type Place = { score: number; id: string };
export type FoundEntry = Place & { type_id: string };
export type Found = {
  rows: FoundEntry[];
  /** The numbers of entries by type, among those that were looked up. */
  counts: Record<string, number>;
  /** The entries that have every word. */
  whole: number;
  /** The last entry that was looked up, if there may be more behind it. */
  reached: Place | null;
  /** False: some index rows were not read, so there may be more entries. */
  isAll: boolean;
};

/** Sorts after everything that begins with the same letters. */
const PAST_ANY = '\u{10ffff}';

type FoundRow = { id: string | null; score: number; type_id: string } & {
  counts: string | null;
  whole: number;
  reached_score: number | null;
  reached_id: string | null;
  postings: number;
};

/** Returns the best entries behind `after`, and one more if there is one. */
export async function findEntries(
  tx: Tx,
  sought: Sought[],
  { typeIds, tags, spoken, chain, propertyId, perspective }: Reader,
  after: Place | null,
  limit: number,
): Promise<Found> {
  const spellings = sought.flatMap(({ word, same, meant }, n) => [
    ...[word, ...same].map((key) => ({ n, key, kind: KINDS.whole })),
    ...meant.map((key) => ({ n, key, kind: KINDS.meant })),
  ]);
  const { rows } = await tx.query<FoundRow>(FIND[perspective.name], [
    ...[typeIds, tags, spoken, chain, propertyId ?? null],
    list(spellings, ({ n }) => n),
    texts(spellings, ({ key }) => key),
    list(spellings, ({ kind }) => kind),
    texts(sought, ({ word }) => word),
    ...[sought.length, after?.score ?? null, after?.id ?? null, limit + 1],
  ]);
  const [first] = rows;
  return {
    rows: rows.flatMap(({ id, score, type_id }) => (id === null ? [] : [{ id, score, type_id }])),
    counts: JSON.parse(first!.counts ?? '{}'),
    whole: first!.whole,
    reached: first!.reached_id === null ? null : { score: first!.reached_score!, id: first!.reached_id },
    isAll: first!.postings < BOUNDS.beginning,
  };
}

/** Index rows of one range, of each type and locale in turn, in the order of the primary key: no estimate chooses another index. */
const range = (stage: string, condition: string, order: string, most: number) => `
  cross join lateral (
    select t.id as type_id, i.entry_id
    from unnest($1::uuid[]) as t (id) cross join unnest($2::text[]) as g (tag)
    cross join lateral (
      select i.entry_id, i.locale from content_index i
      where i.tenant_id = (select current_tenant()) and i.type_id = t.id and i.stage = '${stage}' and i.field = f.field
        and i.locale = g.tag and ${condition}
      order by ${order} limit ${most}) i
    where g.tag in ('', $3) or exists (
      select from content_index m
      where m.tenant_id = (select current_tenant()) and m.type_id = t.id and m.stage = '${stage}' and m.field = '${SPOKEN}'
        and m.locale = $3 and m.key = g.tag and m.entry_id = i.entry_id offset 0)
    limit ${most}) p`;

const findIn = ({ name, table, stage }: Perspective) => ({
  name: `search_${name}_content`,
  text: `
    with fields as materialized (select * from (values ('${TITLE}', 1), ('${WORDS}', 0)) as f (field, in_title)),
    postings as materialized (
      select w.n, w.kind, f.in_title, p.entry_id, p.type_id
      from unnest($6::int[], $7::text[], $8::int[]) as w (n, key, kind) cross join fields f
      ${range(stage, 'i.key = w.key', 'i.key desc, i.entry_id desc', BOUNDS.word)}
      union all
      select w.n - 1, ${KINDS.beginning}, f.in_title, p.entry_id, p.type_id
      from unnest($9::text[]) with ordinality as w (key, n) cross join fields f
      ${range(stage, `i.key > w.key and i.key < w.key || '${PAST_ANY}'`, 'i.key, i.entry_id', BOUNDS.beginning)}),
    matched as (
      select entry_id, type_id, n, min(kind) as kind, max(in_title) as in_title from postings group by 1, 2, 3),
    ranked as materialized (
      select entry_id, type_id,
        (($10::int - count(*)) * ${SCORE.missing} + max(kind) * ${SCORE.kind} + count(*) - sum(in_title))::int as score
      from matched group by 1, 2),
    looked as materialized (
      select * from ranked r
      where $11::int is null or r.score > $11 or (r.score = $11 and r.entry_id < $12::uuid)
      order by r.score, r.entry_id desc limit ${BOUNDS.entries}),
    seen as materialized (
      select l.entry_id, l.type_id, l.score from looked l cross join lateral (
        select p.live_locales, p.property_id from ${table} p
        where p.tenant_id = (select current_tenant()) and p.entry_id = l.entry_id limit 1) p
      where (p.live_locales is null or p.live_locales && $4::text[])
        and ($5::text is null or p.property_id is null or p.property_id = $5)),
    page as (select * from seen order by score, entry_id desc limit $13),
    last as (
      select l.score, l.entry_id from looked l
      where (select count(*) from looked) = ${BOUNDS.entries} order by l.score desc, l.entry_id limit 1)
    select page.entry_id as id, page.type_id, page.score, counted.*, last.score as reached_score, last.entry_id as reached_id
    from (
      select (select json_object_agg(type_id, count) from (select type_id, count(*) from seen group by 1) c) as counts,
        (select count(*)::int from seen where score < ${SCORE.missing}) as whole,
        (select count(*)::int from postings) as postings) counted
    left join last on true left join page on true
    order by page.score, page.entry_id desc`,
});
const FIND = { published: findIn(PUBLISHED), drafts: findIn(DRAFTS) };

/** Returns those of the words that some entry of the tenant has. */
export async function findKnown(tx: Tx, words: string[], { stage }: Perspective): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await tx.query<{ word: string }>(FIND_KNOWN[stage], [words]);
  return rows.map(({ word }) => word);
}

const knownAt = (stage: string) => ({
  name: `find_known_${stage}_words`,
  text: `
    select w.word from unnest($1::text[]) as w (word) cross join lateral (
      select from content_index i
      where i.tenant_id = (select current_tenant()) and i.stage = '${stage}' and i.field = '${WORDS}' and i.key = w.word
      order by i.key, i.entry_id limit 1) known`,
});
const FIND_KNOWN = { draft: knownAt('draft'), published: knownAt('published') };

/** The types of these names, or all that have entries. */
export async function findSearched(tx: Tx, names: string[] | null): Promise<{ id: string; name: string }[]> {
  const { rows } = await tx.query<{ id: string; name: string }>(
    {
      name: 'find_searched_content_types',
      text: `
        select id, name from content_types
        where tenant_id = current_tenant() and not block and ($1::text[] is null or name = any ($1)) order by name`,
    },
    [names],
  );
  return rows;
}
