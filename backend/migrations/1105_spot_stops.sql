-- Stop-limit orders, orders of which one leg cancels the other (OCO: one row, one reserve), and take profit and stop loss
-- that are placed for what of an order fills.

alter table spot_order drop constraint spot_order_kind_check, drop constraint spot_order_ended_check;
-- The price is the one in the book: a stop order has none until its trigger price is reached.
alter table spot_order drop constraint spot_order_check;
alter table spot_order
  add check (kind in ('limit', 'market', 'stop_limit', 'stop_market', 'oco')),
  add check (ended in ('user', 'market', 'immediate', 'all_or_nothing', 'post_only', 'own_order', 'reopened', 'closed', 'terms', 'stop_loss')),
  add column stop_price amount check (stop_price > 0),
  -- Limit price from the trigger on; null where it trades at market.
  add column stop_limit amount check (stop_limit > 0),
  add column stop_when text check (stop_when in ('above', 'below')),
  -- The recorded tick whose mark reached the trigger price.
  add column trigger_tick bigint,
  add column triggered_at timestamptz,
  add column take_profit amount check (take_profit > 0),
  add column stop_loss amount check (stop_loss > 0),
  add column stop_loss_limit amount check (stop_loss_limit > 0),
  -- The order whose profit it takes or whose loss it stops, and of that one the order that does so.
  add column parent_id bigint references spot_order,
  add column exit_id bigint references spot_order deferrable initially deferred,
  -- What of the received currency has gone into such orders.
  add column covered amount not null default 0,
  -- Counts changes of what it reserves: amendments, the trigger, growth. Part of its journals' names.
  add column revision int not null default 0;
alter table spot_order
  add check ((kind in ('stop_limit', 'stop_market', 'oco')) = (stop_price is not null)),
  add check ((stop_price is null) = (stop_when is null)),
  add check ((trigger_tick is null) = (triggered_at is null)),
  add check (kind <> 'limit' or price is not null),
  add check (kind not in ('market', 'stop_market') or price is null);
