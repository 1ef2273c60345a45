-- Why: sites and redirects from before there was one search for everything are found by it too.

-- An owner who is no superuser sees these rows only while the policies do not bind it.
alter table properties no force row level security;
alter table property_domains no force row level security;
alter table redirects no force row level security;
alter table search_texts no force row level security;
alter table search_words no force row level security;
alter table search_trigrams no force row level security;

-- As their events tell it. What an event has told already, or tells later, stands.
with there as (
  select tenant_id, 'redirect' as subject, id, from_path as title, to_url as subtitle, coalesce(notes, '') as text, created_at
  from redirects
  union all
  select p.tenant_id, 'property', p.id, p.name, named.domains[1], array_to_string(named.domains || p.locales, ' '), p.created_at
  from properties p cross join lateral (
    select array(
      select domain from property_domains d where d.tenant_id = p.tenant_id and d.property_id = p.id order by place)) named (domains)
),
told as (
  insert into search_texts (tenant_id, subject, subject_id, words, title, subtitle, at, told_at, told_by)
  select tenant_id, subject, id,
    concat(' ', array_to_string(words_in(title), ' '), ' | ', array_to_string(words_in(concat_ws(' ', subtitle, text)), ' '), ' '),
    title, subtitle, created_at, '-infinity', '00000000-0000-0000-0000-000000000000'
  from there
  on conflict (tenant_id, subject, subject_id) do nothing
  returning tenant_id, subject, subject_id, words, at
),
posted as (
  insert into search_words (tenant_id, subject, word, in_title, subject_id, at)
  select told.tenant_id, told.subject, posting.word, posting.in_title, told.subject_id, told.at
  from told, postings_in(told.words) posting
  returning tenant_id, word
)
insert into search_trigrams (tenant_id, trigram, word)
select new.tenant_id, piece.trigram, new.word
from (select distinct tenant_id, word from posted where may_be_misspelt(word)) new,
  unnest(trigrams_of(new.word)) as piece (trigram)
on conflict do nothing;

alter table properties force row level security;
alter table property_domains force row level security;
alter table redirects force row level security;
alter table search_texts force row level security;
alter table search_words force row level security;
alter table search_trigrams force row level security;
