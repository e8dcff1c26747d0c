-- Statements that may be downloaded once, without a session: one a user at a time.
create table statement_link (
  user_id bigint primary key references user_account on delete cascade,
  -- SHA-256 of what the link holds.
  token_hash bytea not null unique,
  -- What is stated, as the call asked for it.
  request jsonb not null,
  -- Until when it can be opened; once it was opened, until when it is being made or sent.
  until timestamptz not null,
  opened boolean not null default false
);
