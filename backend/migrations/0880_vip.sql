-- VIP levels, as data that staff change: what each asks for and gives, and what the days of users counted towards them.

-- Locked by every change of the levels or of who has them; every node follows by the version.
create table vip_head (
  one boolean primary key default true check (one),
  version bigint not null
);
insert into vip_head (version) values (1);

create table vip_level (
  level smallint primary key check (level between 0 and 9),
  -- One of both, over the last 30 days, reaches the level; USDT.
  volume amount not null check (volume >= 0),
  balance amount not null check (balance >= 0),
  -- Of every trading fee; a ratio. The house's quotes are made for traders who pay half of a fee at least.
  fee_discount amount not null check (fee_discount >= 0 and fee_discount <= 0.5),
  -- How many times the daily withdrawal limit of the identity level.
  withdrawal_factor amount not null check (withdrawal_factor >= 1 and withdrawal_factor <= 100),
  -- The largest loan, USDT, and its interest a day, a ratio; null where the level opens no loan.
  loan_limit amount check (loan_limit > 0),
  loan_day_rate amount check (loan_day_rate >= 0 and loan_day_rate <= 0.01),
  check ((loan_limit is null) = (loan_day_rate is null)),
  check (level > 0 or (volume = 0 and balance = 0))
);
insert into vip_level (level, volume, balance, fee_discount, withdrawal_factor, loan_limit, loan_day_rate) values
  (0, 0, 0, 0, 1, null, null),
  (1, 100000, 10000, 0.1, 1, null, null),
  (2, 1000000, 50000, 0.2, 1.5, 1000000, 0.0002),
  (3, 5000000, 250000, 0.3, 2, 2500000, 0.00018),
  (4, 25000000, 1000000, 0.4, 3, 5000000, 0.00016),
  (5, 100000000, 5000000, 0.5, 5, 10000000, 0.00014);

-- What one day in UTC counted: volume by the fees that it paid, and the balance at its end. USDT.
create table vip_day (
  user_id bigint not null references user_account,
  day date not null,
  volume amount not null check (volume >= 0),
  balance amount not null check (balance >= 0),
  primary key (day, user_id)
);
create index vip_day_user on vip_day (user_id, day);

-- Days that are counted; a day counts once.
create table vip_run (
  day date primary key,
  at timestamptz not null
);

create index user_account_vip on user_account (id) where vip_level > 0;
