-- Limit orders that close: one ends where its position, or the margin of it, became too small for it.
alter table lever_order drop constraint lever_order_ended_check;
alter table lever_order add check (ended in ('user', 'market', 'immediate', 'own_order', 'reopened', 'insufficient_balance', 'refused', 'brake', 'reduced', 'closed', 'liquidation'));
