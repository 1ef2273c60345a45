-- Why: receivers ask for headers of their own, for some events only, for secrets that overlap, and to be switched off after days.
-- Works with: 39

alter table webhook_subscriptions
  -- The list as it was given, if it has a wildcard: `events` then has the types that it stands for today, which is all that an
  -- older program knows.
  add column event_patterns text[],
  -- Field of `data` → the values of which it has one. Null: every event.
  add column filter jsonb,
  -- A JSON object, name → value.
  add column headers_sealed bytea,
  add column header_names text[] not null default '{}',
  -- Secrets before the previous one that still sign, each until its own time.
  add column older_secrets bytea[] not null default '{}',
  add column older_secrets_until timestamptz[] not null default '{}',
  -- A pair of ed25519 keys, if deliveries are to be signed with it as well.
  add column private_key_sealed bytea,
  add column public_key text,
  -- Since its latest success every attempt has failed, at least five in a row.
  add column failing_since timestamptz,
  -- Set while the subscription is paused because it failed for days.
  add column disabled_at timestamptz,
  add constraint older_secrets_have_an_end check (cardinality(older_secrets) = cardinality(older_secrets_until)) not valid,
  add constraint keys_come_in_pairs check ((private_key_sealed is null) = (public_key is null)) not valid;
grant update (event_patterns, filter, headers_sealed, header_names, older_secrets, older_secrets_until, private_key_sealed,
  public_key, failing_since, disabled_at) on webhook_subscriptions to colonnade_app;
grant update (older_secrets, older_secrets_until, failing_since) on webhook_subscriptions to colonnade_worker;

-- Every field of the filter has one of its values in the data; in a list, one element suffices. A missing field counts as null.
create function webhook_filter_matches(filter jsonb, data jsonb) returns boolean
  language sql immutable parallel safe
  as $$
    select not exists (
      select from jsonb_each(filter) as f (path, wanted)
      cross join lateral (select data #> string_to_array(f.path, '.') as value) v
      where not case jsonb_typeof(v.value)
        when 'array' then exists (select from jsonb_array_elements(v.value) as e (value) where f.wanted @> jsonb_build_array(e.value))
        else f.wanted @> jsonb_build_array(v.value)
      end)
  $$;

-- A subscription that recovers is told of as well.
alter table webhook_warnings
  -- The first of the failures that the warning is about.
  add column since timestamptz,
  drop constraint warning_kind_is_known,
  add constraint warning_kind_is_known check (kind in ('failing', 'failed', 'recovered')) not valid;
grant update (since) on webhook_warnings to colonnade_worker;

-- Step: constraints
alter table webhook_subscriptions
  validate constraint older_secrets_have_an_end,
  validate constraint keys_come_in_pairs;
alter table webhook_warnings validate constraint warning_kind_is_known;

-- Step: the worker finds them without reading every subscription
create index webhook_subscriptions_failing on webhook_subscriptions (failing_since) where failing_since is not null;
create index webhook_subscriptions_older_secrets on webhook_subscriptions (tenant_id, id) where older_secrets_until <> '{}';

-- Step: a subscription may ask for order per object. A delivery that has to wait for one before it is `waiting` until infinity, which
-- an older program takes for a retry that is not due.
alter table webhook_subscriptions
  add column ordered boolean not null default false,
  -- Events are gathered for so long, and delivered as one.
  add column coalesce_seconds int,
  add constraint coalescing_is_sensible check (coalesce_seconds between 1 and 300) not valid,
  add constraint a_batch_has_no_object check (not ordered or coalesce_seconds is null) not valid;
grant update (ordered, coalesce_seconds) on webhook_subscriptions to colonnade_app;
alter table webhook_queue add column object text;

-- Step: constraints
alter table webhook_subscriptions validate constraint coalescing_is_sensible, validate constraint a_batch_has_no_object;

-- Outside a transaction: deliveries are written all the time.
create index concurrently if not exists webhook_queue_objects on webhook_queue (tenant_id, subscription_id, object, event_id)
  where object is not null;

-- Outside a transaction: deliveries are written all the time.
create index concurrently if not exists webhook_queue_behind on webhook_queue (tenant_id, subscription_id, object, event_id)
  where state = 'waiting' and next_at = 'infinity';

-- Step: events that are gathered for one delivery, and the subscriptions that have some. Kept as long as the events, so that a batch is found by
-- its events. No foreign key: a fan-out must not fail because a subscription is being deleted.
create table webhook_gathered (
  tenant_id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  at timestamptz(3) not null,
  event_type text not null,
  -- The event that carries it; null: still to be made.
  batch_id uuid,
  primary key (tenant_id, subscription_id, event_id)
);
create index webhook_gathered_open on webhook_gathered (tenant_id, subscription_id, event_id) where batch_id is null;
create index webhook_gathered_events on webhook_gathered (tenant_id, event_id);
create index webhook_gathered_oldest_first on webhook_gathered (at);
select confine_to_tenant('webhook_gathered');
create policy worker_all on webhook_gathered to colonnade_worker using (true) with check (true);
grant select, delete, update (batch_id) on webhook_gathered to colonnade_app;
grant select, insert, delete on webhook_gathered to colonnade_worker;
create table webhook_bursts (
  tenant_id uuid not null,
  subscription_id uuid not null,
  due_at timestamptz not null,
  primary key (tenant_id, subscription_id)
);
create index webhook_bursts_due on webhook_bursts (due_at);
select confine_to_tenant('webhook_bursts');
create policy worker_all on webhook_bursts to colonnade_worker using (true) with check (true);
grant select, delete, update (due_at) on webhook_bursts to colonnade_app;
grant select, insert, update (due_at) on webhook_bursts to colonnade_worker;
