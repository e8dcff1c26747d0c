-- Results in a quote currency count by its rate of the moment. Positions that were opened before keep the rate of their
-- opening: that is what their owners were shown.
alter table lever_position add column rate_fixed boolean not null default false;
update lever_position set rate_fixed = true where rate <> 1;
