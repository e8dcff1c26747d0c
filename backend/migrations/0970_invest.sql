-- Investment products: dual products on an index, demand and fixed deposits.

create table invest_product (
  id integer generated always as identity primary key,
  -- Names it for who offers it: nothing is offered twice.
  code text not null unique,
  -- A job of a demonstration offers and prices it.
  rolled boolean not null default false,
  section text not null check (section in ('metals', 'blockchain', 'demand', 'fixed')),
  -- Dual products on coins only.
  side text check (side in ('sell_high', 'buy_low')),
  -- The instrument whose index settles a dual product.
  symbol text,
  -- What is invested, and what a dual product on a coin may pay instead.
  currency text not null,
  other_currency text,
  -- By language; null: the texts of its kind.
  name jsonb,
  description jsonb,
  -- The pegged price of a dual product.
  price amount check (price > 0),
  -- A year, a ratio.
  annual_rate amount not null check (annual_rate >= 0 and annual_rate <= 10),
  -- Of the principal of a fixed deposit that is redeemed early; a ratio.
  penalty_ratio amount not null default 0 check (penalty_ratio >= 0 and penalty_ratio < 1),
  -- That a dual product or a fixed deposit pays for.
  days integer check (days between 1 and 730),
  matures_at timestamptz,
  -- By which the house values the option that it gets with a dual product: a year, a ratio.
  volatility amount check (volatility > 0 and volatility <= 10),
  share_size amount not null check (share_size > 0),
  total_shares integer not null check (total_shares > 0),
  min_shares integer not null default 1 check (min_shares > 0),
  -- Of one user.
  max_shares integer check (max_shares >= min_shares),
  -- In the invested currency: bought of a dual product or a fixed deposit, held in a demand deposit.
  sold amount not null default 0 check (sold >= 0),
  -- When the sale begins and ends; a demand deposit has no end.
  opens_at timestamptz not null,
  closes_at timestamptz check (closes_at > opens_at),
  -- Staff may stop a sale at any time.
  open boolean not null default true,
  -- Raised with each change of what a buyer agrees to.
  version integer not null default 1,
  created_at timestamptz not null,
  check (sold <= total_shares * share_size),
  check ((section in ('metals', 'blockchain'))
         = (symbol is not null and price is not null and matures_at is not null and volatility is not null
            and closes_at is not null)),
  check (num_nonnulls(symbol, price, matures_at, volatility) in (0, 4)),
  check ((section = 'blockchain') = (side is not null) and (side is not null) = (other_currency is not null)),
  check ((section = 'demand') = (days is null)),
  -- The sale ends before the price that settles it can be foretold, and nobody is paid for days that he did not wait.
  check (matures_at is null
         or (extract(epoch from matures_at)::bigint % 86400 = 28800
             and closes_at <= matures_at - days * interval '24 hours'))
);
create index invest_product_of_section on invest_product (section, opens_at desc);

-- The rates of demand deposits, each from a day on; in UTC.
create table invest_rate (
  product_id integer not null references invest_product,
  since date not null,
  annual_rate amount not null check (annual_rate >= 0 and annual_rate <= 10),
  primary key (product_id, since)
);

create table invest_order (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  product_id integer not null references invest_product,
  section text not null check (section in ('metals', 'blockchain', 'demand', 'fixed')),
  side text check (side in ('sell_high', 'buy_low')),
  symbol text,
  currency text not null,
  scale smallint not null,
  -- Of a dual product on a coin.
  other_currency text,
  other_scale smallint,
  price amount check (price > 0),
  -- A demand deposit has the rate of each day instead.
  annual_rate amount not null check (annual_rate >= 0),
  penalty_ratio amount not null check (penalty_ratio >= 0 and penalty_ratio < 1),
  days integer check (days > 0),
  share_size amount not null check (share_size > 0),
  -- The principal: fixed, but in a demand deposit what stands in it now.
  amount amount not null check (amount >= 0),
  -- What it was worth when it was bought, USDT.
  worth amount not null check (worth >= 0),
  -- The most that the house pays of its own for a dual product, by currency; see dualNeeds.
  need amount not null default 0 check (need >= 0),
  other_need amount not null default 0 check (other_need >= 0),
  matures_at timestamptz,
  status text not null default 'purchased'
    check (status in ('purchased', 'settling', 'completed', 'failed', 'redeemed')),
  -- Interest that was paid.
  accrued amount not null default 0 check (accrued >= 0),
  -- Demand: the last day that was accrued, and the lowest balance of the day of the last change.
  accrued_to date,
  low amount,
  low_on date,
  -- What came back at the end, and what was kept of it.
  paid amount check (paid >= 0),
  paid_currency text,
  penalty amount check (penalty >= 0),
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((section = 'demand') = (accrued_to is not null) and (section = 'demand') = (low is not null)
         and (section = 'demand') = (low_on is not null) and (section = 'demand') = (matures_at is null)),
  check ((status in ('purchased', 'settling')) = (settled_at is null)),
  check ((settled_at is null) = (paid is null) and (paid is null) = (paid_currency is null))
);
create index invest_order_of_user on invest_order (user_id, id desc);
create index invest_order_of_product on invest_order (product_id, user_id);
create unique index invest_order_demand on invest_order (user_id, product_id)
  where section = 'demand' and status = 'purchased';
create index invest_order_accrual on invest_order (accrued_to, id) where section = 'demand' and status = 'purchased';
create index invest_order_due on invest_order (matures_at, id)
  where section <> 'demand' and status in ('purchased', 'settling');
create index invest_order_open_dual on invest_order (symbol, matures_at)
  where symbol is not null and status in ('purchased', 'settling');

-- The terms of an order never change and it ends once: whatever asks for it, and under any role.
create function keep_investment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'investments are kept' using errcode = 'restrict_violation';
  end if;
  if (new.id, new.user_id, new.product_id, new.section, new.side, new.symbol, new.currency, new.scale, new.other_currency,
      new.other_scale, new.price, new.annual_rate, new.penalty_ratio, new.days, new.share_size, new.need, new.other_need,
      new.matures_at, new.created_at)
     is distinct from
     (old.id, old.user_id, old.product_id, old.section, old.side, old.symbol, old.currency, old.scale, old.other_currency,
      old.other_scale, old.price, old.annual_rate, old.penalty_ratio, old.days, old.share_size, old.need, old.other_need,
      old.matures_at, old.created_at)
     or (old.section <> 'demand' and new.amount <> old.amount)
     or (old.settled_at is not null and new is distinct from old) then
    raise exception 'an investment does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger invest_order_kept before update or delete on invest_order
  for each row execute function keep_investment();

-- What each day of a demand deposit paid, in UTC.
create table invest_accrual (
  order_id bigint not null references invest_order,
  day date not null,
  -- The lowest balance of the day.
  low amount not null check (low >= 0),
  annual_rate amount not null check (annual_rate >= 0),
  amount amount not null check (amount >= 0),
  primary key (order_id, day)
);
create trigger invest_accrual_append_only before update or delete on invest_accrual
  for each row execute function refuse_change();

-- The settlement prices of dual products: the mean of the recorded index prices of the hour before.
create table invest_settlement (
  symbol text not null,
  at timestamptz not null,
  -- How many prices the hour has, and their sum; null where they were too few.
  ticks integer not null check (ticks >= 0),
  total amount check (total > 0),
  -- Of the instrument then.
  tick amount not null check (tick > 0),
  -- Numbers of the first and the last in the chain of the symbol; null without a price.
  first_number bigint,
  last_number bigint,
  settled_at timestamptz not null,
  -- The recorded ticks of the hour are kept for ever.
  kept boolean not null default false,
  primary key (symbol, at),
  check ((first_number is null) = (ticks = 0) and (last_number is null) = (ticks = 0)),
  check ((total is null) = (ticks < 600))
);
create index invest_settlement_unkept on invest_settlement (at) where not kept;
create function keep_settlement() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.symbol, new.at, new.ticks, new.total, new.tick, new.first_number, new.last_number, new.settled_at)
       is not distinct from
       (old.symbol, old.at, old.ticks, old.total, old.tick, old.first_number, old.last_number, old.settled_at)
       and new.kept then
      return new;
    end if;
  end if;
  raise exception 'a settlement does not change' using errcode = 'restrict_violation';
end $$;
create trigger invest_settlement_kept before update or delete on invest_settlement
  for each row execute function keep_settlement();
