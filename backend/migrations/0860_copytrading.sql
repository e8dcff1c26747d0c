-- Copy trading: traders, who follows them and how, copies of their positions, profit shares. Money is in USDT.

create table copy_application (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  content text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text,
  reviewer_id bigint references staff_member,
  created_at timestamptz not null,
  reviewed_at timestamptz,
  check ((status = 'pending') = (reviewed_at is null))
);
create unique index copy_application_open on copy_application (user_id) where status = 'pending';
create index copy_application_of_user on copy_application (user_id, id desc);

create table copy_trader (
  user_id bigint primary key references user_account,
  -- Of an account of the exchange that trades by a published rule: which rule.
  strategy text check (strategy in ('trend', 'reversion', 'breakout', 'momentum')),
  follower_limit int not null default 200 check (follower_limit >= 0),
  -- What followers pay of new highs; a ratio.
  profit_share amount not null default 0.1 check (profit_share between 0 and 0.5),
  since timestamptz not null,
  -- The figures of the last hour; null before the first.
  figures jsonb,
  followers jsonb,
  refreshed_at timestamptz,
  check ((figures is null) = (refreshed_at is null) and (followers is null) = (refreshed_at is null))
);

-- Positions of traders, from the events of the market since they became traders. What a trader did before does not count.
create table copy_source (
  position_id bigint primary key,
  trader_user_id bigint not null references copy_trader (user_id),
  symbol text not null,
  side text not null check (side in ('long', 'short')),
  multiple int not null,
  -- In units of the base: all that was opened and closed, and Σ price × quantity of both.
  opened amount not null check (opened > 0),
  opened_exact amount not null,
  closed amount not null default 0,
  closed_exact amount not null default 0,
  -- What a unit of the quote currency was worth in USDT when it opened.
  rate amount not null check (rate > 0),
  -- The most margin that it held.
  margin amount not null,
  -- Booked so far, after fees.
  profit amount not null,
  opened_at timestamptz not null,
  closed_at timestamptz
);
create index copy_source_of_trader on copy_source (trader_user_id, closed_at desc nulls first, position_id desc);

create table copy_follow (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  trader_user_id bigint not null references copy_trader (user_id),
  type text not null check (type in ('multiple', 'lots')),
  number amount not null check (number > 0),
  -- Most margin to have in copies at a time.
  max_amount amount not null check (max_amount > 0),
  -- The follow ends, and its copies are closed, when its results come to this loss.
  stop_loss amount check (stop_loss > 0),
  slippage amount not null check (slippage > 0),
  agreement int not null,
  status text not null default 'following' check (status in ('following', 'cancelled')),
  ended text check (ended in ('user', 'stop_loss')),
  started_at timestamptz not null,
  ended_at timestamptz,
  check (user_id <> trader_user_id),
  check ((status = 'cancelled') = (ended is not null) and (status = 'cancelled') = (ended_at is not null))
);
create unique index copy_follow_once on copy_follow (user_id, trader_user_id) where status = 'following';
create index copy_follow_of_trader on copy_follow (trader_user_id, id) where status = 'following';
create index copy_follow_of_user on copy_follow (user_id, id desc);

-- What a follower's copies of a trader have come to. It outlives follows, so that following anew does not lower the high.
create table copy_account (
  user_id bigint not null references user_account,
  trader_user_id bigint not null references copy_trader (user_id),
  realised amount not null default 0,
  high_water amount not null default 0 check (high_water >= 0),
  paid amount not null default 0 check (paid >= 0),
  -- Frozen in the leverage account for the share that is due.
  reserved amount not null default 0 check (reserved >= 0),
  -- Results came in since the reserve was last set.
  moved boolean not null default false,
  primary key (user_id, trader_user_id)
);
create index copy_account_moved on copy_account (user_id) where moved;
create index copy_account_of_trader on copy_account (trader_user_id);

-- A copy, or why there is none.
create table copy_trade (
  id bigint generated always as identity primary key,
  -- The event of the trader's position that is copied.
  event_id bigint not null,
  follow_id bigint not null references copy_follow,
  user_id bigint not null references user_account,
  trader_user_id bigint not null references copy_trader (user_id),
  source_id bigint not null,
  symbol text not null,
  side text not null check (side in ('long', 'short')),
  multiple int not null,
  source_price amount not null check (source_price > 0),
  rate amount not null check (rate > 0),
  -- Whole lots: asked for, open now, and what should be open.
  lots int not null check (lots >= 0),
  open_lots int not null default 0 check (open_lots >= 0),
  target_lots int not null check (target_lots >= 0),
  -- What lowered the target; part of the key under which the copy is closed.
  target_cause text,
  -- When closing was last tried: what cannot be closed now does not stand before the others.
  tried_at timestamptz,
  status text not null check (status in ('planned', 'submitted', 'open', 'closed', 'skipped', 'self_held')),
  reason text check (reason in ('insufficient_balance', 'cap', 'slippage', 'too_small', 'source_closed', 'not_allowed', 'market', 'cancelled')),
  worst_price amount,
  -- The follower's position.
  position_id bigint unique,
  opened amount not null default 0,
  opened_exact amount not null default 0,
  closed amount not null default 0,
  closed_exact amount not null default 0,
  -- Held now, or estimated when it was submitted; and the most that it held.
  margin amount not null default 0,
  peak_margin amount not null default 0,
  -- Booked so far, after fees; of one that was taken over, what it had come to then.
  profit amount not null default 0,
  created_at timestamptz not null,
  opened_at timestamptz,
  closed_at timestamptz,
  unique (event_id, user_id),
  check ((status = 'skipped') = (reason is not null)),
  check (status not in ('open', 'self_held') or position_id is not null)
);
create index copy_trade_of_user on copy_trade (user_id, id desc);
create index copy_trade_of_follow on copy_trade (follow_id, status);
create index copy_trade_waiting on copy_trade (id) where status in ('planned', 'submitted');
create index copy_trade_to_close on copy_trade (id) where status = 'open' and target_lots < open_lots;
create index copy_trade_following on copy_trade (source_id) where status in ('planned', 'submitted', 'open');
create index copy_trade_of_trader on copy_trade (trader_user_id) where status in ('closed', 'self_held');

-- A weekly settlement of a profit share.
create table copy_statement (
  id bigint generated always as identity primary key,
  week date not null,
  user_id bigint not null references user_account,
  trader_user_id bigint not null references copy_trader (user_id),
  rate amount not null,
  realised amount not null,
  high_before amount not null,
  high_after amount not null,
  due amount not null,
  paid amount not null check (paid >= 0 and paid <= due),
  at timestamptz not null,
  unique (week, user_id, trader_user_id)
);
create index copy_statement_of_user on copy_statement (user_id, id desc);
create index copy_statement_of_trader on copy_statement (trader_user_id, id desc);
create trigger copy_statement_append_only before update or delete on copy_statement
  for each row execute function refuse_change();

-- How far the events of positions have been read.
create table copy_cursor (
  one boolean primary key default true check (one),
  event_id bigint not null default 0
);
insert into copy_cursor default values;
