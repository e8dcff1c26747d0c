-- Pictures that agents send: of the member of the staff until they are sent, then of the user whom they were sent to.
alter table upload
  alter column user_id drop not null,
  add column staff_id bigint references staff_member,
  add check (num_nonnulls(user_id, staff_id) > 0);
