-- Why: a page that is gone for good says so (410), so that search engines forget it.
-- Works with: 39
alter table redirects
  drop constraint status_code_redirects,
  add constraint status_code_redirects check (status_code in (301, 302, 307, 308, 410)) not valid;
comment on column redirects.to_url is 'Of a page that is gone, 410: /, which every program can read, and nobody is sent to.';

-- Step: rows are read without a lock on them.
alter table redirects validate constraint status_code_redirects;
