-- Leverage and contracts: positions, their orders, fills and triggers, and what other domains follow. The market is the
-- only writer, and numbers the rows itself.

-- Terms of leverage of an instrument.
alter table instrument
  -- Positions are liquidated when this share of their margin is left.
  add column liquidation_threshold amount not null default 0.5 check (liquidation_threshold >= 0.05 and liquidation_threshold <= 0.95),
  -- A year; perpetual contracts pay funding instead.
  add column overnight_rate amount not null default 0 check (overnight_rate between 0 and 1),
  -- Most that users may hold net on one side, long − short, in the settlement currency. Null: by the rule of
  -- docs/instruments.md.
  add column exposure_cap amount check (exposure_cap > 0);

create table lever_position (
  -- That of the order which opens it.
  id bigint primary key,
  user_id bigint not null references user_account,
  symbol text not null,
  category text not null check (category in ('lever', 'contract')),
  -- What margins, fees and results are booked in.
  currency text not null,
  side text not null check (side in ('long', 'short')),
  mode text not null check (mode in ('cross', 'isolated')),
  multiple int not null check (multiple >= 1),
  -- One unit of the quote currency in the settlement currency, fixed when the order was placed.
  rate amount not null check (rate > 0),
  -- The share of its margin at which it is liquidated, when the order was placed.
  threshold amount not null,
  -- Ratio of the notional value that closing costs, when the order was placed.
  closing_fee_rate amount not null,
  -- In the base currency: what is open now.
  quantity amount not null default 0 check (quantity >= 0),
  -- Σ price × quantity of what is open now.
  entry_exact amount not null default 0 check (entry_exact >= 0),
  opened_quantity amount not null default 0,
  opened_exact amount not null default 0,
  closed_quantity amount not null default 0,
  closed_exact amount not null default 0,
  -- Frozen for what is open now, in the settlement currency.
  margin amount not null default 0 check (margin >= 0),
  -- Booked so far, in the settlement currency.
  fee amount not null default 0 check (fee >= 0),
  overnight_fee amount not null default 0,
  funding_fee amount not null default 0,
  realized amount not null default 0,
  -- What of its losses the insurance paid.
  shortfall amount not null default 0 check (shortfall >= 0),
  status text not null check (status in ('pending', 'open', 'closing', 'closed', 'cancelled')),
  close_reason text check (close_reason in ('user', 'take_profit', 'stop_loss', 'trailing_stop', 'liquidation', 'copy', 'staff')),
  -- The tick of the symbol whose mark closed it, and that mark.
  trigger_tick bigint,
  trigger_price amount,
  -- The position that it copies.
  source_id bigint,
  created_at timestamptz not null,
  opened_at timestamptz,
  closed_at timestamptz,
  updated_at timestamptz not null,
  check (opened_quantity = quantity + closed_quantity),
  check ((status in ('open', 'closing')) = (quantity > 0)),
  check (quantity > 0 or (margin = 0 and entry_exact = 0)),
  check ((status = 'closed') = (close_reason is not null))
);
create index lever_position_of_user on lever_position (user_id, id desc);
create index lever_position_open on lever_position (symbol) where status in ('pending', 'open', 'closing');
create index lever_position_open_of_user on lever_position (user_id) where status in ('pending', 'open', 'closing');
create index lever_position_copies on lever_position (source_id) where source_id is not null;

create table lever_order (
  id bigint primary key,
  position_id bigint not null,
  user_id bigint not null,
  symbol text not null,
  purpose text not null check (purpose in ('open', 'close')),
  -- In the book.
  side text not null check (side in ('buy', 'sell')),
  kind text not null check (kind in ('market', 'limit', 'stop')),
  cause text not null check (cause in ('user', 'take_profit', 'stop_loss', 'trailing_stop', 'liquidation', 'copy', 'staff')),
  -- Limit price; of a market order the worst price that it accepts, where it has one.
  price amount check (price > 0),
  stop_price amount check (stop_price > 0),
  quantity amount not null check (quantity > 0),
  filled_quantity amount not null default 0,
  -- Σ price × quantity over the fills.
  filled_exact amount not null default 0,
  fee amount not null default 0,
  -- Booked result of what it closed; null where it opens.
  profit amount,
  -- Frozen for what of it is not filled: margin and fee.
  reserved amount not null default 0 check (reserved >= 0),
  status text not null check (status in ('pending', 'filled', 'cancelled')),
  ended text check (ended in ('user', 'market', 'immediate', 'own_order', 'reopened', 'insufficient_balance', 'refused', 'closed', 'liquidation')),
  trigger_id bigint,
  trigger_tick bigint,
  trigger_price amount,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (filled_quantity between 0 and quantity),
  check ((kind = 'stop') = (stop_price is not null)),
  check (kind <> 'limit' or price is not null),
  check ((status = 'cancelled') = (ended is not null)),
  check (status <> 'filled' or filled_quantity = quantity),
  check (status = 'pending' or reserved = 0),
  check ((purpose = 'close') = (profit is not null))
);
create index lever_order_of_user on lever_order (user_id, id desc);
create index lever_order_pending on lever_order (id) where status = 'pending';
create index lever_order_of_position on lever_order (position_id, id);

-- What one order was filled with in one batch of the market.
create table lever_fill (
  id bigint primary key,
  order_id bigint not null,
  user_id bigint not null,
  quantity amount not null check (quantity > 0),
  -- Σ price × quantity.
  exact amount not null check (exact > 0),
  fee amount not null check (fee >= 0),
  -- Booked result; 0 where it opens.
  profit amount not null,
  -- Whether the order rested in the book or took from it.
  maker boolean not null,
  -- When the market made the price.
  priced_at timestamptz not null,
  at timestamptz not null
);
create index lever_fill_of_order on lever_fill (order_id, id);
create index lever_fill_by_time on lever_fill (at);
create trigger lever_fill_append_only before update or delete on lever_fill
  for each row execute function refuse_change();

-- Take profit, stop loss, trailing stop of a position.
create table lever_trigger (
  id bigint primary key,
  position_id bigint not null,
  user_id bigint not null,
  symbol text not null,
  kind text not null check (kind in ('take_profit', 'stop_loss', 'trailing_stop')),
  by text not null check (by in ('price', 'ratio', 'amount', 'distance')),
  value amount not null check (value > 0),
  -- To close, in the base currency; null: all that is open then.
  quantity amount check (quantity > 0),
  -- Null before the position is open; of a trailing stop, before it trails.
  price amount check (price > 0),
  activation_price amount check (activation_price > 0),
  -- The best mark since a trailing stop trails.
  best_price amount check (best_price > 0),
  status text not null check (status in ('pending', 'active', 'triggered', 'done', 'cancelled')),
  tick bigint,
  -- The mark of that tick.
  mark amount,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((kind = 'trailing_stop') = (by = 'distance')),
  check ((status in ('triggered', 'done')) = (tick is not null))
);
create index lever_trigger_waiting on lever_trigger (id) where status in ('pending', 'active', 'triggered');
create index lever_trigger_of_position on lever_trigger (position_id, id);

-- What happened to positions, in the order in which it was committed: copies, brakes and statistics read on from the
-- last id they know.
create table leverage_event (
  id bigint primary key,
  user_id bigint not null,
  position_id bigint not null,
  symbol text not null,
  kind text not null check (kind in ('opened', 'increased', 'partly_closed', 'closed', 'cancelled')),
  side text not null check (side in ('long', 'short')),
  mode text not null,
  multiple int not null,
  -- In the base currency: of this event, and what is open after it.
  quantity amount not null,
  open_quantity amount not null,
  -- Average price of this event; null of one that was cancelled.
  price amount,
  -- The symbol's latest tick.
  tick bigint not null,
  -- Booked in the settlement currency by this event: result before fees, fee, and the margin that is held after it.
  profit amount not null,
  fee amount not null,
  margin amount not null,
  currency text not null,
  cause text not null,
  -- The position that it copies.
  source_id bigint,
  at timestamptz not null
);
create index leverage_event_of_user on leverage_event (user_id, id);
create trigger leverage_event_append_only before update or delete on leverage_event
  for each row execute function refuse_change();

-- What was listed before gets the terms of the release.
update instrument i
   set tiers = coalesce((select jsonb_agg(jsonb_build_object('limit', t.limit_text, 'multiple', t.multiple) order by t.multiple desc)
                           from (select m as multiple,
                                        (ceil(least(20000000, greatest(1000000, (i.simulation ->> 'dailyTurnover')::numeric * 0.01))
                                              / m / 1000) * 1000)::bigint::text as limit_text
                                   from unnest(i.multiples) m) t), '[]'),
       overnight_rate = case when i.calendar = 'crypto' then 0
                             when i.category = 'stocks' then 0.06
                             when i.category = 'metals' then 0.04
                             else 0.03 end
 where 'lever' = any(i.trades);
