-- What every user's funds were worth at the end of each day, by prices recorded at that time.

-- Journals of a period, of all users. Times grow with the table, so a summary of each range of pages is enough.
create index journal_at on journal using brin (at);

-- Days whose end has been valued; written together with all that belongs to the day.
create table wallet_snapshot_day (
  -- In UTC; the day ends when the next begins.
  day date primary key,
  at timestamptz not null,
  -- The latest entry when the day was valued: what is booked from the next day on comes after it.
  entry_id bigint not null
);

-- What one unit was worth in USDT at the end of the day.
create table valuation_price (
  day date not null references wallet_snapshot_day,
  currency text not null,
  price amount not null check (price > 0),
  primary key (day, currency)
);

-- In USDT. A user without a row of a day that was valued had nothing then.
create table wallet_snapshot (
  user_id bigint not null references user_account on delete cascade,
  day date not null references wallet_snapshot_day,
  total amount not null,
  primary key (user_id, day)
);
create index wallet_snapshot_of_day on wallet_snapshot using brin (day);

-- What a user brought in or took out in one journal, valued at the price of its minute; negative where it went out.
create table wallet_flow (
  user_id bigint not null references user_account on delete cascade,
  journal_id bigint not null references journal,
  currency text not null,
  kind text not null,
  at timestamptz not null,
  amount amount not null check (amount <> 0),
  price amount not null,
  -- amount × price in USDT.
  value amount not null,
  primary key (user_id, journal_id, currency)
);
create index wallet_flow_at on wallet_flow (user_id, at);
