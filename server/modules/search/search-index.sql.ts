import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import { byKey } from '#kernel/db/plans.ts';
import type { BusEvent } from '#kernel/events/dispatcher.ts';

/** Applies events to the index; their order does not matter. */
export async function indexEntities(tx: Tx, events: BusEvent[]): Promise<void> {
  const values = [
    list(events, (event) => event.tenant_id),
    list(events, (event) => event.id),
    list(events, (event) => event.at),
  ];
  await tx.query(HOLD, values);
  await tx.query(INDEX, values);
}

/** The newest event of each entity in the batch. OFFSET 0: event by event through the primary key. */
const TOLD = `
  told as materialized (
    select distinct on (e.tenant_id, entity, id) e.tenant_id, e.data ->> 'entity' as entity, (e.data ->> 'id')::uuid as id,
      e.created_at as told_at, e.id as told_by, (e.data ->> 'removed')::boolean as removed,
      e.data ->> 'title' as title, e.data ->> 'subtitle' as subtitle, e.data ->> 'text' as text
    from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as event (tenant_id, id, created_at)
    cross join lateral (
      select tenant_id, id, data, created_at from events
      where tenant_id = event.tenant_id and id = event.id and created_at = event.created_at offset 0) e
    order by e.tenant_id, entity, id, e.created_at desc, e.id desc
  )`;

// Creates and locks a row per entity until commit: a transaction with a later event waits, and then sees this one's result.
const HOLD = {
  name: 'search_hold',
  text: `
    with ${TOLD}
    insert into search_texts as known (tenant_id, subject, subject_id, words, told_at, told_by)
    select tenant_id, entity, id, ' | ', '-infinity', '00000000-0000-0000-0000-000000000000' from told order by 1, 2, 3
    on conflict (tenant_id, subject, subject_id) do update set told_by = known.told_by`,
};

// A removed entity keeps an empty row, so that older events of it stay without effect. Words are deleted by their whole key: the planner
// would look for the entity's id alone, under every word of the tenant.
const INDEX = {
  name: 'search_index',
  text: `
    with ${TOLD},
    news as materialized (
      select told.*, known.words as before, coalesce(known.at, told.told_at) as at,
        concat(' ', array_to_string(words_in(told.title), ' '), ' | ',
          array_to_string(words_in(concat_ws(' ', told.subtitle, told.text)), ' '), ' ') as words
      from told cross join lateral (
        select t.words, t.at, t.told_at, t.told_by from search_texts t
        where t.tenant_id = told.tenant_id and t.subject = told.entity and t.subject_id = told.id offset 0) known
      where (known.told_at, known.told_by) < (told.told_at, told.told_by)
    ),
    dropped as materialized (
      select news.tenant_id, news.entity, old.word, old.in_title, news.id from news cross join lateral (
        select word, in_title from postings_in(news.before) except select word, in_title from postings_in(news.words)) old
    ),
    gone as (
      delete from search_words w using dropped where ${byKey({
        'w.tenant_id': 'dropped.tenant_id',
        'w.subject': 'dropped.entity',
        'w.word': 'dropped.word',
        'w.in_title': 'dropped.in_title',
        'w.subject_id': 'dropped.id',
      })}
    ),
    added as materialized (
      select news.tenant_id, news.entity, new.word, new.in_title, news.id, news.at from news cross join lateral (
        select word, in_title from postings_in(news.words) except select word, in_title from postings_in(news.before)) new
    ),
    inserted as (
      insert into search_words (tenant_id, subject, word, in_title, subject_id, at) select * from added
    ),
    saved as (
      update search_texts t set words = news.words, title = news.title, subtitle = news.subtitle,
        at = case when news.removed then null else news.at end, told_at = news.told_at, told_by = news.told_by
      from news where t.tenant_id = news.tenant_id and t.subject = news.entity and t.subject_id = news.id
    )
    select learn_words(tenant_id, array_agg(distinct word)) from added group by tenant_id order by tenant_id`,
};
