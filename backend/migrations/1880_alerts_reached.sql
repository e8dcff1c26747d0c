-- Alerts are looked for by the prices that the market reached: those that wait for a level, and those that were told and wait for
-- the other side of it.
create index price_alert_armed on price_alert (symbol, kind, direction, level) where status = 'active' and armed;
create index price_alert_told on price_alert (symbol, kind, direction, level) where status = 'active' and not armed;
drop index price_alert_active;
