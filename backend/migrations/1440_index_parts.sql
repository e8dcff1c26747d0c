-- Results are decided by the index in thousandths of a tick. What was opened before ends by the whole ticks of its terms.

-- 1: prices are whole ticks, a tie returns the stake. 2: prices are thousandths of a tick, a tie pays half a win.
alter table option_order add column rules smallint not null default 1 check (rules in (1, 2));

create or replace function keep_option() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'options are kept' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.user_id, new.symbol, new.currency, new.scale, new.direction, new.seconds, new.stake, new.fee, new.ratio,
      new.exposure, new.rules, new.tick, new.symbol_id, new.max_age, new.accepted_at, new.entry_at, new.expires_at)
     is distinct from
     (old.id, old.user_id, old.symbol, old.currency, old.scale, old.direction, old.seconds, old.stake, old.fee, old.ratio,
      old.exposure, old.rules, old.tick, old.symbol_id, old.max_age, old.accepted_at, old.entry_at, old.expires_at)
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

-- The same of rounds of the quiz, whose ties return all stakes under both.
alter table quiz_round add column rules smallint not null default 1 check (rules in (1, 2));

create or replace function keep_quiz_round() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.bets > 0 or old.kind = 'question' then
      raise exception 'rounds with bets are kept' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if (new.id, new.kind, new.series_id, new.symbol, new.currency, new.scale, new.outcomes, new.min_stake, new.max_stake,
      new.user_cap, new.pool_cap, new.rake, new.opens_at, new.closes_at, new.decides_at, new.entry_at, new.rules,
      new.tick, new.symbol_id, new.max_age, new.offsets)
     is distinct from
     (old.id, old.kind, old.series_id, old.symbol, old.currency, old.scale, old.outcomes, old.min_stake, old.max_stake,
      old.user_cap, old.pool_cap, old.rake, old.opens_at, old.closes_at, old.decides_at, old.entry_at, old.rules,
      old.tick, old.symbol_id, old.max_age, old.offsets)
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
