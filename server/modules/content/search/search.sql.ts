import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import { SPOKEN, TITLE, WORDS } from '../entries/value-index.ts';
import { DRAFTS, type Perspective, PUBLISHED } from '../publishing/perspective.ts';

/** A word of the query, other spellings of the same word, and the words that it may be a misspelling of. */
export type Sought = { word: string; same: string[]; meant: string[] };

/**
 * The most index rows of a word, a beginning and a misspelling that are read of one type; `wide` is for words that are common each
 * and rare together, `site` for those that are common on other sites. Several types share them. `entries`: the best that are looked
 * up. `ofSite`: the entries of a site in which words are looked up one by one, and the look-ups in all.
 */
export const BOUNDS = {
  narrow: { whole: 1_000, beginning: 1_000, meant: 100 },
  wide: { whole: 20_000, beginning: 5_000, meant: 100 },
  site: { whole: 1_000, beginning: 1_000, meant: 100 },
  entries: 1_000,
  ofSite: { entries: 2_000, lookUps: 20_000 },
};
export type Width = 'narrow' | 'wide' | 'site';
const FEWEST_OF_A_TYPE = 100;
const TYPES_UNSHARED = 4;

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
  /** All index rows of some word were read, so no entry with every word is missing. */
  isSure: boolean;
};

/** Sorts after everything that begins with the same letters. */
const PAST_ANY = '\u{10ffff}';

type FoundRow = { id: string | null; score: number; type_id: string } & {
  counts: string | null;
  whole: number;
  reached_score: number | null;
  reached_id: string | null;
  common: number;
  is_cut: boolean;
};

/** Returns the best entries behind `after`, and one more if there is one. */
export async function findEntries(
  tx: Tx,
  sought: Sought[],
  { typeIds, tags, spoken, chain, propertyId, perspective }: Reader,
  width: Width,
  after: Place | null,
  limit: number,
): Promise<Found> {
  const most = (kind: keyof (typeof BOUNDS)['narrow']) =>
    Math.max(
      Math.floor((BOUNDS[width][kind] * TYPES_UNSHARED) / Math.max(typeIds.length, TYPES_UNSHARED)),
      FEWEST_OF_A_TYPE,
    );
  const spellings = sought.flatMap(({ word, same, meant }, n) => [
    ...[word, ...same].map((key) => ({ n, key, kind: KINDS.whole, most: most('whole') })),
    ...meant.map((key) => ({ n, key, kind: KINDS.meant, most: most('meant') })),
  ]);
  const lookUps = Math.max(spellings.length * tags.length * typeIds.length, 1);
  const { rows } = await tx.query<FoundRow>(width === 'site' ? FIND_OF_SITE : FIND[perspective.name], [
    ...[typeIds, tags, spoken, chain, propertyId ?? null],
    list(spellings, ({ n }) => n),
    texts(spellings, ({ key }) => key),
    list(spellings, ({ kind }) => kind),
    list(spellings, (spelling) => spelling.most),
    texts(sought, ({ word }) => word),
    ...[most('beginning'), sought.length, after?.score ?? null, after?.id ?? null, limit + 1],
    ...(width === 'site'
      ? [Math.min(Math.ceil(BOUNDS.ofSite.lookUps / lookUps), BOUNDS.ofSite.entries)]
      : []),
  ]);
  const [first] = rows;
  return {
    rows: rows.flatMap(({ id, score, type_id }) => (id === null ? [] : [{ id, score, type_id }])),
    counts: JSON.parse(first!.counts ?? '{}'),
    whole: first!.whole,
    reached: first!.reached_id === null ? null : { score: first!.reached_score!, id: first!.reached_id },
    isAll: !first!.is_cut,
    isSure: first!.common < sought.length,
  };
}

const OWN = '(select current_tenant())';

/** Rows of a later part of the reader's chain count if the entry has no texts of an earlier one. */
const isHeard = (stage: string, type: string, tag: string, id: string) => `
  (${tag} in ('', $3) or exists (
    select from content_index m
    where m.tenant_id = ${OWN} and m.type_id = ${type} and m.stage = '${stage}' and m.field = '${SPOKEN}' and m.locale = $3
      and m.key = ${tag} and m.entry_id = ${id} offset 0))`;

/** Readers of a site see its entries, and those for all sites. */
const isOfSite = (id: string) => `
  exists (
    select from content_published s where s.tenant_id = ${OWN} and s.entry_id = ${id}
      and (s.property_id is null or s.property_id = $5) offset 0)`;

/** The newest entries of the site, or for all sites, of each type. */
const entriesOf = (site: string) => `
  select t.id as type_id, p.entry_id from unnest($1::uuid[]) as t (id) cross join lateral (
    select p.entry_id from content_published p where p.tenant_id = ${OWN} and p.property_id ${site} and p.type_id = t.id
    order by p.tenant_id desc, p.property_id desc, p.type_id desc, p.entry_id desc limit $16) p`;

/** Words that other sites have so often that the index rows of this one were not reached are looked up in its entries. */
const POSTINGS_OF_SITE = `
  union all
  select w.n, w.kind, f.in_title, p.entry_id, p.type_id, false
  from (${entriesOf('= $5')} union all ${entriesOf('is null')}) p cross join spellings w cross join fields f
  where exists (
    select from unnest($2::text[]) as g (tag) cross join lateral (
      select from content_index i
      where i.tenant_id = ${OWN} and i.type_id = p.type_id and i.stage = 'published' and i.field = f.field
        and i.locale = g.tag and i.key = w.key and i.entry_id = p.entry_id limit 1) i
    where ${isHeard('published', 'p.type_id', 'g.tag', 'p.entry_id')} offset 0)`;

/** Index rows of one range, of each type and locale in turn, in the order of the primary key: no estimate chooses another index. */
const range = (stage: string, isSite: boolean, condition: string, order: string, most: string) => `
  cross join lateral (
    select t.id as type_id, i.entry_id, i.is_last
    from unnest($1::uuid[]) as t (id) cross join unnest($2::text[]) as g (tag)
    cross join lateral (
      select i.entry_id, row_number() over () >= ${most} as is_last from (
        select i.entry_id from content_index i
        where i.tenant_id = ${OWN} and i.type_id = t.id and i.stage = '${stage}' and i.field = f.field and i.locale = g.tag
          and ${condition}
        order by ${order} limit ${most}) i) i
    where ${isHeard(stage, 't.id', 'g.tag', 'i.entry_id')}${isSite ? ` and ${isOfSite('i.entry_id')}` : ''}) p`;

/**
 * 1. `postings`: the index rows of each word. 2. A word of which not all rows were read is common. Entries that have a rarer word
 * are looked up for it; if all words are common, the best entries of each. 3. The entries are ranked, and the best are compared
 * with what the reader sees. `isSite`: entries of other sites are left out before the first step ends, and it is not known which words
 * are common.
 */
const findIn = ({ name, table, stage }: Perspective, isSite = false) => ({
  name: `search_${name}_content${isSite ? '_of_site' : ''}`,
  text: `
    with fields as materialized (select * from (values ('${TITLE}', 1), ('${WORDS}', 0)) as f (field, in_title)),
    spellings as materialized (
      select * from unnest($6::int[], $7::text[], $8::int[], $9::int[]) as w (n, key, kind, most)),
    postings as materialized (
      select w.n, w.kind, f.in_title, p.entry_id, p.type_id, p.is_last from spellings w cross join fields f
      ${range(stage, isSite, 'i.key = w.key', 'i.key desc, i.entry_id desc', 'w.most')}
      union all
      select w.n - 1, ${KINDS.beginning}, f.in_title, p.entry_id, p.type_id, p.is_last
      from unnest($10::text[]) with ordinality as w (key, n) cross join fields f
      ${range(stage, isSite, `i.key > w.key and i.key < w.key || '${PAST_ANY}'`, 'i.key, i.entry_id', '$11::int')}
      ${isSite ? POSTINGS_OF_SITE : ''}),
    common as materialized (
      select distinct n from ${isSite ? 'spellings' : `postings where is_last and kind = ${KINDS.whole}`}),
    matched as materialized (
      select entry_id, type_id, n, min(kind) as kind, max(in_title) as in_title from postings group by 1, 2, 3),
    likely as materialized (
      select entry_id, type_id, array_agg(n) as has from matched where exists (select from common) group by 1, 2
      having bool_or(n not in (select n from common)) or (select count(*) from common) = $12::int
      order by count(*) desc, max(kind), sum(in_title) desc, entry_id desc limit ${BOUNDS.entries}),
    looked_for as (
      select distinct l.entry_id, l.type_id, w.n, ${KINDS.whole} as kind, 0 as in_title
      from likely l cross join spellings w
      where w.kind = ${KINDS.whole} and w.n in (select n from common) and w.n <> all (l.has) and exists (
        select from unnest($2::text[]) as g (tag) cross join lateral (
          select from content_index i
          where i.tenant_id = ${OWN} and i.type_id = l.type_id and i.stage = '${stage}' and i.field = '${WORDS}'
            and i.locale = g.tag and i.key = w.key and i.entry_id = l.entry_id limit 1) i
        where ${isHeard(stage, 'l.type_id', 'g.tag', 'l.entry_id')} offset 0)),
    ranked as materialized (
      select entry_id, type_id,
        (($12::int - count(*)) * ${SCORE.missing} + max(kind) * ${SCORE.kind} + count(*) - sum(in_title))::int as score
      from (select * from matched union all select * from looked_for) m group by 1, 2),
    best as materialized (
      select * from ranked r
      where $13::int is null or r.score > $13 or (r.score = $13 and r.entry_id < $14::uuid)
      order by r.score, r.entry_id desc limit ${BOUNDS.entries}),
    seen as materialized (
      select b.entry_id, b.type_id, b.score from best b cross join lateral (
        select p.live_locales, p.property_id from ${table} p
        where p.tenant_id = ${OWN} and p.entry_id = b.entry_id limit 1) p
      where (p.live_locales is null or p.live_locales && $4::text[])
        and ($5::text is null or p.property_id is null or p.property_id = $5)),
    page as (select * from seen order by score, entry_id desc limit $15),
    last as (
      select b.score, b.entry_id from best b
      where (select count(*) from best) = ${BOUNDS.entries} order by b.score desc, b.entry_id limit 1)
    select page.entry_id as id, page.type_id, page.score, counted.*, last.score as reached_score, last.entry_id as reached_id
    from (
      select (select json_object_agg(type_id, count) from (select type_id, count(*) from seen group by 1) c) as counts,
        (select count(*)::int from seen where score < ${SCORE.missing}) as whole,
        (select count(*)::int from common) as common, ${isSite ? 'true' : 'exists (select from postings where is_last)'} as is_cut) counted
    left join last on true left join page on true
    order by page.score, page.entry_id desc`,
});
const FIND = { published: findIn(PUBLISHED), drafts: findIn(DRAFTS) };
const FIND_OF_SITE = findIn(PUBLISHED, true);

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
