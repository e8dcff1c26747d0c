-- Plans of spot orders: the exchange places the orders of a user by terms that were set once.

create table trading_plan (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  -- Begins the idempotency keys of its orders; no user knows it.
  key text not null check (length(key) = 36),
  kind text not null check (kind in ('twap', 'scaled', 'recurring')),
  symbol text not null,
  base text not null,
  quote text not null,
  side text not null check (side in ('buy', 'sell')),
  -- Of all orders together, in the base currency.
  amount amount check (amount > 0),
  -- Of each purchase, in the quote currency.
  quote_amount amount check (quote_amount > 0),
  limit_price amount check (limit_price > 0),
  price_from amount check (price_from > 0),
  price_to amount check (price_to > 0),
  sizes text check (sizes in ('flat', 'increasing')),
  -- Steps of price and amount by which it was cut into orders: they stay as they are, so that a repeated order is the same.
  tick amount not null check (tick > 0),
  lot amount not null check (lot > 0),
  every text not null check (every in ('interval', 'day', 'week', 'month')),
  -- Between two orders of an interval; 0: all at once.
  interval_seconds int check (interval_seconds between 0 and 3600),
  -- Null: until it is stopped.
  slots int check (slots between 1 and 1000),
  starts_at timestamptz not null,
  created_at timestamptz not null,
  status text not null check (status in ('running', 'ended')),
  ended text check (ended in ('done', 'user', 'refused', 'account')),
  ended_at timestamptz,
  -- The order that is placed next, from 0, and when; null: all were.
  next_slot int not null default 0 check (next_slot >= 0),
  next_at timestamptz,
  -- Error code of the last order that was refused, and how many were, one after the other.
  refusal text,
  refusals int not null default 0 check (refusals >= 0),
  check ((kind = 'recurring') = (quote_amount is not null)),
  check ((kind = 'recurring') = (amount is null)),
  check ((kind = 'scaled') = (price_from is not null and price_to is not null and sizes is not null)),
  check (limit_price is null or kind = 'twap'),
  check (kind <> 'recurring' or (side = 'buy' and every <> 'interval')),
  check ((every = 'interval') = (interval_seconds is not null)),
  check (kind = 'recurring' or (every = 'interval' and slots is not null)),
  check ((status = 'ended') = (ended is not null)),
  check ((status = 'ended') = (ended_at is not null)),
  check (status = 'running' or next_at is null)
);
create index trading_plan_of_user on trading_plan (user_id, id desc);
create index trading_plan_running on trading_plan (user_id) where status = 'running';
create index trading_plan_due on trading_plan (next_at) where next_at is not null;
-- All orders are placed, and some may still be open.
create index trading_plan_placed on trading_plan (id) where status = 'running' and next_at is null;

-- What a plan was started with never changes, and what has ended does not run again.
create function keep_plan_terms() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.key, new.kind, new.symbol, new.side, new.tick, new.lot, new.every, new.starts_at, new.created_at)
       is distinct from
     (old.user_id, old.key, old.kind, old.symbol, old.side, old.tick, old.lot, old.every, old.starts_at, old.created_at)
     or (new.amount, new.quote_amount, new.limit_price, new.price_from, new.price_to, new.sizes, new.interval_seconds,
         new.slots)
       is distinct from
        (old.amount, old.quote_amount, old.limit_price, old.price_from, old.price_to, old.sizes, old.interval_seconds,
         old.slots)
  then
    raise exception 'the terms of a plan do not change' using errcode = 'restrict_violation';
  end if;
  if old.status = 'ended' or new.next_slot < old.next_slot then
    raise exception 'a plan does not run again' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger trading_plan_kept before update on trading_plan for each row execute function keep_plan_terms();

-- What became of each order: placed, or why it was not.
create table trading_plan_order (
  plan_id bigint not null references trading_plan on delete cascade,
  slot int not null check (slot >= 0),
  order_id bigint references spot_order,
  refusal text,
  at timestamptz not null,
  primary key (plan_id, slot),
  check ((order_id is null) <> (refusal is null))
);
create unique index trading_plan_order_of on trading_plan_order (order_id) where order_id is not null;
