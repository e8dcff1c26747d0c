-- The last good table of fiat rates; a single row.

create table fiat_rates (
  one boolean primary key default true check (one),
  -- Units of each currency for one US dollar: {"EUR": "0.92", …}, decimal strings.
  rates jsonb not null,
  fetched_at timestamptz not null
);
