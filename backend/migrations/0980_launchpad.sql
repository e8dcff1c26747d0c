-- Token sales: projects, subscriptions, what each user committed and got.

create table launch_project (
  id integer generated always as identity primary key,
  -- The token, a currency of the catalogue.
  currency text not null,
  scale smallint not null check (scale between 0 and 8),
  name text not null,
  -- By language.
  descriptions jsonb not null,
  website text,
  whitepaper text,
  -- USDT a token.
  price amount not null check (price > 0),
  pay_currencies text[] not null check (cardinality(pay_currencies) between 1 and 10),
  supply amount not null check (supply > 0),
  user_cap amount not null check (user_cap > 0),
  least amount not null check (least > 0),
  start_at timestamptz not null,
  end_at timestamptz not null check (end_at > start_at),
  listing_at timestamptz not null check (listing_at > end_at),
  -- ISO 3166-1 alpha-2 codes of the countries whose residents may not subscribe.
  countries text[] not null default '{}',
  state text not null default 'open' check
    (state in ('open', 'allocating', 'allotted', 'unlocking', 'listed', 'cancelling', 'cancelled')),
  version integer not null default 1,
  created_at timestamptz not null,
  -- Of a demonstration: the turn in which it was made.
  turn bigint unique,
  -- Every share follows from the two: see the rules of the domain.
  rate_supply amount,
  rate_weight amount,
  allotted amount,
  approved_count integer,
  allocated_at timestamptz,
  listed_at timestamptz,
  -- One that is created twice is one sale.
  unique (currency, start_at),
  check ((rate_supply is null) = (rate_weight is null)),
  check (num_nulls(allotted, approved_count, allocated_at) in (0, 3))
);
create index launch_project_due on launch_project (end_at) where state not in ('listed', 'cancelled');

create table launch_order (
  id bigint generated always as identity primary key,
  project_id integer not null references launch_project,
  user_id bigint not null references user_account,
  amount amount not null check (amount > 0),
  pay_currency text not null,
  pay_scale smallint not null,
  price amount not null check (price > 0),
  paid amount not null check (paid > 0),
  created_at timestamptz not null,
  status text not null default 'applied' check (status in ('applied', 'allotted', 'unlocked', 'returned')),
  allotted amount check (allotted >= 0 and allotted <= amount),
  returned amount check (returned >= 0 and returned <= paid),
  check ((status = 'applied') = (returned is null)),
  check ((status = 'applied') = (allotted is null))
);
create index launch_order_of_user on launch_order (user_id, id desc);
create index launch_order_of_share on launch_order (project_id, user_id);

-- A user of a sale.
create table launch_share (
  project_id integer not null references launch_project,
  user_id bigint not null references user_account,
  committed amount not null check (committed > 0),
  orders integer not null,
  -- Names the user in the published table, and only to whoever knows the salt.
  salt text not null,
  hash text not null,
  allotted amount check (allotted >= 0 and allotted <= committed),
  -- What was last booked for the user.
  stage text not null default 'applied' check (stage in ('applied', 'allotted', 'unlocked', 'returned')),
  primary key (project_id, user_id)
);
create unique index launch_share_published on launch_share (project_id, hash);
create index launch_share_largest on launch_share (project_id, committed desc);
create index launch_share_stage on launch_share (project_id, stage, user_id);

-- What was committed in all, in parts: those who subscribe at once do not wait for each other.
create table launch_total (
  project_id integer not null references launch_project,
  part smallint not null,
  committed amount not null,
  users integer not null,
  primary key (project_id, part)
);
