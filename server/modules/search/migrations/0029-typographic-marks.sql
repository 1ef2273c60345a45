-- Why: a word between typographic quotes, or behind such an apostrophe, could not be found by typing it.

-- As before, but every mark that stands between words does; not only those of a keyboard.
do $$
declare
  keyboard text := E'\t\n\r!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~';
  marks text := '‘’‚‛“”„‟ʼ‹›«»‐‒–—―·•¡¿、。「」『』・';
  accents text := (select string_agg(chr(code), '' order by code) from generate_series(768, 879) code);
begin
  execute format($function$
    create or replace function searchable(text) returns text language sql immutable parallel safe as $body$
      select case when octet_length($1) = char_length($1)
        then translate(lower($1 collate "C"), %1$L, repeat(' ', 35))
        else translate(lower(normalize($1, NFKD)), %2$L, repeat(' ', 35 + %3$s)) end
    $body$ $function$, keyboard, keyboard || marks || accents, char_length(marks));
end
$$;

-- What is found already, under words with such marks in them.
alter table search_texts no force row level security;
alter table search_words no force row level security;
alter table search_trigrams no force row level security;
create temporary table renewed on commit drop as
  select t.tenant_id, t.subject, t.subject_id, found.at, t.words as was, regexp_replace(t.words, marks, ' ', 'g') as words
  from search_texts t
  join (values ('[‘’‚‛“”„‟ʼ‹›«»‐‒–—―·•¡¿、。「」『』・]')) as between (marks) on t.words ~ marks
  cross join lateral (
    select w.at from postings_in(t.words) p
    join search_words w on w.tenant_id = t.tenant_id and w.subject = t.subject and w.word = p.word and w.in_title = p.in_title
      and w.subject_id = t.subject_id
    limit 1) found;
delete from search_words w using renewed r, postings_in(r.was) p
where w.tenant_id = r.tenant_id and w.subject = r.subject and w.word = p.word and w.in_title = p.in_title
  and w.subject_id = r.subject_id;
insert into search_words (tenant_id, subject, word, in_title, subject_id, at)
select r.tenant_id, r.subject, p.word, p.in_title, r.subject_id, r.at from renewed r, postings_in(r.words) p;
update search_texts t set words = r.words from renewed r
where t.tenant_id = r.tenant_id and t.subject = r.subject and t.subject_id = r.subject_id;
select learn_words(r.tenant_id, array_agg(distinct p.word)) from renewed r, postings_in(r.words) p group by r.tenant_id;
select forget_words(r.tenant_id, array_agg(distinct p.word)) from renewed r, postings_in(r.was) p group by r.tenant_id;
alter table search_texts force row level security;
alter table search_words force row level security;
alter table search_trigrams force row level security;
