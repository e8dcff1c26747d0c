-- Whether a follow takes a place: what it copied has ended lately, or its user has followed the trader before.
drop index copy_trade_carried;
create index copy_trade_carried on copy_trade (follow_id, closed_at) where peak_margin > 0;
create index copy_follow_first on copy_follow (user_id, trader_user_id, started_at);
-- What was not tried yet is closed first, also where thousands wait for a halted instrument.
drop index copy_trade_to_close;
create index copy_trade_to_close on copy_trade (coalesce(tried_at, '-infinity'), id)
  where status = 'open' and target_lots < open_lots;
