-- Ids that stood for a symbol while it had another tick or lot: its older ticks are counted in those.
create table market_former (
  id smallint primary key,
  symbol text not null references market_symbol,
  tick amount not null,
  lot amount not null,
  -- By which prices in former ticks, and amounts in former lots, are multiplied to be in those of now.
  price_factor double precision not null check (price_factor > 0),
  lot_factor double precision not null check (lot_factor > 0)
);
