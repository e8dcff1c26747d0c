-- When the market made the price that a fill was booked at; `at` is when it was booked.
alter table spot_fill add column priced_at timestamptz;
