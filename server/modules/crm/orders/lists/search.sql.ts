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

/**
 * Adds a text to that of an indexed order. An order that was placed a moment ago is not indexed yet, and its consumer expects no row:
 * the text is then left out.
 */
export async function addSearchText(
  tx: Tx,
  order: { id: string; created_at: Date },
  text: string,
): Promise<void> {
  await tx.query(
    `with indexed as (
       update search_texts set words = concat(words, searchable($3), ' ')
       where tenant_id = current_tenant() and subject = 'order' and subject_id = $1 returning 1)
     insert into search_words (tenant_id, subject, word, in_title, subject_id, at)
     select current_tenant(), 'order', word, false, $1, $2 from unnest(words_in($3)) word where exists (select from indexed)
     on conflict do nothing`,
    [order.id, order.created_at, text],
  );
}

/** The text of an order's lines is searchable up to this length. */
const MAX_TEXT = 40_000;

// OFFSET 0 makes PostgreSQL read event by event through the primary key, however many there are. Lines are folded as one text,
// and words are made distinct for all orders at once, because each step has a high fixed cost. Only new words are added to the
// trigrams: nearly all are known, which one index look-up shows.
const INDEX_ORDERS = {
  name: 'index_orders',
  text: `
    with placed as materialized (
      select e.tenant_id, (e.data ->> 'id')::uuid as order_id, e.data ->> 'orderNumber' as order_number,
        (e.data ->> 'createdAt')::timestamptz as at
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as event (tenant_id, id, created_at)
      cross join lateral (
        select tenant_id, data from events
        where tenant_id = event.tenant_id and id = event.id and created_at = event.created_at offset 0) e
    ),
    texts as materialized (
      select p.tenant_id, p.order_id, p.at, searchable(p.order_number) as title, searchable(said.text) as text
      from placed p
      cross join lateral (
        select left(string_agg(l.sku || ' ' || l.name, ' '), ${MAX_TEXT}) from order_lines l
        where l.tenant_id = p.tenant_id and l.order_id = p.order_id offset 0) as said (text)
    ),
    words as materialized (
      select distinct tenant_id, left(word, 64) as word, order_id, at
      from texts, string_to_table(text, ' ') word where word <> ''
    ),
    postings as (
      insert into search_words (tenant_id, subject, word, in_title, subject_id, at)
      select tenant_id, 'order', word, false, order_id, at from words
      union all
      select distinct tenant_id, 'order', left(word, 64), true, order_id, at
      from texts, string_to_table(title, ' ') word where word <> ''
    ),
    stored as (
      insert into search_texts (tenant_id, subject, subject_id, words)
      select tenant_id, 'order', order_id, concat(' ', title, ' | ', text, ' ') from texts
    )
    select learn_words(tenant_id, array_agg(word)) from (
      select new.tenant_id, new.word from (select distinct tenant_id, word from words) new
      where may_be_misspelt(new.word) and not exists (
        select from search_trigrams known
        where known.tenant_id = new.tenant_id and known.trigram = left(' ' || new.word, 3) and known.word = new.word)) unknown
    group by tenant_id order by tenant_id`,
};
