import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import type { BusEvent } from '#kernel/events/dispatcher.ts';

/** Makes placed orders searchable a few moments later, so that placing costs nothing more. */
export async function indexOrders(tx: Tx, events: BusEvent[]): Promise<void> {
  await tx.query(INDEX_ORDERS, [
    list(events, (event) => event.tenant_id),
    list(events, (event) => event.id),
    list(events, (event) => event.at),
  ]);
}

/** Adds a text to that of an order, also before `indexOrders` has made it: a checkout records the payment as it places the order. */
export async function addSearchText(
  tx: Tx,
  order: { id: string; created_at: Date },
  text: string,
): Promise<void> {
  await tx.query(
    `with written as (
       insert into search_texts as t (tenant_id, subject, subject_id, words)
       values (current_tenant(), 'order', $1, concat(' ', searchable($3), ' '))
       on conflict (tenant_id, subject, subject_id) do update set words = concat(rtrim(t.words), excluded.words)
       where strpos(t.words, excluded.words) = 0)
     insert into search_words (tenant_id, subject, word, in_title, subject_id, at)
     select current_tenant(), 'order', word, false, $1, $2 from unnest(words_in($3)) word
     on conflict do nothing`,
    [order.id, order.created_at, text],
  );
}

/** Takes away all that was added to the texts of orders, such as the numbers of parcels: an erasure removes them. */
export async function removeAddedText(tx: Tx, ids: string[]): Promise<void> {
  await tx.query(REMOVE_ADDED_TEXT, [ids]);
}

/** The text of an order's lines is searchable up to this length. */
const MAX_TEXT = 40_000;

// OFFSET 0 makes PostgreSQL read event by event through the primary key, however many there are. Lines are folded as one text,
// and words are made distinct for all orders at once, because each step has a high fixed cost. Only new words are added to the
// trigrams: nearly all are known, which one index look-up shows. Checking each word for a conflict costs a third of the
// statement, so only orders to which `addSearchText` has added before have theirs checked; two at once make the batch repeat.
const INDEX_ORDERS = {
  name: 'index_orders',
  text: `
    with placed as materialized (
      select e.tenant_id, o.id as order_id, o."orderNumber" as order_number, o."createdAt" as at
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as event (tenant_id, id, created_at)
      cross join lateral (
        select tenant_id, data from events
        where tenant_id = event.tenant_id and id = event.id and created_at = event.created_at offset 0) e
      cross join lateral json_to_record(e.data) o (id uuid, "orderNumber" text, "createdAt" timestamptz)
    ),
    texts as materialized (
      select p.tenant_id, p.order_id, p.at, searchable(p.order_number) as title, searchable(said.text) as text,
        coalesce(added.has_text, false) as has_text
      from placed p
      cross join lateral (
        select left(string_agg(l.sku || ' ' || l.name, ' '), ${MAX_TEXT}) from order_lines l
        where l.tenant_id = p.tenant_id and l.order_id = p.order_id offset 0) as said (text)
      left join lateral (
        select true from search_texts t
        where t.tenant_id = p.tenant_id and t.subject = 'order' and t.subject_id = p.order_id offset 0) as added (has_text) on true
    ),
    words as materialized (
      select distinct tenant_id, left(word, 64) as word, order_id, at, has_text
      from texts, string_to_table(text, ' ') word where word <> ''
    ),
    found as materialized (
      select tenant_id, word, false as in_title, order_id, at, has_text from words
      union all
      select distinct tenant_id, left(word, 64), true, order_id, at, has_text
      from texts, string_to_table(title, ' ') word where word <> ''
    ),
    postings as (
      insert into search_words (tenant_id, subject, word, in_title, subject_id, at)
      select tenant_id, 'order', word, in_title, order_id, at from found where not has_text
    ),
    more_postings as (
      insert into search_words (tenant_id, subject, word, in_title, subject_id, at)
      select tenant_id, 'order', word, in_title, order_id, at from found where has_text
      on conflict do nothing
    ),
    stored as (
      insert into search_texts as t (tenant_id, subject, subject_id, words)
      select tenant_id, 'order', order_id, concat(' ', title, ' | ', text, ' ') from texts
      order by tenant_id, order_id
      on conflict (tenant_id, subject, subject_id) do update set words = concat(rtrim(excluded.words), t.words)
      where strpos(t.words, '|') = 0
    )
    select learn_words(tenant_id, array_agg(word)) from (
      select new.tenant_id, new.word from (select distinct tenant_id, word from words) new
      where may_be_misspelt(new.word) and not exists (
        select from search_trigrams known
        where known.tenant_id = new.tenant_id and known.trigram = left(' ' || new.word, 3) and known.word = new.word)) unknown
    group by tenant_id order by tenant_id`,
};

// Words of the order itself stay. The arrays of one make PostgreSQL use the primary keys, whatever its statistics say.
const REMOVE_ADDED_TEXT = {
  name: 'remove_added_text',
  text: `
    with texts as materialized (
      select t.subject_id, t.words as was, concat(' ', searchable(o.order_number), ' | ', searchable(said.text), ' ') as own
      from unnest($1::uuid[]) wanted (id)
      cross join lateral (
        select subject_id, words from search_texts
        where tenant_id = current_tenant() and subject = 'order' and subject_id = any (array[wanted.id]) offset 0) t
      cross join lateral (
        select order_number from orders where tenant_id = current_tenant() and id = any (array[wanted.id]) offset 0) o
      cross join lateral (
        select left(string_agg(l.sku || ' ' || l.name, ' '), ${MAX_TEXT}) from order_lines l
        where l.tenant_id = current_tenant() and l.order_id = any (array[wanted.id]) offset 0) as said (text)
    ),
    added as materialized (
      select subject_id, left(word, 64) as word from texts, string_to_table(was, ' ') word where word not in ('', '|')
      except
      select subject_id, left(word, 64) from texts, string_to_table(own, ' ') word
    ),
    gone as (
      delete from search_words w using added
      where w.tenant_id = current_tenant() and w.subject = 'order' and w.word = any (array[added.word]) and not w.in_title
        and w.subject_id = any (array[added.subject_id])
    )
    update search_texts t set words = texts.own from texts
    where t.tenant_id = current_tenant() and t.subject = 'order' and t.subject_id = any (array[texts.subject_id])
      and t.words <> texts.own`,
};
