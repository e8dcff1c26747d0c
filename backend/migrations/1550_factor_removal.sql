-- Removals of a user's lost second factors, each a change of staff: what only the user can do about one.
create table factor_removal (
  change_id bigint primary key references staff_change,
  user_id bigint not null references user_account,
  -- SHA-256 of the token of the mailed link that stops it; null before another member approved it.
  stop_hash bytea unique,
  -- What stopped it. A factor that is used was not lost.
  stopped_by text check (stopped_by in ('factor', 'link', 'session', 'freeze')),
  -- Since it took effect, or since its end is told.
  closed_at timestamptz
);
create unique index factor_removal_open on factor_removal (user_id) where closed_at is null;
create index factor_removal_user on factor_removal (user_id, closed_at);

-- Whichever way a factor is used, its use is in the same statement.
create function factor_was_used() returns trigger language plpgsql as $$
begin
  update factor_removal set stopped_by = 'factor'
   where user_id = split_part(new.holder, ':', 2)::bigint and closed_at is null and stopped_by is null;
  return null;
end $$;
create trigger authenticator_used after update of last_counter on authenticator
  for each row when (new.holder like 'user:%') execute function factor_was_used();
create trigger passkey_used after update of last_used_at on passkey
  for each row when (new.holder like 'user:%') execute function factor_was_used();
create trigger recovery_code_used after update of used_at on recovery_code
  for each row when (new.holder like 'user:%') execute function factor_was_used();
