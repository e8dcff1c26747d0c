-- In which ticks and lots the record of a symbol counts since staff changed them; null where they never did. The index of a
-- halted instrument is recorded on: under the id of the grid that the market counts in.

alter table market_symbol add column tick amount, add column lot amount;

update market_symbol s
   set tick = i.tick, lot = i.lot
  from instrument i
 where i.symbol = s.symbol and exists (select from market_former f where f.symbol = s.symbol);
