-- Limits that users set for their own trading, one row each: what holds, and what a loosening becomes and when.
create table brake (
  user_id bigint not null references user_account,
  name text not null check (name in ('dailyLoss', 'maxMultiple', 'coolOff', 'excludedUntil')),
  value jsonb not null,
  next_value jsonb,
  next_at timestamptz,
  changed_at timestamptz not null,
  primary key (user_id, name),
  check ((next_value is null) = (next_at is null))
);

-- What trading has brought a user: the result of the latest day in UTC with a trade, and losing trades in a row.
create table trading_result (
  user_id bigint primary key references user_account,
  day timestamptz not null,
  -- In USDT, fees deducted.
  result amount not null,
  losses int not null check (losses >= 0),
  last_loss_at timestamptz
);

-- Books results of several users, in this order, within the transaction of the trades.
create function book_trading_results(
  p_users bigint[], p_days timestamptz[], p_amounts numeric[], p_outcomes text[], p_times timestamptz[]
) returns void language plpgsql as $$
begin
  -- In the order of the users, so that two transactions never wait for each other in a circle.
  insert into trading_result (user_id, day, result, losses)
  select distinct u, 'epoch'::timestamptz, 0::numeric, 0 from unnest(p_users) u order by u
  on conflict do nothing;
  perform 1 from trading_result where user_id = any (p_users) order by user_id for update;
  for i in 1 .. cardinality(p_users) loop
    update trading_result
       set result = case when p_days[i] > day then p_amounts[i]
                         when p_days[i] = day then result + p_amounts[i]
                         else result end,
           day = greatest(day, p_days[i]),
           losses = case p_outcomes[i] when 'won' then 0 when 'lost' then losses + 1 else losses end,
           last_loss_at = case when p_outcomes[i] = 'lost' then greatest(last_loss_at, p_times[i]) else last_loss_at end
     where user_id = p_users[i];
  end loop;
end $$;
