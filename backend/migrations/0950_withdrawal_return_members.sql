-- What comes back of an approved withdrawal is decided by two members above the same limit as its approval.
alter table withdrawal
  -- Null where one member was enough.
  add column first_returner_id bigint references staff_member,
  add check (first_returner_id is null or status = 'failed');
