-- Failed log-ins are counted for what was typed, whether it is anybody's address or not: a lock that only real accounts
-- come under would tell which ones are real.

create table login_try (
  -- SHA-256 of the address or number as it is compared.
  target_hash bytea primary key,
  failures int not null,
  locked_until timestamptz,
  last_at timestamptz not null
);
create index login_try_stale on login_try (last_at);

alter table user_account drop column login_failures, drop column login_locked_until;
