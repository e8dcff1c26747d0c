-- Positions across from one whose funds are used up are closed at the price at which they are.
alter table lever_order drop constraint lever_order_cause_check;
alter table lever_order add check (cause in ('user', 'take_profit', 'stop_loss', 'trailing_stop', 'liquidation', 'deleveraging', 'copy', 'staff'));
alter table lever_position drop constraint lever_position_close_reason_check;
alter table lever_position add check (close_reason in ('user', 'take_profit', 'stop_loss', 'trailing_stop', 'liquidation', 'deleveraging', 'copy', 'staff'));

alter table instrument
  -- What insurance may pay of a liquidation before, a ratio of its notional value. Null: by the rule of
  -- docs/instruments.md, as for the columns below.
  add column insurance_share double precision check (insurance_share >= 0 and insurance_share <= 0.01),
  -- What insurance pays in a day before nothing more is opened, in the settlement currency.
  add column insurance_cap double precision check (insurance_cap > 0),
  -- Most that users hold on one side at the highest multiple, in the settlement currency.
  add column open_interest_cap double precision check (open_interest_cap > 0);

-- What insurance paid for positions of an instrument in a day of UTC, less what was repaid; in the settlement currency.
create table lever_insurance (
  symbol text not null,
  day date not null,
  paid amount not null,
  primary key (symbol, day)
);

alter table trade_waiting drop constraint trade_waiting_topic_check;
alter table trade_waiting add check (topic in ('fills', 'liquidations', 'deleveragings', 'settlements'));
alter table trade_waiting drop constraint trade_waiting_kind_check;
alter table trade_waiting add check (kind in ('bought', 'sold', 'liquidated', 'deleveraged', 'settled'));
