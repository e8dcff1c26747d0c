-- The lots that a copy should hold before they are rounded up to whole ones; null where its source was not reduced yet. Rounding
-- what was rounded before would keep a copy whole while its source is closed lot by lot.
alter table copy_trade add column exact_lots amount check (exact_lots >= 0);
