-- Pending orders are compared with limits that their users have changed since.
create index brake_by_change on brake (changed_at);

alter table lever_order drop constraint lever_order_ended_check;
alter table lever_order add check (ended in ('user', 'market', 'immediate', 'own_order', 'reopened', 'insufficient_balance', 'refused', 'brake', 'closed', 'liquidation'));
