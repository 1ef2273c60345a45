-- Why: a member's notices are read by index, however many other members have.
-- Works with: 39
-- Removes: notices_newest_first, notices_unread

-- Outside a transaction: notices are written all the time.
create index concurrently if not exists notices_by_reader on notices (tenant_id, member_id, created_at desc, id desc);

-- Outside a transaction: notices are written all the time.
create index concurrently if not exists notices_unread_by_reader on notices (tenant_id, member_id, created_at desc, id desc)
  where read_at is null;

-- Step: nothing but speed is lost to a program from before. Beside the new ones, PostgreSQL would choose these at times.
comment on index notices_by_reader is 'Notices for one member; those for everybody are of the member null.';
comment on index notices_unread_by_reader is 'The same, as long as nobody has read them.';
drop index notices_newest_first, notices_unread;
