-- The price that a user was offered for a conversion. A user has one at a time: a new offer replaces the last one.
create table conversion_quote (
  user_id bigint primary key references user_account,
  id text not null,
  from_currency text not null,
  to_currency text not null,
  number amount not null check (number > 0),
  rate amount not null check (rate > 0),
  -- Share of the rate against the index, and of the fee: ratios.
  spread amount not null check (spread >= 0),
  fee_rate amount not null check (fee_rate >= 0),
  fee amount not null check (fee >= 0),
  receive amount not null check (receive > 0),
  made_at timestamptz not null,
  check (from_currency <> to_currency)
);

create table conversion (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  -- Of the offer that it used up.
  quote text not null constraint conversion_quote_used_once unique,
  from_currency text not null,
  to_currency text not null,
  number amount not null check (number > 0),
  rate amount not null check (rate > 0),
  spread amount not null check (spread >= 0),
  fee amount not null check (fee >= 0),
  receive amount not null check (receive > 0),
  -- USDT, by the index of the moment.
  value amount not null check (value >= 0),
  at timestamptz not null,
  check (from_currency <> to_currency)
);
create index conversion_of_user on conversion (user_id, id desc);
create index conversion_of_user_in_time on conversion (user_id, at) include (value);

-- What the house took in of a currency by conversions, less what it gave, by the hour.
create table conversion_flow (
  currency text not null,
  hour timestamptz not null,
  net amount not null,
  primary key (currency, hour)
);
