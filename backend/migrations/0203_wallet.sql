-- Transfers between a user's own accounts.
create table account_transfer (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  currency text not null,
  from_account text not null,
  to_account text not null,
  amount amount not null check (amount > 0),
  at timestamptz not null,
  check (from_account <> to_account)
);
create index account_transfer_of_user on account_transfer (user_id, id desc);
create trigger account_transfer_append_only before update or delete on account_transfer
  for each row execute function refuse_change();
