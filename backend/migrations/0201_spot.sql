-- Spot orders, their fills, and who sweeps the triggers.

create table spot_order (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  symbol text not null,
  base text not null,
  quote text not null,
  side text not null check (side in ('buy', 'sell')),
  kind text not null check (kind in ('limit', 'market')),
  -- Limit price; null for a market order.
  price amount check (price > 0),
  -- In the base currency; of a market buy by total, what was bought.
  amount amount not null check (amount > 0),
  -- What a market buy by total was to spend.
  quote_amount amount check (quote_amount > 0),
  filled_amount amount not null default 0,
  -- Σ price × amount over the fills, exact.
  filled_exact amount not null default 0,
  -- The same as it was booked: rounded up for a buyer, down for a seller, on the running total.
  filled_quote_amount amount not null default 0,
  -- Still frozen for this order: quote currency of a buy, base currency of a sell.
  reserved amount not null default 0 check (reserved >= 0),
  fee amount not null default 0,
  fee_currency text not null,
  status text not null check (status in ('pending', 'filled', 'cancelled')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((kind = 'limit') = (price is not null)),
  check (filled_amount between 0 and amount),
  check (status = 'pending' or reserved = 0)
);

-- The sweep asks, per symbol, for buys at or above a price and for sells at or below one.
create index spot_order_open_buys on spot_order (symbol, price desc, id) where status = 'pending' and side = 'buy';
create index spot_order_open_sells on spot_order (symbol, price, id) where status = 'pending' and side = 'sell';
create index spot_order_of_user on spot_order (user_id, id desc);
create index spot_order_open_of_user on spot_order (user_id) where status = 'pending';

create table spot_fill (
  id bigint generated always as identity primary key,
  order_id bigint not null references spot_order,
  price amount not null check (price > 0),
  amount amount not null check (amount > 0),
  quote_amount amount not null check (quote_amount >= 0),
  fee amount not null check (fee >= 0),
  -- Whether the order rested in the book or took from it.
  maker boolean not null,
  at timestamptz not null
);
create index spot_fill_of_order on spot_fill (order_id, id);
create trigger spot_fill_append_only before update or delete on spot_fill
  for each row execute function refuse_change();

-- One node at a time does a piece of recurring work. The token grows with every new holder: work that commits checks
-- that its token is still the current one, so that a holder who was away too long changes nothing.
create table lease (
  name text primary key,
  holder text not null,
  token bigint not null,
  until timestamptz not null,
  -- How far the work has come.
  reached_at timestamptz
);
