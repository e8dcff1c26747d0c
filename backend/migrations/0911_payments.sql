-- Money that a user sent to another one.
create table payment (
  id bigint generated always as identity primary key,
  sender_id bigint not null references user_account,
  recipient_id bigint not null references user_account,
  -- UID, e-mail address or number, as the sender wrote it.
  account text not null,
  currency text not null,
  amount amount not null check (amount > 0),
  -- USDT when it was sent: counted against the sender's limit.
  value amount not null check (value >= 0),
  at timestamptz not null
);
create index payment_of_sender on payment (sender_id, id desc);
create index payment_of_recipient on payment (recipient_id, id desc);
create index payment_of_sender_in_time on payment (sender_id, at) include (value);
