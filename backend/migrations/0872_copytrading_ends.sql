-- A trader who has resigned, or whom staff have suspended, is one no more: nobody follows, nothing new is copied. Positions that
-- were open are followed to their end.
alter table copy_trader add column ended text check (ended in ('resigned', 'suspended')),
                        add column ended_at timestamptz,
                        add check ((ended is null) = (ended_at is null));

alter table copy_follow drop constraint copy_follow_ended_check;
alter table copy_follow add check (ended in ('user', 'stop_loss', 'trader'));

-- A copy that could not be placed in time.
alter table copy_trade drop constraint copy_trade_reason_check;
alter table copy_trade add check (reason in ('insufficient_balance', 'cap', 'slippage', 'too_small', 'source_closed', 'not_allowed', 'market', 'cancelled', 'late'));
