-- When compromised code of a page was live, as gateways announced it, again and again. What it added is taken out once: its
-- owners may add theirs again.
create table compromised_window (
  live_from timestamptz not null,
  live_until timestamptz not null,
  announced_at timestamptz not null,
  taken_out_at timestamptz,
  primary key (live_from, live_until)
);
