-- Why: guesses at passwords count wherever they are made, so all processes must see the same counts.
-- Unlogged: a count that a crash of PostgreSQL wipes out is worth less than the writes that would keep it.
create unlogged table sign_in_guesses (
  -- A digest of who guesses: an account, a network, both, a device, a session.
  who bytea primary key constraint who_is_a_digest check (length(who) = 16),
  settled_at timestamptz not null
);
create index sign_in_guesses_by_age on sign_in_guesses (settled_at);
alter table sign_in_guesses enable row level security;
alter table sign_in_guesses force row level security;
create policy auth_all on sign_in_guesses to colonnade_auth using (true) with check (true);
grant select, insert, update, delete on sign_in_guesses to colonnade_auth;
