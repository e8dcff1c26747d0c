-- Users, their sessions and codes, and what the calls need besides.

create table user_account (
  id bigint generated always as identity primary key,
  -- What others find a user by: eight digits, not a running number.
  uid text not null unique check (uid ~ '^[0-9]{8}$'),
  email text,
  -- Digits with the country code, no plus sign.
  mobile text,
  password_hash text not null,
  login_failures int not null default 0,
  login_locked_until timestamptz,
  pay_password_hash text,
  pay_failures int not null default 0,
  pay_locked_until timestamptz,
  nickname text not null,
  signature text not null default '',
  avatar text,
  verification_level smallint not null default 0 check (verification_level between 0 and 2),
  credit_score smallint not null default 60 check (credit_score between 0 and 100),
  vip_level smallint not null default 0,
  fiat text not null default 'USD',
  language text not null default 'en',
  extension_code text not null unique,
  invited_by bigint references user_account,
  disabled boolean not null default false,
  withdrawals_blocked_until timestamptz,
  created_at timestamptz not null,
  check (email is not null or mobile is not null)
);
create unique index user_account_email on user_account (lower(email));
create unique index user_account_mobile on user_account (mobile);

alter table ledger_account add constraint ledger_account_user foreign key (user_id) references user_account;

create table session (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  -- SHA-256 of the token; the token itself is kept nowhere.
  token_hash bytea not null unique,
  device text not null,
  address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_of_user on session (user_id) where ended_at is null;

create table verification_code (
  id bigint generated always as identity primary key,
  -- A normalised e-mail address or mobile number.
  target text not null,
  scene text not null,
  code_hash bytea not null,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index verification_code_latest on verification_code (target, scene, id desc);

-- Messages that no SMTP server or SMS gateway was configured for.
create table outbox_message (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null,
  body text not null,
  at timestamptz not null
);

-- A row commits together with the effect of its call.
create table idempotency_key (
  user_id bigint not null references user_account,
  key text not null,
  call text not null,
  fingerprint bytea not null,
  answer jsonb,
  at timestamptz not null,
  primary key (user_id, key)
);

create table upload (
  name text primary key,
  user_id bigint not null references user_account,
  -- Readable by its owner and staff only, until something shows it to everybody (an avatar).
  private boolean not null default true,
  at timestamptz not null
);

-- What staff may change; read by name.
create table setting (
  keyword text primary key,
  value text not null,
  -- Public ones are answered by /getSetting.
  public boolean not null default false
);

-- Identity verification, one row a request.
create table verification_request (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  real_type smallint not null check (real_type in (1, 2)),
  id_type text not null,
  name text not null,
  card_id text not null,
  front_pic text references upload,
  reverse_pic text references upload,
  state text not null default 'under_review' check (state in ('under_review', 'verified', 'failed')),
  reason text,
  submitted_at timestamptz not null,
  reviewed_at timestamptz
);
create unique index verification_request_open on verification_request (user_id) where state = 'under_review';
