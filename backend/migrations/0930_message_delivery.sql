-- Messages that a mail server or gateway has accepted: a job that is repeated after a crash does not send them again.
create table message_delivery (
  id text primary key,
  channel text not null check (channel in ('mail', 'sms')),
  accepted_at timestamptz not null
);
create index message_delivery_accepted on message_delivery (accepted_at);
