-- Copies are filled by the house in blocks, no further from the index than their follow's slippage; null: in the book.
alter table lever_position add column slippage amount check (slippage > 0);
alter table lever_order add column slippage amount check (slippage > 0);
-- The index at the event: what a copy cost is measured from it.
alter table leverage_event add column index_price amount;

update lever_position p
   set slippage = f.slippage
  from copy_trade c join copy_follow f on f.id = c.follow_id
 where c.position_id = p.id and p.source_id is not null and p.status in ('pending', 'open', 'closing');

-- Orders that went out before, and whose results were not kept yet, are not sent again: the new ones are other orders.
update copy_trade c
   set status = 'open', position_id = p.id, open_lots = c.lots
  from lever_position p
 where c.status = 'submitted' and p.user_id = c.user_id and p.source_id = c.source_id and p.status <> 'cancelled'
   and not exists (select from copy_trade o where o.position_id = p.id)
   and (select count(*) from copy_trade o
         where o.status = 'submitted' and o.user_id = c.user_id and o.source_id = c.source_id) = 1
   and (select count(*) from lever_position o
         where o.user_id = c.user_id and o.source_id = c.source_id and o.status <> 'cancelled'
           and not exists (select from copy_trade k where k.position_id = o.id)) = 1;

-- A copy of which the house took nothing in time.
alter table copy_trade drop constraint copy_trade_reason_check;
alter table copy_trade add check (reason in ('insufficient_balance', 'cap', 'slippage', 'too_small', 'source_closed', 'not_allowed', 'market', 'cancelled', 'late', 'unfilled'));
