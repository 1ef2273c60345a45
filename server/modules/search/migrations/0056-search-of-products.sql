-- Why: products are found by the one search too.
-- Works with: 39

alter table search_texts
  drop constraint subject_is_searched,
  add constraint subject_is_searched
    check (subject in ('customer', 'order', 'entry', 'asset', 'redirect', 'property', 'product')) not valid;

-- A word that a product has is not forgotten with a customer.
create or replace function forget_words(tenant uuid, words text[]) returns void language plpgsql as $$
begin
  perform from unnest(words) as gone (word)
    join search_trigrams known on known.tenant_id = tenant and known.trigram = left(' ' || gone.word, 3) and known.word = gone.word
    order by gone.word for update of known;
  delete from search_trigrams known using unnest(words) as gone (word)
  where known.tenant_id = tenant and known.trigram = any (trigrams_of(gone.word)) and known.word = gone.word
    and not exists (
      select from search_words w
      where w.tenant_id = tenant and w.word = gone.word
        and w.subject = any ('{customer,order,entry,asset,redirect,property,product}'));
end
$$;

-- Step: the rows from before are of the other subjects.
alter table search_texts validate constraint subject_is_searched;
