-- People of the house. Their sessions are no users' sessions.

create table staff_member (
  id bigint generated always as identity primary key,
  -- E-mail address, as they sign in.
  account text not null,
  name text not null,
  role text not null check (role in ('support', 'reviewer', 'admin')),
  password_hash text not null,
  login_failures int not null default 0,
  login_locked_until timestamptz,
  disabled boolean not null default false,
  created_at timestamptz not null
);
create unique index staff_member_account on staff_member (lower(account));

create table staff_session (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff_member,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);

-- What staff did, to whom, and why.
create table staff_action (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff_member,
  action text not null,
  subject text not null,
  reason text,
  at timestamptz not null
);
create trigger staff_action_append_only before update or delete on staff_action
  for each row execute function refuse_change();
