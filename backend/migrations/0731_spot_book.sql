-- Orders meet in the book of the market, which is the only writer of orders and their fills: it numbers them itself.
-- A node of an earlier version can place none any more.

alter table spot_order
  alter column id drop identity,
  -- Placed before, and not in the book yet: one that the opening price has passed is cancelled and not filled.
  add column carried boolean not null default false;
alter table spot_fill alter column id drop identity;

update spot_order set carried = true where status = 'pending';
alter table spot_order add check (status = 'pending' or not carried);

-- No statement asks for them any more: what a price reaches is found in memory.
drop index spot_order_open_buys;
drop index spot_order_open_sells;
