-- Instruments whose new tick or lot does not fit what rests in the book: the market halts them, and tells staff. Written
-- by the node that holds the market, whenever it takes new terms.
create table market_misfit (
  symbol text primary key,
  reason text not null
);
