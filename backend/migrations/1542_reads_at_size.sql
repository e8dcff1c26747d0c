-- What jobs and calls read of follows and positions, found without reading all of them.

-- A cost or new terms brought it above what its copies may cost in a day.
alter table copy_follow add column costly boolean not null default false;
create index copy_follow_costly on copy_follow (id) where costly and status = 'following';
update copy_follow f
   set costly = true
  from copy_cost c
 where c.follow_id = f.id and f.status = 'following' and c.day >= current_date - 1
   and c.slippage + c.fees > f.day_cost * f.max_amount;

-- The day of the last sums: older ones change with the day, those of today's traders with each cost.
alter table copy_trader add column costs_day date not null default '-infinity';
create index copy_trader_costs on copy_trader (costs_day);
drop index copy_cost_of_day;
create index copy_cost_of_day on copy_cost (day, trader_user_id);
