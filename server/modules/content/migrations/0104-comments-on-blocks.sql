-- Why: editors discuss a block of a page at the block, wherever it is moved.
-- Works with: 39
alter table content_comments
  -- The id that the block keeps from save to save, and the name of its kind. Null: the comment is about no block.
  add column block_id text,
  add column block_type text,
  add constraint comment_names_a_block check (length(block_id) between 1 and 64 and length(block_type) between 1 and 63) not valid,
  add constraint block_is_in_a_field check ((block_id is null) = (block_type is null) and (block_id is null or field is not null)) not valid;

-- Step: the rows from before have none.
alter table content_comments validate constraint comment_names_a_block;
alter table content_comments validate constraint block_is_in_a_field;
