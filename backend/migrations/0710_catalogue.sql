-- What is listed, as data: the backend fills these tables at its start, staff change them while it runs, and every
-- node follows by the version.

-- Locked by every change, so that versions commit in their order.
create table catalogue_head (
  one boolean primary key default true check (one),
  version bigint not null
);
insert into catalogue_head (version) values (0);

create table currency (
  code text primary key check (code ~ '^[A-Z0-9]{1,12}$'),
  -- As clients know it.
  id int not null unique check (id > 0),
  name text not null check (name <> ''),
  scale int not null check (scale between 0 and 18),
  kind text not null check (kind in ('crypto', 'fiat')),
  position int not null,
  open boolean not null default true,
  version bigint not null
);

create table calendar (
  id text primary key check (id ~ '^[a-z][a-z_]{1,30}$'),
  timezone text not null,
  -- Minutes from local midnight of the trading day: [[from, to], …].
  sessions jsonb not null,
  -- 0 is Sunday.
  weekdays int[] not null,
  -- The holidays up to this day are known; null for a calendar without any.
  covered_until date,
  version bigint not null
);

create table calendar_holiday (
  calendar text not null references calendar,
  day date not null,
  -- Minute of the local day at which trading ends early; null: no trading.
  close_minute int check (close_minute between 1 and 1439),
  primary key (calendar, day)
);

create table instrument (
  symbol text primary key,
  id int not null unique check (id > 0),
  name text not null check (name <> ''),
  category text not null check (category in ('crypto', 'stocks', 'futures', 'intl_futures', 'forex', 'metals')),
  base text not null,
  quote text not null,
  settlement text not null references currency,
  tick amount not null check (tick > 0),
  lot amount not null check (lot > 0),
  min_amount amount not null check (min_amount > 0),
  min_total amount not null check (min_total >= 0),
  maker_fee_rate amount not null check (maker_fee_rate between 0 and 0.01),
  taker_fee_rate amount not null check (taker_fee_rate between 0 and 0.01),
  trades text[] not null,
  multiples int[] not null,
  -- [{"limit": …, "multiple": …, "maintenance": …}, …]
  tiers jsonb not null,
  calendar text not null references calendar,
  position int not null,
  rank int not null,
  max_price_age_ms int not null check (max_price_age_ms > 0),
  spread double precision not null check (spread > 0 and spread < 0.1),
  -- Null: by the rule of docs/instruments.md.
  house_depth double precision check (house_depth >= 1),
  house_cap double precision check (house_cap > 0),
  breaker_jump double precision check (breaker_jump > 0),
  breaker_spread double precision check (breaker_spread > 0),
  -- Where it may not be traded.
  countries text[] not null default '{}',
  -- Why staff halted it.
  halt text check (halt <> ''),
  -- {"start": …, "parts": [{"key": …, "weight": …}, …], "dailyTurnover": …}
  simulation jsonb not null,
  version bigint not null
);

-- Every version, with what it changed. `staff_id` is null for what came with a release.
create table catalogue_change (
  version bigint primary key,
  at timestamptz not null,
  staff_id bigint references staff_member,
  -- `instrument:BTC/USDT`, `currency:USDT`, `calendar:us_equity`, `seed`
  subject text not null,
  action text not null,
  reason text,
  before jsonb,
  after jsonb not null
);
create index catalogue_change_of_subject on catalogue_change (subject, version desc);
create trigger catalogue_change_append_only before update or delete on catalogue_change
  for each row execute function refuse_change();
