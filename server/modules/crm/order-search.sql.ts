import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import type { BusEvent } from '#kernel/events/dispatcher.ts';

/** Makes placed orders searchable: a few moments later, so that placing one costs nothing more. */
export async function indexOrders(tx: Tx, events: BusEvent[]): Promise<void> {
  await tx.query(INDEX_ORDERS, [
    list(events, (event) => event.tenant_id),
    list(events, (event) => event.id),
    list(events, (event) => event.at.toISOString()),
  ]);
}

/** Of an order with more different words than this, the rest is not searched. */
const MAX_WORDS = 2_000;

// OFFSET 0: event by event through the primary key, however many there are.
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
      select p.tenant_id, p.order_id, p.at, found.words from placed p
      cross join lateral (
        select array(
          select distinct left(word, 64) from (
            select p.order_number union all
            select l.sku || ' ' || l.name from order_lines l
            where l.tenant_id = p.tenant_id and l.order_id = p.order_id) as said (text),
          string_to_table(searchable(said.text), ' ') word
          where word <> '' limit ${MAX_WORDS}) as words) found
    ),
    words as (
      insert into search_words (tenant_id, subject, word, subject_id, at)
      select tenant_id, 'order', word, order_id, at from texts, unnest(words) word
    )
    insert into search_texts (tenant_id, subject, subject_id, words)
    select tenant_id, 'order', order_id, concat(' ', array_to_string(words, ' '), ' ') from texts`,
};
