-- The watch over the market: which accounts have results that cannot be luck.

-- How far the fills have been judged, by horizon.
create table market_watch_cursor (
  horizon text primary key check (horizon in ('2s', '1m', '1h')),
  reached_at timestamptz not null
);

-- What is known of an account, or of accounts that share a device or an address, at one horizon.
create table market_watch (
  -- `user:<id>`, `device:<SHA-256 of its token>`, `address:<IP address>`
  subject text not null,
  horizon text not null check (horizon in ('2s', '1m', '1h')),
  fills bigint not null,
  -- The fills whose windows do not overlap: those that the test uses, with the sums of their edges.
  observations bigint not null,
  edges double precision not null,
  squares double precision not null,
  -- By quote currency: what its fills had earned, after fees, when the horizon was over. Decimal strings.
  results jsonb not null,
  -- The state of the test.
  bets jsonb not null,
  primary key (subject, horizon)
);

-- Raised by the watch, decided by staff. Nothing follows from a flag by itself.
create table market_flag (
  id bigint generated always as identity primary key,
  subject text not null,
  -- Of the accounts of the subject, the one with the latest fill.
  user_id bigint not null references user_account,
  -- An account without knowledge reaches this with a probability of at most its reciprocal.
  evidence double precision not null,
  figures jsonb not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text,
  reviewer_id bigint references staff_member,
  created_at timestamptz not null,
  reviewed_at timestamptz,
  check ((status = 'pending') = (reviewed_at is null))
);
create unique index market_flag_open on market_flag (subject) where status = 'pending';

-- Accounts that share an address.
create index session_of_address on session (address, user_id);
-- The watch reads fills by the time at which they were booked.
create index spot_fill_by_time on spot_fill (at, id);
