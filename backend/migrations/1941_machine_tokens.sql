-- Tokens of machines, such as a build server: made by a member, with some of the member's rights to releases.
create table machine_token (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff_member,
  name text not null check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- SHA-256: a token is shown once.
  token_hash bytea not null unique,
  -- A list of rights: action, remote, environment, percent.
  rights jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  last_used_at timestamptz,
  revoked_at timestamptz
);

create index machine_token_of_member on machine_token (staff_id);
