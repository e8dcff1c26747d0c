-- Options on the index: terms, orders, what they paid.

create table option_term (
  seconds integer primary key check (seconds between 10 and 86400),
  -- What a win adds to the stake; a ratio.
  ratio amount not null check (ratio > 0 and ratio <= 10),
  -- Of the stake; a ratio.
  fee_rate amount not null default 0 check (fee_rate >= 0 and fee_rate < 1),
  -- What a stake is worth, in USDT.
  min_stake amount not null check (min_stake > 0),
  max_stake amount not null check (max_stake >= min_stake),
  open boolean not null default true
);
insert into option_term (seconds, ratio, min_stake, max_stake) values
  (30, 0.80, 5, 2000),
  (60, 0.85, 5, 5000),
  (120, 0.87, 5, 10000),
  (300, 0.90, 5, 20000),
  (600, 0.92, 5, 20000);

-- Currencies a stake may be paid in, in the order of the screen.
create table option_currency (
  currency text primary key,
  min_stake amount not null check (min_stake > 0),
  max_stake amount not null check (max_stake >= min_stake),
  rank smallint not null unique
);
insert into option_currency (currency, min_stake, max_stake, rank) values
  ('USDT', 5, 20000, 1),
  ('BTC', 0.0001, 0.2, 2),
  ('ETH', 0.002, 5, 3);

create table option_order (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  symbol text not null,
  currency text not null,
  -- Fraction digits of the currency.
  scale smallint not null,
  direction text not null check (direction in ('up', 'down')),
  seconds integer not null,
  stake amount not null check (stake > 0),
  fee amount not null check (fee >= 0),
  ratio amount not null check (ratio > 0),
  -- What a win takes from the house, in USDT at the time of the order: counted against its capacity.
  exposure amount not null check (exposure > 0),
  -- Of a tick of the instrument: prices below count in it, as the ticks recorded under this id do.
  tick amount not null check (tick > 0),
  symbol_id smallint not null,
  -- How old a price may be, ms.
  max_age integer not null check (max_age > 0),
  accepted_at timestamptz not null,
  entry_at timestamptz not null check (entry_at > accepted_at),
  expires_at timestamptz not null check (expires_at > entry_at),
  status text not null default 'open' check (status in ('open', 'settled', 'returned')),
  -- The price that is the strike, with its number in the chain of the symbol.
  strike_number bigint,
  strike_at timestamptz,
  strike bigint check (strike > 0),
  -- The prices of the settlement, oldest first, and the number of the last; the others are numbered without gaps.
  settlement_number bigint,
  settlement_times timestamptz[],
  settlement_prices bigint[],
  result text check (result in ('won', 'tied', 'lost')),
  reason text check (reason in ('no_strike', 'no_ticks')),
  -- What went back to the user.
  payout amount check (payout >= 0),
  settled_at timestamptz,
  -- The recorded ticks of its entry and its window are kept for ever.
  kept boolean not null default false,
  check (num_nulls(strike_number, strike_at, strike) in (0, 3)),
  check ((status = 'settled') = (result is not null)),
  check ((status = 'returned') = (reason is not null)),
  check ((status = 'open') = (settled_at is null) and (status = 'open') = (payout is null)),
  check (status <> 'settled' or (strike is not null and settlement_number is not null
         and cardinality(settlement_times) = 25 and cardinality(settlement_prices) = 25))
);
create index option_order_of_user on option_order (user_id, id desc);
create index option_order_due on option_order (expires_at) where status = 'open';
create index option_order_unstruck on option_order (entry_at) where status = 'open' and strike_number is null;
create index option_order_of_symbol on option_order (symbol, expires_at) where status = 'open';
create index option_order_unkept on option_order (expires_at) where status <> 'open' and not kept;

-- An option's terms never change, its strike is set once and it ends once: whatever asks for it, and under any role.
create function keep_option() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'options are kept' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.user_id, new.symbol, new.currency, new.scale, new.direction, new.seconds, new.stake, new.fee, new.ratio,
      new.exposure, new.tick, new.symbol_id, new.max_age, new.accepted_at, new.entry_at, new.expires_at)
     is distinct from
     (old.id, old.user_id, old.symbol, old.currency, old.scale, old.direction, old.seconds, old.stake, old.fee, old.ratio,
      old.exposure, old.tick, old.symbol_id, old.max_age, old.accepted_at, old.entry_at, old.expires_at)
     or (old.strike_number is not null
         and (new.strike_number, new.strike_at, new.strike) is distinct from (old.strike_number, old.strike_at, old.strike))
     or (old.status <> 'open'
         and (new.status, new.strike_number, new.settlement_number, new.settlement_times, new.settlement_prices, new.result,
              new.reason, new.payout, new.settled_at)
             is distinct from
             (old.status, old.strike_number, old.settlement_number, old.settlement_times, old.settlement_prices, old.result,
              old.reason, old.payout, old.settled_at)) then
    raise exception 'an option does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger option_order_kept before update or delete on option_order for each row execute function keep_option();

-- What options paid, by day of their settlement in UTC; added to in the transaction that settles them.
create table option_day (
  day date not null,
  currency text not null,
  won integer not null default 0,
  tied integer not null default 0,
  lost integer not null default 0,
  returned integer not null default 0,
  -- Of those that were settled.
  staked amount not null default 0,
  fees amount not null default 0,
  paid amount not null default 0,
  primary key (day, currency)
);
