-- Why: one search finds whatever people know of anything: by its words, their beginnings, and words they misspelt.

-- As before, but accents make no difference. Plain English text, which most is, takes the shorter way.
do $$
declare
  between_words text := E'\t\n\r!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~';
  accents text := (select string_agg(chr(code), '' order by code) from generate_series(768, 879) code);
begin
  execute format($function$
    create or replace function searchable(text) returns text language sql immutable parallel safe as $body$
      select case when octet_length($1) = char_length($1)
        then translate(lower($1 collate "C"), %1$L, repeat(' ', 35))
        else translate(lower(normalize($1, NFKD)), %2$L, repeat(' ', 35)) end
    $body$ $function$, between_words, between_words || accents);
end
$$;

-- What is searched has a title and a text: words of the title stand before a bar, the others after it. Customers and orders
-- are shown as they are now, by those who own them; of the others, what their last event told is kept here.
alter table search_texts
  drop constraint subject_is_searched,
  add constraint subject_is_searched
    check (subject in ('customer', 'order', 'entry', 'asset', 'redirect', 'property')),
  add column title text,
  add column subtitle text,
  -- Since when it is there; null when it was removed.
  add column at timestamptz,
  -- The event that told it. What an older one tells comes too late.
  add column told_at timestamptz,
  add column told_by uuid;

create function postings_in(words text) returns table (word text, in_title boolean) language sql immutable as $$
  select distinct left(word, 64), part = 1
  from generate_series(1, 2) part, string_to_table(split_part($1, '|', part), ' ') word where word <> ''
$$;

-- Of one word: those with it in the title first, and of these the newest, since ids grow with time.
alter table search_words
  drop constraint search_words_pkey,
  add column in_title boolean not null default false;

-- Words that may be misspelt, each under the three-letter pieces of ' word '. Its first piece tells whether a word is known.
create table search_trigrams (
  tenant_id uuid not null,
  trigram text collate "C" not null,
  word text collate "C" not null,
  primary key (tenant_id, trigram, word)
);
alter table search_trigrams enable row level security;
alter table search_trigrams force row level security;
create policy own_tenant on search_trigrams to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy worker_all on search_trigrams to colonnade_worker using (true) with check (true);

create function trigrams_of(word text) returns text[] language sql immutable parallel safe as $$
  select array(select distinct substr(' ' || $1 || ' ', place, 3) from generate_series(1, char_length($1)) place)
$$;

-- Numbers are typed as they are, or found by their beginning.
create function may_be_misspelt(word text) returns boolean language sql immutable parallel safe as $$
  select char_length($1) between 3 and 32 and translate($1, '0123456789', '') = $1
$$;

-- In one order, so that two who learn the same words wait for each other instead of in a circle.
create function learn_words(tenant uuid, words text[]) returns void language plpgsql as $$
begin
  insert into search_trigrams (tenant_id, trigram, word)
  select tenant, piece.trigram, unknown.word
  from (
    select new.word from unnest(words) as new (word)
    where may_be_misspelt(new.word) and not exists (
      select from search_trigrams known
      where known.tenant_id = tenant and known.trigram = left(' ' || new.word, 3) and known.word = new.word)
    offset 0) unknown, unnest(trigrams_of(unknown.word)) as piece (trigram)
  order by unknown.word, piece.trigram
  on conflict do nothing;
end
$$;

-- A name that nobody bears any more must not stay. Held first: of two who give up the same word, the second sees that the
-- first has gone.
create function forget_words(tenant uuid, words text[]) returns void language plpgsql as $$
begin
  perform from unnest(words) as gone (word)
    join search_trigrams known on known.tenant_id = tenant and known.trigram = left(' ' || gone.word, 3) and known.word = gone.word
    order by gone.word for update of known;
  delete from search_trigrams known using unnest(words) as gone (word)
  where known.tenant_id = tenant and known.trigram = any (trigrams_of(gone.word)) and known.word = gone.word
    and not exists (
      select from search_words w
      where w.tenant_id = tenant and w.word = gone.word
        and w.subject = any ('{customer,order,entry,asset,redirect,property}'));
end
$$;

-- In the customer's own transaction, and never by an event: what is personal must be erasable.
create or replace function index_customer() returns trigger language plpgsql as $$
declare
  is_there boolean := new.merged_into is null and new.erased_at is null;
  before text := ' | ';
  now_words text := ' | ';
begin
  if tg_op = 'UPDATE' then
    select words into before from search_texts
    where tenant_id = new.tenant_id and subject = 'customer' and subject_id = new.id;
    before := coalesce(before, ' | ');
    delete from search_words w using postings_in(before) was
    where w.tenant_id = new.tenant_id and w.subject = 'customer' and w.word = was.word and w.in_title = was.in_title
      and w.subject_id = new.id;
  end if;
  if is_there then
    now_words := concat(' ', array_to_string(words_in(new.name), ' '), ' | ', array_to_string(words_in(
      concat_ws(' ', array_to_string(new.emails, ' '), array_to_string(new.phones, ' '), new.external_id)), ' '), ' ');
    insert into search_texts (tenant_id, subject, subject_id, words)
    values (new.tenant_id, 'customer', new.id, now_words)
      on conflict (tenant_id, subject, subject_id) do update set words = excluded.words;
    insert into search_words (tenant_id, subject, word, in_title, subject_id, at)
    select new.tenant_id, 'customer', word, in_title, new.id, new.created_at from postings_in(now_words);
    perform learn_words(new.tenant_id, array(select distinct word from postings_in(now_words)));
  else
    delete from search_texts where tenant_id = new.tenant_id and subject = 'customer' and subject_id = new.id;
  end if;
  if tg_op = 'UPDATE' then
    perform forget_words(new.tenant_id, array(
      select word from postings_in(before) except select word from postings_in(now_words)));
  end if;
  return null;
end
$$;
drop trigger words_of_changed_customers on customers;
create trigger words_of_changed_customers after update on customers for each row
  when ((old.name, old.emails, old.phones, old.external_id, old.merged_into, old.erased_at)
    is distinct from (new.name, new.emails, new.phones, new.external_id, new.merged_into, new.erased_at))
  execute function index_customer();

-- What is there already; orders whose event still waits have no text yet, and that will bring them.
alter table customers no force row level security;
alter table orders no force row level security;
alter table order_lines no force row level security;
alter table search_texts no force row level security;
alter table search_words no force row level security;
alter table search_trigrams no force row level security;
truncate search_words;
delete from search_texts t using customers c
  where t.subject = 'customer' and c.tenant_id = t.tenant_id and c.id = t.subject_id
    and (c.merged_into is not null or c.erased_at is not null);
update search_texts t set words = concat(' ', array_to_string(words_in(c.name), ' '), ' | ', array_to_string(words_in(
    concat_ws(' ', array_to_string(c.emails, ' '), array_to_string(c.phones, ' '), c.external_id)), ' '), ' ')
  from customers c where t.subject = 'customer' and c.tenant_id = t.tenant_id and c.id = t.subject_id;
update search_texts t set words = concat(' ', array_to_string(words_in(o.order_number), ' '), ' | ', (
    select array_to_string(words_in(string_agg(l.sku || ' ' || l.name, ' ')), ' ') from order_lines l
    where l.tenant_id = o.tenant_id and l.order_id = o.id), ' ')
  from orders o where t.subject = 'order' and o.tenant_id = t.tenant_id and o.id = t.subject_id;
insert into search_words (tenant_id, subject, word, in_title, subject_id, at)
  select t.tenant_id, t.subject, posting.word, posting.in_title, t.subject_id, coalesce(o.created_at, c.created_at)
  from search_texts t
  left join orders o on t.subject = 'order' and o.tenant_id = t.tenant_id and o.id = t.subject_id
  left join customers c on t.subject = 'customer' and c.tenant_id = t.tenant_id and c.id = t.subject_id,
    postings_in(t.words) posting;
alter table search_words add primary key (tenant_id, subject, word, in_title, subject_id) include (at);
insert into search_trigrams (tenant_id, trigram, word)
  select w.tenant_id, piece.trigram, w.word
  from (select distinct tenant_id, word from search_words where may_be_misspelt(word)) w,
    unnest(trigrams_of(w.word)) as piece (trigram);
alter table customers force row level security;
alter table orders force row level security;
alter table order_lines force row level security;
alter table search_texts force row level security;
alter table search_words force row level security;
alter table search_trigrams force row level security;

grant delete on search_texts to colonnade_app;
-- It locks words before it gives them up, and PostgreSQL lets only those lock who may update something.
grant select, insert, delete, update (word) on search_trigrams to colonnade_app;
grant select, update (words, title, subtitle, at, told_at, told_by) on search_texts to colonnade_worker;
grant select, delete on search_words to colonnade_worker;
grant select, insert on search_trigrams to colonnade_worker;
