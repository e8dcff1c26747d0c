-- What a user asks of staff about their account: to unfreeze it, to close it.
create table account_request (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  kind text not null check (kind in ('unfreeze', 'close')),
  -- waiting: a log-in cancels it until due_at; pending: staff decide.
  state text not null check (state in ('waiting', 'pending', 'approved', 'rejected', 'cancelled')),
  requested_at timestamptz not null,
  due_at timestamptz not null,
  reason text,
  reviewer_id bigint references staff_member,
  reviewed_at timestamptz,
  -- Of a closed account, for as long as the law asks for them.
  email text,
  mobile text
);
create unique index account_request_open on account_request (user_id, kind) where state in ('waiting', 'pending');
create index account_request_list on account_request (kind, state, id);

-- A closed account has no address or number: another one may have it.
alter table user_account add column closed_at timestamptz;
alter table user_account drop constraint user_account_contact;
alter table user_account add constraint user_account_contact
  check (closed_at is not null or email is not null or mobile is not null or shared_mobile is not null);
