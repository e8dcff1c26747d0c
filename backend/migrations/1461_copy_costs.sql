-- What a follow's copies may cost in a day, of its amount; a ratio. Above it the follow ends.
alter table copy_follow add column day_cost amount not null default 0.1 check (day_cost > 0 and day_cost <= 1);
alter table copy_follow drop constraint copy_follow_ended_check;
alter table copy_follow add check (ended in ('user', 'stop_loss', 'trader', 'cost'));

-- What copies cost, by follow and day in UTC. Money is in USDT; what is closed by the follower's own hand is not in it.
create table copy_cost (
  follow_id bigint not null references copy_follow,
  day date not null,
  trader_user_id bigint not null references copy_trader (user_id),
  -- At the index: opened and closed.
  notional amount not null,
  -- Σ what fills are worse than the index, and what of it a trader's copies may come to.
  slippage amount not null,
  bound amount not null,
  fees amount not null,
  primary key (follow_id, day)
);
create index copy_cost_of_trader on copy_cost (trader_user_id, day);
create index copy_cost_of_day on copy_cost (day);

-- The costs of 30 and of 90 days beside a trader's figures; null before the first copy.
alter table copy_trader add column cost_30 amount,
                        add column cost_90 amount,
                        add column cost_bound amount,
                        -- Costs up to this day are not held against the trader: staff took a suspension back.
                        add column costs_since date;

-- Traders whose copies cost too much: suspended by the exchange until staff have looked.
create table copy_suspension (
  id bigint generated always as identity primary key,
  user_id bigint not null references copy_trader,
  notional amount not null,
  slippage amount not null,
  bound amount not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text,
  reviewer_id bigint references staff_member,
  created_at timestamptz not null,
  reviewed_at timestamptz,
  check ((status = 'pending') = (reviewed_at is null))
);
create unique index copy_suspension_open on copy_suspension (user_id) where status = 'pending';
