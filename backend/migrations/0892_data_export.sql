-- Copies of all data of a user, which they asked for.
create table data_export (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  state text not null check (state in ('waiting', 'ready', 'downloaded', 'expired')),
  requested_at timestamptz not null,
  -- Name of the archive in the storage of uploads, encrypted there.
  name text,
  bytes bigint,
  ready_at timestamptz,
  expires_at timestamptz,
  -- SHA-256 of the token of the link, which downloads once.
  link_hash bytea unique,
  link_expires_at timestamptz,
  check (state <> 'ready' or (name is not null and expires_at is not null))
);
create index data_export_user on data_export (user_id, id);
create index data_export_due on data_export (expires_at) where state = 'ready';
