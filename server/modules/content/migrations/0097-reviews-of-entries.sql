-- Why: an entry of some types goes live only once another person than its last author has approved that version.
-- Works with: 39
alter table content_types add column review boolean not null default false;
grant update (review) on content_types to colonnade_app;

-- The review of the latest version that somebody asked for or decided about; an entry has one at most.
create table content_reviews (
  tenant_id uuid not null,
  id uuid not null,
  entry_id uuid not null,
  version int not null,
  status text not null constraint review_status_is_known check (status in ('requested', 'approved', 'changes_requested')),
  -- Null: nobody asked.
  asked_by json,
  note text constraint review_note_is_short check (length(note) <= 2000),
  -- A member who was asked; null: anybody.
  reviewer_id uuid,
  decided_by json,
  decided_at timestamptz,
  decision_note text constraint review_decision_is_short check (length(decision_note) <= 2000),
  -- An owner approved it without another person.
  overridden boolean not null default false,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint entry_has_one_review unique (tenant_id, entry_id),
  constraint review_is_of_an_entry_of_its_tenant
    foreign key (tenant_id, entry_id) references content_entries (tenant_id, id) on delete cascade,
  constraint review_is_decided_by_somebody check ((status = 'requested') = (decided_by is null) and (decided_by is null) = (decided_at is null))
);
create index content_reviews_newest_first on content_reviews (tenant_id, status, created_at desc, id desc);
select confine_to_tenant('content_reviews');
grant select, insert, delete, update (id, version, status, asked_by, note, reviewer_id, decided_by, decided_at, decision_note, overridden,
  created_at) on content_reviews to colonnade_app;
