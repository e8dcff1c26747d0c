-- Calls of staff that take a second member: the input as it was read, and what became of it.
create table staff_change (
  id bigint generated always as identity primary key,
  call text not null,
  input jsonb not null,
  -- SHA-256 of call and input: another member approves exactly this.
  hash text not null,
  summary text not null,
  reason text not null,
  state text not null default 'proposed'
    check (state in ('proposed', 'approved', 'rejected', 'withdrawn', 'done', 'failed')),
  proposed_by bigint not null references staff_member,
  proposed_at timestamptz not null,
  decided_by bigint references staff_member,
  decided_at timestamptz,
  -- Not before; null until it is approved.
  runs_at timestamptz,
  ended_at timestamptz,
  -- Why it could not run: an error code.
  failure text,
  check (state <> 'withdrawn' or decided_by = proposed_by),
  check (state = 'withdrawn' or decided_by is distinct from proposed_by),
  check ((state = 'proposed') = (decided_by is null)),
  check (state not in ('approved', 'done', 'failed') or runs_at is not null),
  check ((state in ('proposed', 'approved')) = (ended_at is null)),
  check ((state = 'failed') = (failure is not null))
);
-- The same change is not open twice.
create unique index staff_change_open on staff_change (call, hash) where state in ('proposed', 'approved');
create index staff_change_due on staff_change (runs_at) where state = 'approved';
