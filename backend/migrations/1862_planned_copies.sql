-- The next copies of each trader: no trader's make those of others late.
create index copy_trade_planned on copy_trade (trader_user_id, id) where status = 'planned';
