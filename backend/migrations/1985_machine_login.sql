-- Log-ins of command lines (RFC 8628): begun without a session, approved by a member with a code, taken once.
create table machine_login (
  id bigint generated always as identity primary key,
  -- SHA-256 of what the command line takes the token with, and of what the member types.
  device_hash bytea not null unique,
  code_hash bytea not null unique,
  name text not null check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- A list of the rights asked for, then of those given: action, remote, environment, percent.
  rights jsonb not null,
  -- Address that began it.
  address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- Whose rights it has been given.
  staff_id bigint references staff_member,
  approved_at timestamptz,
  rejected_at timestamptz,
  taken_at timestamptz,
  check ((staff_id is null) = (approved_at is null)),
  check (approved_at is null or rejected_at is null or taken_at is null)
);

create index machine_login_by_age on machine_login (created_at);
create index machine_login_of_member on machine_login (staff_id) where staff_id is not null;
