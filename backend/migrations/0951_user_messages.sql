-- Messages to single users, worded in the language of who reads them. Their ids begin above those of messages to all.
create table user_message (
  id bigint generated always as identity (start with 1000000000000) primary key,
  user_id bigint not null references user_account,
  kind text not null check (kind in ('payment_received')),
  -- What the text names.
  named jsonb not null,
  -- What it is about, once: the id of the payment.
  reference text not null,
  at timestamptz not null,
  unique (user_id, kind, reference)
);
create index user_message_of_user on user_message (user_id, at desc);
