-- Wrong log-ins are counted in counted_attempt. What was counted here is over within a day.
drop table login_try;

-- Signs proofs of work for all nodes. Whoever has it can skip the work, nothing else.
create table proof_key (
  only_row boolean primary key default true check (only_row),
  key bytea not null
);
-- Two random UUIDs hold 244 random bits.
insert into proof_key (key)
values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

-- Browsers that an account was signed in with. They log in without a proof of work; others are new to the account.
create table known_device (
  -- SHA-256 of the token in the browser's cookie; the same browser may know several accounts.
  token_hash bytea not null,
  user_id bigint references user_account,
  staff_id bigint references staff_member,
  last_seen_at timestamptz not null,
  check (num_nonnulls(user_id, staff_id) = 1)
);
create unique index known_device_of_user on known_device (user_id, token_hash);
create unique index known_device_of_staff on known_device (staff_id, token_hash);
create index known_device_token on known_device (token_hash);
