-- Up to where events of trading are taken, and those that are not told yet.
create table trade_progress (
  one boolean primary key default true check (one),
  told_until timestamptz not null
);
create table trade_waiting (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  topic text not null check (topic in ('fills', 'liquidations', 'settlements')),
  kind text not null check (kind in ('bought', 'sold', 'liquidated', 'settled')),
  market text not null check (market in ('spot', 'leverage', 'options')),
  symbol text not null,
  amount amount not null,
  -- Mean price; none of what is settled.
  price amount,
  -- Of the amount where that is money.
  currency text
);
create index trade_waiting_of_user on trade_waiting (topic, user_id);
create index option_order_settled on option_order (settled_at) where settled_at is not null;
