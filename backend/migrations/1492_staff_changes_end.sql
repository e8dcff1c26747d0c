-- A member who is disabled, or has another role, has a part in no open change any more: as with first approvals.
create function end_staff_changes() returns trigger language plpgsql as $$
begin
  update staff_change set state = 'withdrawn', decided_by = proposed_by, decided_at = now(), ended_at = now()
   where state = 'proposed' and proposed_by = new.id;
  update staff_change set state = 'failed', ended_at = now(), failure = 'forbidden'
   where state = 'approved' and new.id in (proposed_by, decided_by);
  return null;
end $$;
create trigger staff_member_changes after update of disabled, role on staff_member
  for each row when (new.disabled and not old.disabled or new.role <> old.role) execute function end_staff_changes();
