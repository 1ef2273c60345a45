-- Why: a tenant must be able to prove who changed what; rows are chained by hash and nobody can edit or delete one.
create table audit_log (
  tenant_id uuid not null references tenants (id),
  seq bigint not null,
  at timestamptz not null,
  actor_type text not null constraint audit_actor_type_is_known check (actor_type in ('api_key', 'staff', 'operator', 'system')),
  actor_id uuid,
  actor_name text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  details jsonb not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (tenant_id, seq)
);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy own_tenant on audit_log to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
grant select, insert on audit_log to colonnade_app;

-- One text per row that no other row can have: a JSON array keeps the fields apart whatever they contain.
create function audit_hash(entry audit_log) returns bytea
  language sql stable
  as $$
    select sha256(entry.previous_hash || convert_to(jsonb_build_array(
      entry.tenant_id, entry.seq, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      entry.actor_type, entry.actor_id, entry.actor_name, entry.action, entry.subject_type, entry.subject_id, entry.details
    )::text, 'UTF8'))
  $$;

create function audit_chain() returns trigger
  language plpgsql
  as $$
  begin
    -- Held until commit: the chain of one tenant grows one row at a time.
    perform pg_advisory_xact_lock(hashtextextended('audit:' || new.tenant_id, 0));
    select seq + 1, hash into new.seq, new.previous_hash
      from audit_log where tenant_id = new.tenant_id order by seq desc limit 1;
    if not found then
      new.seq := 1;
      new.previous_hash := sha256(convert_to('colonnade audit ' || new.tenant_id, 'UTF8'));
    end if;
    new.hash := audit_hash(new);
    return new;
  end
  $$;
create trigger audit_row_joins_the_chain before insert on audit_log for each row execute function audit_chain();

create function audit_is_final() returns trigger
  language plpgsql
  as $$ begin raise exception 'the audit log cannot be changed'; end $$;
create trigger audit_row_is_final before update or delete on audit_log for each row execute function audit_is_final();
create trigger audit_log_is_final before truncate on audit_log for each statement execute function audit_is_final();
