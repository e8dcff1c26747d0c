-- Locked mining: products by versions of their terms, positions, and sums of the house's accounts.

create table mining_product (
  id integer generated always as identity primary key,
  -- As staff name it.
  product text not null unique check (product ~ '^[a-z0-9-]{2,40}$'),
  currency text not null,
  -- Made by the demonstration, which rolls it.
  demonstration boolean not null default false
);

-- The terms of a product from a time on: the version that holds at a time is the last with an earlier or equal one.
create table mining_terms (
  product_id integer not null references mining_product,
  version integer not null check (version > 0),
  valid_from timestamptz not null,
  -- By language code.
  names jsonb not null,
  descriptions jsonb not null,
  -- Ratio of each day, day 1 first.
  day_rates numeric[] not null check (cardinality(day_rates) between 1 and 366),
  min_amount amount not null check (min_amount > 0),
  -- Most that one user may have locked.
  purchase_limit amount check (purchase_limit > 0),
  -- Of the amount, for an early redemption.
  penalty_ratio amount not null check (penalty_ratio between 0 and 1),
  open boolean not null default true,
  opens_at timestamptz not null,
  closes_at timestamptz check (closes_at > opens_at),
  primary key (product_id, version)
);

create table mining_order (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  product_id integer not null,
  version integer not null,
  currency text not null,
  scale smallint not null,
  amount amount not null check (amount > 0),
  day_rates numeric[] not null,
  penalty_ratio amount not null,
  -- Interest of all days, rounded down day by day.
  interest_total amount not null check (interest_total >= 0),
  interest_paid amount not null default 0 check (interest_paid between 0 and interest_total),
  paid_days smallint not null default 0 check (paid_days between 0 and cardinality(day_rates)),
  renew boolean not null default false,
  -- The position that this one renews: each is renewed once.
  renews bigint unique references mining_order,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- When the next day is over; null once it is closed.
  next_at timestamptz,
  status text not null default 'in_progress' check (status in ('in_progress', 'redeemed', 'redeemed_early')),
  penalty amount check (penalty >= 0),
  closed_at timestamptz,
  foreign key (product_id, version) references mining_terms,
  check ((status = 'in_progress') = (next_at is not null)),
  check ((status = 'in_progress') = (closed_at is null)),
  check ((status = 'redeemed_early') = (penalty is not null)),
  check (status <> 'redeemed' or interest_paid = interest_total)
);
create index mining_order_of_user on mining_order (user_id, id desc);
create index mining_order_due on mining_order (next_at, id) where status = 'in_progress';
create index mining_order_open on mining_order (currency) include (amount, interest_total, interest_paid)
  where status = 'in_progress';
create index mining_order_of_product on mining_order (product_id) where status = 'in_progress';

-- What a position pays is fixed when it is made: no statement changes it later, whoever runs it.
create function keep_mining_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'mining positions are kept' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.user_id, new.product_id, new.version, new.currency, new.scale, new.amount, new.day_rates,
      new.penalty_ratio, new.interest_total, new.renews, new.created_at, new.expires_at)
     is distinct from
     (old.id, old.user_id, old.product_id, old.version, old.currency, old.scale, old.amount, old.day_rates,
      old.penalty_ratio, old.interest_total, old.renews, old.created_at, old.expires_at)
     or new.paid_days < old.paid_days or new.interest_paid < old.interest_paid
     or (old.status <> 'in_progress'
         and (new.status, new.paid_days, new.interest_paid, new.penalty, new.closed_at)
             is distinct from (old.status, old.paid_days, old.interest_paid, old.penalty, old.closed_at)) then
    raise exception 'the terms of a mining position do not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger mining_order_kept before update or delete on mining_order
  for each row execute function keep_mining_order();

-- Sums of accounts of the house up to an entry, so that a balance adds only what came later. `seen` is the last entry at
-- `seen_at`: once no transaction of that time runs any more, the sum moves up to it.
create table house_sum (
  account_id bigint primary key references ledger_account,
  entry_id bigint not null default 0,
  amount amount not null default 0,
  seen bigint not null default 0,
  seen_at timestamptz
);
