-- Second factors of users and of staff. A holder is `user:<id>` or `staff:<id>`.

create table authenticator (
  holder text primary key check (holder ~ '^(user|staff):[1-9][0-9]*$'),
  -- AES-256-GCM under a key that is not in the database.
  secret bytea not null,
  -- Time step of the last accepted code. No code of this step or an earlier one is accepted, on whichever node.
  last_counter bigint not null,
  created_at timestamptz not null
);

-- Secrets that were shown, and are not confirmed by a first code yet.
create table authenticator_enrolment (
  holder text primary key check (holder ~ '^(user|staff):[1-9][0-9]*$'),
  secret bytea not null,
  expires_at timestamptz not null
);

create table recovery_code (
  holder text not null check (holder ~ '^(user|staff):[1-9][0-9]*$'),
  -- argon2id with the salt of its set.
  code_hash text not null,
  salt bytea not null,
  used_at timestamptz,
  primary key (holder, code_hash)
);

create table passkey (
  id bigint generated always as identity primary key,
  holder text not null check (holder ~ '^(user|staff):[1-9][0-9]*$'),
  -- Base64url, as browsers send it.
  credential_id text not null constraint passkey_credential unique,
  -- COSE.
  public_key bytea not null,
  -- Signature counter; 0 where the authenticator has none.
  counter bigint not null,
  transports text[] not null,
  -- Copied to other devices of its owner by their platform.
  synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of_holder on passkey (holder, id);

-- What passkeys are asked to sign; a row is deleted by its first use.
create table passkey_challenge (
  challenge bytea primary key,
  -- 'register', 'sign-in', 'confirm' or the name of what is approved.
  purpose text not null,
  -- Null: to sign in, before it is known who does.
  holder text,
  session_id bigint,
  -- Hashed into the challenge together with what is approved; null where nothing particular is.
  nonce bytea,
  expires_at timestamptz not null
);
create index passkey_challenge_stale on passkey_challenge (expires_at);

-- When a factor, or the password of a user without one, was last proven in the session.
alter table session add column confirmed_at timestamptz;
alter table staff_session add column confirmed_at timestamptz;
