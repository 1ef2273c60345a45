import type { Tx } from '#kernel/db/db.ts';
import type { Entity } from './entities.ts';

/** A word of the query, and the words that it may be a misspelling of. */
export type Sought = { word: string; meant: string[] };

export type FoundRow = {
  entity: Entity;
  id: string;
  title: string | null;
  subtitle: string | null;
  /** The match quality of the worst word, as in `stretchesOf`. */
  slack: number;
};

/** The most postings of the rarest word that are checked for the other words. */
export const MAX_POSTINGS = 1_000;
/**
 * The most words with three letters in common that are read; and of the most similar ones, the most that are compared closely.
 */
const MAX_SHARING = 1_000;
const MAX_SIMILAR = 100;
/** Sorts after everything that begins with the same letters. */
const LAST = '\u{10ffff}';

/**
 * Returns the words of a search, folded like the indexed ones. Sets a generic plan for the following statements of this
 * transaction: each has one good plan, and planning takes longer than the search.
 */
export async function splitWords(tx: Tx, q: string): Promise<string[]> {
  const { rows } = await tx.query<{ words: string[] }>(
    {
      name: 'search_words_of',
      text: "select words_in($1) as words, set_config('plan_cache_mode', 'force_generic_plan', true)",
    },
    [q],
  );
  return rows[0]!.words;
}

/** The ranges of the index that match a word, and how well: 0 the whole word, 1 a beginning, 2 a corrected word. */
const stretchesOf = ({ word, meant }: Sought) => [
  { from: word, to: word, slack: 0 },
  { from: `${word}\u0001`, to: word + LAST, slack: 1 },
  ...meant.map((each) => ({ from: each, to: each, slack: 2 })),
];

/** Counts the postings of each word, no further than a search would read. */
export async function countPostings(tx: Tx, entities: Entity[], sought: Sought[]): Promise<number[]> {
  const stretches = sought.flatMap((each, index) =>
    stretchesOf(each).map((stretch) => ({ ...stretch, index })),
  );
  const { rows } = await tx.query<{ index: number; count: number }>(COUNT, [
    entities,
    stretches.map(({ from }) => from),
    stretches.map(({ to }) => to),
    stretches.map(({ index }) => index),
  ]);
  return sought.map((_, index) => rows.find((row) => row.index === index)?.count ?? 0);
}

const COUNT = {
  name: 'search_count',
  text: `
    select stretch.index, count(*)::int as count
    from unnest($2::text[], $3::text[], $4::int[]) as stretch ("from", "to", index), unnest($1::text[]) as entity (name)
    cross join lateral (
      select from search_words w
      where w.tenant_id = (select current_tenant()) and w.subject = entity.name
        and w.word >= stretch.from and w.word <= stretch.to
      order by w.word limit ${MAX_POSTINGS}) posting
    group by 1`,
};

/** Returns the entities with the word and all others, best first; `look` limits the postings of the word that are read. */
export async function findEntities(
  tx: Tx,
  entities: Entity[],
  sought: Sought,
  others: Sought[],
  { look, limit }: { look: number; limit: number },
): Promise<FoundRow[]> {
  const stretches = stretchesOf(sought);
  const { rows } = await tx.query<FoundRow>(
    { name: `search_with_${others.length}_others`, text: findText(others.length) },
    [
      entities,
      stretches.map(({ from }) => from),
      stretches.map(({ to }) => to),
      stretches.map(({ slack }) => slack),
      look,
      limit,
      ...others.flatMap(({ word, meant }) => [word, patternOf(meant)]),
    ],
  );
  return rows;
}

/** Known words contain no pattern characters: those separate words. */
const patternOf = (meant: string[]) => (meant.length > 0 ? ` (${meant.join('|')}) ` : null);

// The index sorts the postings of a word by title and then by age, so a backward scan finds the best first; a word in both the
// title and the text has two. Beginnings cover many words, so more of their postings are read. Then texts are checked one by one
// (OFFSET 0), until there are enough to choose the best from.
function findText(others: number): string {
  const given = Array.from({ length: others }, (_, n) => ({
    word: `$${7 + 2 * n}`,
    meant: `$${8 + 2 * n}::text`,
  }));
  const slacks = given.map((_, n) => `other.slack_${n}`);
  return `
    with found as (
      select entity.name as entity, posting.subject_id as id, posting.at,
        min(stretch.slack) as slack, bool_or(posting.in_title) as in_title
      from unnest($2::text[], $3::text[], $4::int[]) as stretch ("from", "to", slack), unnest($1::text[]) as entity (name)
      cross join lateral (
        select w.subject_id, w.at, w.in_title from search_words w
        where w.tenant_id = (select current_tenant()) and w.subject = entity.name
          and w.word >= stretch.from and w.word <= stretch.to
        order by w.word desc, w.in_title desc, w.subject_id desc
        limit case stretch.slack when 1 then ${MAX_POSTINGS} else $5 end) posting
      group by 1, 2, 3
      order by slack, in_title desc, at desc, id desc limit $5
    ),
    enough as (
      select found.entity, found.id, found.at, t.title, t.subtitle, greatest(${['found.slack', ...slacks].join(', ')}) as slack,
        ${['found.in_title', ...given.map(inTitle)].join(' and ')} as in_title
      from found cross join lateral (
        select t.title, t.subtitle, t.words from search_texts t
        where t.tenant_id = (select current_tenant()) and t.subject = found.entity and t.subject_id = found.id offset 0) t
      cross join lateral (select ${given.map((each, n) => `${slackOf(each)} as slack_${n}`).join(', ')} offset 0) other
      where ${slacks.map((slack) => `${slack} is not null`).join(' and ') || 'true'}
      order by found.slack, found.in_title desc, found.at desc, found.id desc limit 4 * $6
    )
    select entity, id, title, subtitle, slack from enough order by slack, in_title desc, at desc, id desc limit $6`;
}

const has = (words: string, what: string) => `position(${what} in ${words}) > 0`;
const whole = (word: string) => `' ' || ${word} || ' '`;
type Given = { word: string; meant: string };

/** The match quality of another word in a text; null: no match. */
const slackOf = ({ word, meant }: Given) => `
  case when ${has('t.words', whole(`${word}::text`))} then 0 when ${has('t.words', `' ' || ${word}::text`)} then 1
    when t.words ~ ${meant} then 2 end`;

const inTitle = ({ word, meant }: Given) => {
  const title = "split_part(t.words, '|', 1)";
  return `(${has(title, `' ' || ${word}::text`)} or coalesce(${title} ~ ${meant}, false))`;
};

/** Known words that share letters with each of these: two pieces of three, or one and the first letter. */
export async function findSimilar(
  tx: Tx,
  words: string[],
  variantsOf: (word: string) => string[],
): Promise<Map<string, string[]>> {
  const variants = words.flatMap((word) => variantsOf(word).map((variant) => ({ word, variant })));
  const { rows } = await tx.query<{ typed: string; words: string[] }>(SIMILAR, [
    words,
    variants.map(({ word }) => word),
    variants.map(({ variant }) => variant),
  ]);
  return new Map(rows.map((row) => [row.typed, row.words]));
}

const SIMILAR = {
  name: 'search_similar',
  text: `
    with near_ones as (
      select typed.word as typed, near.word
      from unnest($1::text[]) as typed (word) cross join lateral (
        select shared.word from unnest(trigrams_of(typed.word)) as piece (trigram) cross join lateral (
          select t.word from search_trigrams t
          where t.tenant_id = (select current_tenant()) and t.trigram = piece.trigram
          order by t.word limit ${MAX_SHARING}) shared
        where abs(char_length(shared.word) - char_length(typed.word)) <= 2
        group by shared.word
        having count(*) + (left(shared.word, 1) = left(typed.word, 1))::int >= 2
        order by count(*) + (left(shared.word, 1) = left(typed.word, 1))::int desc,
          abs(char_length(shared.word) - char_length(typed.word)), shared.word
        limit ${MAX_SIMILAR}) near
      union all
      select variant.typed, variant.word
      from unnest($2::text[], $3::text[]) as variant (typed, word) cross join lateral (
        select from search_trigrams t
        where t.tenant_id = (select current_tenant()) and t.trigram = left(' ' || variant.word, 3) and t.word = variant.word
        offset 0) known
    )
    select typed, array_agg(word) as words from near_ones group by typed`,
};
