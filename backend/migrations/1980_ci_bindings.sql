-- Identities of build servers: whose tokens, issued by OpenID Connect, are exchanged for tokens of machines.
create table ci_binding (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff_member,
  name text not null check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  issuer text not null,
  audience text not null,
  -- Names of claims and their values; one that ends in `/*` or `:*` is a prefix.
  claims jsonb not null,
  -- A list of rights: action, remote, environment, percent.
  rights jsonb not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);

create index ci_binding_of_member on ci_binding (staff_id);
create index ci_binding_in_force on ci_binding (issuer) where revoked_at is null;

-- Of a token that was exchanged: by which binding, from which token (once), and for whom.
alter table machine_token
  add column binding_id bigint references ci_binding,
  add column exchanged_hash bytea unique,
  add column workload text,
  add check ((binding_id is null) = (exchanged_hash is null) and (binding_id is null) = (workload is null));

create index machine_token_of_binding on machine_token (binding_id, created_at) where binding_id is not null;
