-- Of a change that ended with the account or the role of a member, the others are told: the next run of its job does it.
alter table staff_change add column untold boolean not null default false;
create index staff_change_untold on staff_change (id) where untold;
create or replace function end_staff_changes() returns trigger language plpgsql as $$
begin
  update staff_change set state = 'withdrawn', decided_by = proposed_by, decided_at = now(), ended_at = now(), untold = true
   where state = 'proposed' and proposed_by = new.id;
  update staff_change set state = 'failed', ended_at = now(), failure = 'member_left', untold = true
   where state = 'approved' and new.id in (proposed_by, decided_by);
  return null;
end $$;
