-- The last trades of each symbol, for a node that starts. Written by the node that holds the market, some seconds late.
create table market_tape (
  symbol text primary key,
  -- What its prices and amounts count in.
  tick amount not null,
  lot amount not null,
  -- Id of the newest trade.
  last bigint not null,
  prints bytea not null
);
