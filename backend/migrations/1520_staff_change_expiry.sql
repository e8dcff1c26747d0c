-- A change that no other member approves ends by itself. Those of former versions have a week from the upgrade on.
alter table staff_change add column expires_at timestamptz;
update staff_change
   set expires_at = case when state in ('proposed', 'approved') then now() else proposed_at end + interval '7 days';
alter table staff_change alter column expires_at set not null;
alter table staff_change drop constraint staff_change_state_check, drop constraint staff_change_check2;
alter table staff_change
  add constraint staff_change_state_check
    check (state in ('proposed', 'approved', 'rejected', 'withdrawn', 'expired', 'done', 'failed')),
  add constraint staff_change_decided check ((state in ('proposed', 'expired')) = (decided_by is null));
create index staff_change_waits on staff_change (expires_at) where state = 'proposed';
