-- Why: whoever is erased must not stay in what events told, and the orders of a merge or an erasure must tell of it.

-- A payment's method and a parcel's tracking are free text: an erasure takes them out.
grant update (data) on events to colonnade_app;
-- An event happened when its order's history says; that is how it is found, and only these three types pay for it.
create index events_with_free_text on events (tenant_id, created_at)
  where type in ('order.paid', 'order.payment_failed', 'order.fulfilled');

alter table order_history
  drop constraint order_action_is_known,
  add constraint order_action_is_known
    check (action in ('payment', 'fulfilled', 'delivered', 'cancelled', 'refunded', 'edited', 'merged', 'erased'));

-- Apostrophes are all alike to a search, and stand in its words as the plain one.
alter table customer_terms no force row level security;
insert into customer_terms (tenant_id, kind, term, customer_id)
select tenant_id, kind, translate(term, '‘’ʼ', ''''''''), customer_id from customer_terms
where kind = 'word' and term <> translate(term, '‘’ʼ', '''''''')
on conflict do nothing;
alter table customer_terms force row level security;

-- Those who were erased before. An owner who is no superuser sees these rows only while the policies do not bind it.
alter table customers no force row level security;
alter table orders no force row level security;
alter table order_history no force row level security;
alter table events no force row level security;
with told as (
  select o.tenant_id, o.id, h.created_at
  from customers c
  join orders o on o.tenant_id = c.tenant_id and o.customer_id = c.id
  join order_history h on h.tenant_id = o.tenant_id and h.order_id = o.id
  where c.erased_at is not null and h.action in ('payment', 'fulfilled')
)
update events e set data = (
  select json_object_agg(key, case when key in ('method', 'tracking') then 'null' else value end order by place)
  from json_each(e.data) with ordinality as entry (key, value, place))
from told
where e.tenant_id = told.tenant_id and e.created_at = told.created_at and e.data ->> 'id' = told.id::text
  and e.type in ('order.paid', 'order.payment_failed', 'order.fulfilled');
update order_history h set details = (h.details::jsonb - 'method')::json
from orders o join customers c on c.tenant_id = o.tenant_id and c.id = o.customer_id
where c.erased_at is not null and h.tenant_id = o.tenant_id and h.order_id = o.id and h.details ->> 'method' is not null;
alter table customers force row level security;
alter table orders force row level security;
alter table order_history force row level security;
alter table events force row level security;
