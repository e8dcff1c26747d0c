-- Quiz: series of rounds, rounds, questions of staff, bets, and what is disputed.

create table quiz_series (
  id integer primary key,
  kind text not null check (kind in ('realtime', 'daily')),
  symbol text not null,
  currency text not null,
  -- Of the ranges of daily rounds, ascending; ratios of the reference price.
  offsets text[] check (cardinality(offsets) between 1 and 9),
  min_stake amount not null check (min_stake > 0),
  max_stake amount not null check (max_stake >= min_stake),
  -- Of one user in one round, and of all.
  user_cap amount not null check (user_cap >= max_stake),
  pool_cap amount not null check (pool_cap >= user_cap),
  -- Of the pool; a ratio.
  rake amount not null default 0 check (rake >= 0 and rake <= 0.2),
  open boolean not null default true,
  unique (kind, symbol),
  check ((kind = 'daily') = (offsets is not null))
);
insert into quiz_series (id, kind, symbol, currency, offsets, min_stake, max_stake, user_cap, pool_cap) values
  (1, 'realtime', 'BTC/USDT', 'USDT', null, 1, 1000, 2000, 100000),
  (2, 'realtime', 'ETH/USDT', 'USDT', null, 1, 1000, 2000, 100000),
  (3, 'realtime', 'SOL/USDT', 'USDT', null, 1, 500, 1000, 50000),
  (4, 'daily', 'BTC/USDT', 'USDT', '{-0.03,-0.01,0,0.01,0.03}', 1, 2000, 5000, 250000);

create table quiz_round (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('realtime', 'daily', 'question')),
  series_id integer references quiz_series,
  symbol text,
  currency text not null,
  -- Fraction digits of the currency.
  scale smallint not null,
  -- Outcomes are numbered from 1.
  outcomes smallint not null check (outcomes between 2 and 10),
  min_stake amount not null check (min_stake > 0),
  max_stake amount not null check (max_stake >= min_stake),
  user_cap amount not null check (user_cap >= max_stake),
  pool_cap amount not null check (pool_cap >= user_cap),
  rake amount not null check (rake >= 0 and rake <= 0.2),
  opens_at timestamptz not null,
  -- Bets are accepted before this time.
  closes_at timestamptz not null check (closes_at > opens_at),
  -- When it is decided; of a question, when its answer is due.
  decides_at timestamptz not null check (decides_at > closes_at),
  -- From when the first price is the strike, and the reference of ranges.
  entry_at timestamptz,
  -- Of a tick of the instrument: prices below count in it, as the ticks recorded under this id do.
  tick amount check (tick > 0),
  symbol_id smallint,
  -- How old a price may be, ms.
  max_age integer check (max_age > 0),
  offsets text[],
  strike_number bigint,
  strike_at timestamptz,
  strike bigint check (strike > 0),
  -- Added to by each bet while the round is open.
  staked amount not null default 0 check (staked >= 0),
  users integer not null default 0,
  bets integer not null default 0,
  state text not null default 'open' check (state in ('asked', 'open', 'paying', 'over', 'void', 'withdrawn')),
  outcome smallint check (outcome between 1 and 10),
  -- Why there is no outcome, or why stakes went back in spite of it.
  reason text check (reason in ('no_strike', 'no_ticks', 'tied', 'undecided', 'unanswered', 'no_winners', 'one_sided')),
  settlement_number bigint,
  settlement_times timestamptz[],
  settlement_prices bigint[],
  -- What is divided among the winners, what was staked on the outcome, what the house keeps, and the units that rounding
  -- left: one each for the first winning bets.
  prize amount,
  winning amount,
  rake_paid amount,
  left_over integer,
  decided_at timestamptz,
  settled_at timestamptz,
  -- The recorded ticks that decided it are kept for ever.
  kept boolean not null default false,
  check ((kind = 'question') = (series_id is null)),
  check (num_nulls(symbol, entry_at, tick, symbol_id, max_age) = case when kind = 'question' then 5 else 0 end),
  check ((kind = 'daily') = (offsets is not null)),
  check (num_nulls(strike_number, strike_at, strike) in (0, 3)),
  check (outcome is null or outcome <= outcomes),
  check (state not in ('over', 'void') or settled_at is not null),
  check ((state in ('paying', 'over', 'void')) = (decided_at is not null)),
  check (state <> 'over' or outcome is not null),
  check (state <> 'void' or (outcome is null and reason is not null))
);
create unique index quiz_round_of_series on quiz_round (series_id, closes_at);
create index quiz_round_list on quiz_round (kind, opens_at desc, id desc);
create index quiz_round_open on quiz_round (decides_at) where state in ('asked', 'open');
create index quiz_round_paying on quiz_round (id) where state = 'paying';
create index quiz_round_unkept on quiz_round (decides_at) where symbol is not null and state in ('over', 'void') and not kept;
create index quiz_round_empty on quiz_round (decides_at) where bets = 0;

create table quiz_pool (
  round_id bigint not null references quiz_round on delete cascade,
  outcome smallint not null check (outcome between 1 and 10),
  staked amount not null default 0 check (staked >= 0),
  primary key (round_id, outcome)
);

-- What a user staked in a round.
create table quiz_stake (
  round_id bigint not null references quiz_round,
  user_id bigint not null references user_account,
  staked amount not null check (staked > 0),
  primary key (round_id, user_id)
);

create table quiz_bet (
  id bigint generated always as identity primary key,
  round_id bigint not null references quiz_round,
  user_id bigint not null references user_account,
  -- Number of the bet in its round, from 1: the order in which they were accepted.
  place integer not null check (place > 0),
  outcome smallint not null check (outcome between 1 and 10),
  stake amount not null check (stake > 0),
  -- In USDT when it was accepted, of a unit of the currency: results are counted in it.
  price amount not null check (price > 0),
  accepted_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'won', 'lost', 'returned')),
  payout amount check (payout >= 0),
  settled_at timestamptz,
  unique (round_id, place),
  check ((status = 'open') = (payout is null) and (status = 'open') = (settled_at is null)),
  check (status <> 'lost' or payout = 0)
);
create index quiz_bet_of_user on quiz_bet (user_id, id desc);
create index quiz_bet_open on quiz_bet (round_id, place) where status = 'open';
create index quiz_bet_open_of_user on quiz_bet (user_id) where status = 'open';

-- Questions of staff, with the named public source of their answer. By language where they are jsonb.
create table quiz_question (
  round_id bigint primary key references quiz_round,
  title jsonb not null,
  description jsonb not null,
  -- A list of texts by language, one an outcome.
  labels jsonb not null,
  source_name text not null,
  source_url text not null,
  asked_by bigint not null references staff_member,
  asked_at timestamptz not null,
  approved_by bigint references staff_member check (approved_by <> asked_by),
  approved_at timestamptz,
  -- What was found at the source; 0 where it cannot be decided.
  proposed smallint check (proposed between 0 and 10),
  proposed_by bigint references staff_member,
  proposed_at timestamptz,
  evidence text,
  evidence_url text,
  -- Disputes are taken until then; nobody confirms before.
  disputable_until timestamptz,
  confirmed_by bigint references staff_member check (confirmed_by <> proposed_by),
  confirmed_at timestamptz,
  check (num_nulls(proposed, proposed_by, proposed_at, evidence, evidence_url, disputable_until) in (0, 6)),
  check (confirmed_by is null or proposed_by is not null)
);

create table quiz_dispute (
  id bigint generated always as identity primary key,
  round_id bigint not null references quiz_question,
  user_id bigint not null references user_account,
  -- The proposal that it is against.
  proposed_at timestamptz not null,
  text text not null,
  at timestamptz not null,
  unique (round_id, user_id, proposed_at)
);

-- The terms of a round never change, its strike is set once and it ends once: whatever asks for it, and under any role.
create function keep_quiz_round() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.bets > 0 or old.kind = 'question' then
      raise exception 'rounds with bets are kept' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if (new.id, new.kind, new.series_id, new.symbol, new.currency, new.scale, new.outcomes, new.min_stake, new.max_stake,
      new.user_cap, new.pool_cap, new.rake, new.opens_at, new.closes_at, new.decides_at, new.entry_at, new.tick,
      new.symbol_id, new.max_age, new.offsets)
     is distinct from
     (old.id, old.kind, old.series_id, old.symbol, old.currency, old.scale, old.outcomes, old.min_stake, old.max_stake,
      old.user_cap, old.pool_cap, old.rake, old.opens_at, old.closes_at, old.decides_at, old.entry_at, old.tick,
      old.symbol_id, old.max_age, old.offsets)
     or (old.strike_number is not null
         and (new.strike_number, new.strike_at, new.strike) is distinct from (old.strike_number, old.strike_at, old.strike))
     or (old.state not in ('asked', 'open')
         and (new.staked, new.users, new.bets, new.strike_number, new.outcome, new.settlement_number, new.settlement_times,
              new.settlement_prices, new.prize, new.winning, new.rake_paid, new.left_over, new.reason, new.decided_at)
             is distinct from
             (old.staked, old.users, old.bets, old.strike_number, old.outcome, old.settlement_number, old.settlement_times,
              old.settlement_prices, old.prize, old.winning, old.rake_paid, old.left_over, old.reason, old.decided_at))
     or (old.state in ('over', 'void', 'withdrawn') and (new.state, new.settled_at) is distinct from (old.state, old.settled_at))
     or (old.state = 'paying' and new.state not in ('paying', 'over', 'void')) then
    raise exception 'a round does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger quiz_round_kept before update or delete on quiz_round for each row execute function keep_quiz_round();

-- A bet is accepted while its round takes bets, never changes, and ends once.
create function keep_quiz_bet() returns trigger language plpgsql as $$
declare
  r quiz_round;
begin
  if tg_op = 'DELETE' then
    raise exception 'bets are kept' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'INSERT' then
    select * into r from quiz_round where id = new.round_id;
    if r.state <> 'open' or new.accepted_at < r.opens_at or new.accepted_at >= r.closes_at or r.strike_number is not null
       and r.kind = 'realtime' or new.outcome > r.outcomes then
      raise exception 'the round takes no bets' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.id, new.round_id, new.user_id, new.place, new.outcome, new.stake, new.price, new.accepted_at)
     is distinct from
     (old.id, old.round_id, old.user_id, old.place, old.outcome, old.stake, old.price, old.accepted_at)
     or (old.status <> 'open' and (new.status, new.payout, new.settled_at) is distinct from
                                  (old.status, old.payout, old.settled_at)) then
    raise exception 'a bet does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger quiz_bet_kept before insert or update or delete on quiz_bet for each row execute function keep_quiz_bet();
