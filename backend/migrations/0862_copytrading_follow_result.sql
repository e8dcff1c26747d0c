-- The booked result of a follow is kept, not summed: the stop-losses are checked twice a second.

alter table copy_follow add column realised amount not null default 0;
update copy_follow f
   set realised = c.profit
  from (select follow_id, sum(profit) as profit from copy_trade
         where status in ('open', 'closed', 'self_held') group by follow_id) c
 where c.follow_id = f.id;
create index copy_follow_with_stop on copy_follow (id) where status = 'following' and stop_loss is not null;
create index copy_trade_open_of_follow on copy_trade (follow_id) where status = 'open';
