-- Invitation: rates, what invited users paid in fees, and what those who invited them get of it.

create table referral_term (
  -- 1: who invited the user who pays; 2: who invited that one.
  level smallint primary key check (level in (1, 2)),
  -- Of the fees; a ratio.
  rate amount not null check (rate >= 0 and rate <= 0.4)
);
insert into referral_term (level, rate) values (1, 0.2), (2, 0.05);

-- Days, UTC, that are booked.
create table referral_day (
  day date primary key,
  booked_at timestamptz not null
);

-- Fees of invited users, less fees that went back. Rebates are on what is above the most that there was before.
create table referral_fee (
  user_id bigint not null references user_account,
  currency text not null,
  net amount not null,
  rebated amount not null default 0 check (rebated >= 0),
  primary key (user_id, currency)
);

create table referral_claim (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  at timestamptz not null
);
create index referral_claim_of_user on referral_claim (user_id, id desc);

create table referral_reward (
  id bigint generated always as identity primary key,
  -- Who gets it.
  user_id bigint not null references user_account,
  -- Who paid.
  invited_user_id bigint not null references user_account check (invited_user_id <> user_id),
  level smallint not null references referral_term,
  day date not null references referral_day,
  currency text not null,
  -- The fees that it is a share of.
  base amount not null check (base > 0),
  rate amount not null,
  amount amount not null check (amount > 0 and amount <= base),
  claim_id bigint references referral_claim,
  unique (invited_user_id, level, day, currency)
);
create index referral_reward_of_user on referral_reward (user_id, invited_user_id);
create index referral_reward_open on referral_reward (user_id) where claim_id is null;
create index user_account_invited_by on user_account (invited_by) where invited_by is not null;
