-- Buying coins: ways to pay, accounts that transfers go to, quotes, orders and what providers reported of them.

create table quick_buy_method (
  method text primary key check (method in ('bank_transfer', 'online_bank', 'qr', 'direct_bank', 'card', 'wallet')),
  rank smallint not null unique,
  -- Staff confirm what a bank reports; a checkout reports by itself.
  provider text not null check (provider in ('bank', 'checkout')),
  open boolean not null default true,
  countries text[] not null,
  fiats text[] not null,
  -- Of the amount; a ratio.
  fee_rate amount not null check (fee_rate >= 0 and fee_rate < 1),
  -- Of one order, in USDT.
  min amount not null check (min > 0),
  max amount not null check (max >= min),
  -- Minutes.
  pay_within integer not null check (pay_within between 30 and 10080)
);
insert into quick_buy_method (method, rank, provider, countries, fiats, fee_rate, min, max, pay_within) values
  ('bank_transfer', 1, 'bank', '{US,NG,TH,ID,BR,IN,VN,MX,PH}', '{USD,EUR,GBP,SGD,THB,VND,PHP}', 0.005, 50, 100000, 1440),
  ('online_bank', 2, 'checkout', '{US,TH,ID,BR,IN,VN,MX,PH}', '{USD,EUR,THB,VND,PHP}', 0.015, 20, 20000, 60),
  ('qr', 3, 'checkout', '{TH,ID,BR,IN,VN,PH}', '{USD,THB,VND,PHP}', 0.015, 20, 5000, 60),
  ('direct_bank', 4, 'checkout', '{US,BR,IN,MX}', '{USD,EUR}', 0.015, 20, 20000, 60),
  ('card', 5, 'checkout', '{US,NG,TH,ID,BR,IN,VN,MX,PH}', '{USD,EUR,GBP,SGD,THB,VND,PHP}', 0.025, 20, 10000, 60),
  ('wallet', 6, 'checkout', '{US,TH,ID,IN,VN,PH}', '{USD,THB,VND,PHP}', 0.02, 20, 5000, 60);

create table quick_buy_account (
  id integer generated always as identity primary key,
  fiat text not null check (fiat ~ '^[A-Z]{3}$'),
  account_name text not null,
  iban text,
  account_number text,
  beneficiary_country text not null check (beneficiary_country ~ '^[A-Z]{2}$'),
  swift text not null,
  bank_name text not null,
  bank_address text not null,
  -- Nobody's: shown with a warning, in demonstrations only.
  demonstration boolean not null default false,
  open boolean not null default true,
  check (num_nonnulls(iban, account_number) > 0)
);
create unique index quick_buy_account_demonstration on quick_buy_account (fiat) where demonstration;
create unique index quick_buy_account_number on quick_buy_account (fiat, coalesce(iban, account_number)) where not demonstration;

-- What a user was offered last.
create table quick_buy_quote (
  user_id bigint primary key references user_account,
  id text not null unique check (id ~ '^[0-9a-f-]{36}$'),
  country text not null,
  method text not null references quick_buy_method,
  currency text not null,
  fiat text not null,
  amount amount not null check (amount > 0),
  rate amount not null check (rate > 0),
  fee_rate amount not null,
  fee amount not null check (fee >= 0),
  net amount not null check (net > 0),
  price amount not null check (price > 0),
  receive amount not null check (receive > 0),
  made_at timestamptz not null
);

create table quick_buy_order (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  -- What the payment names: of this order for good, whatever becomes of it.
  reference text not null unique check (reference ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  country text not null,
  method text not null references quick_buy_method,
  provider text not null check (provider in ('bank', 'checkout')),
  currency text not null,
  scale smallint not null,
  fiat text not null,
  -- Whole units of fiat.
  amount amount not null check (amount > 0 and amount = trunc(amount)),
  -- Units of fiat for one USDT.
  rate amount not null check (rate > 0),
  fee_rate amount not null check (fee_rate >= 0 and fee_rate < 1),
  -- USDT.
  fee amount not null check (fee >= 0),
  net amount not null check (net > 0),
  -- USDT for one coin when the order was made; final where the coin is USDT.
  price amount not null check (price > 0),
  receive amount not null check (receive > 0),
  payer text not null,
  email text not null,
  phone text not null,
  tax_id text,
  -- The account as it was then: changes do not reach those who are about to pay.
  bank jsonb,
  demonstration boolean not null default false,
  status text not null default 'to_be_paid' check (status in
    ('to_be_paid', 'under_review', 'successful', 'cancelled', 'rejected', 'refunding', 'refunded')),
  cause text check (cause in ('late', 'user', 'failed')),
  -- Paid after the pay-by time.
  late boolean not null default false,
  reason text,
  voucher text unique references upload (name),
  -- Of a checkout.
  session text unique,
  session_url text,
  -- Of a checkout: the payment, what it brought, and what of it went back, in fiat.
  payment text unique,
  paid amount,
  paid_fiat text,
  paid_at timestamptz,
  returned amount not null default 0 check (returned >= 0),
  -- What was credited, and the fee, in the coin.
  credited amount check (credited > 0),
  credited_fee amount check (credited_fee >= 0),
  -- Of a credit whose payment went back, in the coin: what was taken back, and what the account no longer had.
  taken_back amount not null default 0 check (taken_back >= 0),
  owed amount not null default 0 check (owed >= 0),
  reviewer_id bigint references staff_member,
  first_reviewer_id bigint references staff_member check (first_reviewer_id <> reviewer_id),
  reviewed_at timestamptz,
  created_at timestamptz not null,
  pay_by timestamptz not null check (pay_by > created_at),
  check ((provider = 'bank') = (bank is not null)),
  check ((cause is not null) = (status = 'cancelled') or late),
  check (status <> 'successful' or credited is not null),
  check (num_nulls(paid, paid_fiat, paid_at) in (0, 3))
);
create index quick_buy_order_of_user on quick_buy_order (user_id, id desc);
create index quick_buy_order_due on quick_buy_order (pay_by) where status = 'to_be_paid';
create index quick_buy_order_review on quick_buy_order (id) where status = 'under_review';
create index quick_buy_order_refund on quick_buy_order (id) where status = 'refunding';

create table quick_buy_step (
  order_id bigint not null references quick_buy_order,
  number smallint not null,
  status text not null,
  at timestamptz not null,
  primary key (order_id, number)
);

-- Payments that were credited, by what the bank calls them: each once.
create table quick_buy_payment (
  payment text primary key,
  order_id bigint not null unique references quick_buy_order
);

-- Events of the checkout provider that took effect: each once.
create table quick_buy_event (
  id text primary key,
  type text not null,
  order_id bigint references quick_buy_order,
  at timestamptz not null
);
create index quick_buy_event_order on quick_buy_event (order_id);
