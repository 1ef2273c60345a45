-- Why: the reviews that one member was asked for are listed by index, however many wait for others.
-- Works with: 39

-- Outside a transaction: reviews are written all the time.
create index concurrently if not exists content_reviews_of_reviewer on content_reviews (tenant_id, reviewer_id, status, created_at desc, id desc)
  where reviewer_id is not null;

-- Step: the index is there.
comment on index content_reviews_of_reviewer is 'The reviews that a member is asked for.';
