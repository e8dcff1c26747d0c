-- Where the ranges of a round meet: a round keeps what it was opened under. 1: at whole ticks, also where two meet in one and a
-- range between them holds no price. 2: there at price steps.
alter table quiz_round add column ranges smallint not null default 1 check (ranges in (1, 2));

create or replace function keep_quiz_round() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.bets > 0 or old.kind = 'question' then
      raise exception 'rounds with bets are kept' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if (new.id, new.kind, new.series_id, new.symbol, new.currency, new.scale, new.outcomes, new.min_stake, new.max_stake,
      new.user_cap, new.pool_cap, new.rake, new.opens_at, new.closes_at, new.decides_at, new.entry_at, new.rules, new.ranges,
      new.tick, new.symbol_id, new.max_age, new.offsets)
     is distinct from
     (old.id, old.kind, old.series_id, old.symbol, old.currency, old.scale, old.outcomes, old.min_stake, old.max_stake,
      old.user_cap, old.pool_cap, old.rake, old.opens_at, old.closes_at, old.decides_at, old.entry_at, old.rules, old.ranges,
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
