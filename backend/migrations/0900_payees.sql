-- Where withdrawals may go: networks and banks, and users' own addresses and cards.

create table withdrawal_network (
  currency text not null,
  network text not null,
  -- Null for a bank.
  chain text check (chain in ('bitcoin', 'ethereum', 'tron')),
  position int not null,
  open boolean not null default true,
  fee amount not null check (fee >= 0),
  -- What leaves the account, the fee included.
  min_amount amount not null check (min_amount > fee),
  primary key (currency, network),
  check ((chain is null) = (network in ('BANK', 'SWIFT')))
);

insert into withdrawal_network (currency, network, chain, position, fee, min_amount) values
  ('USDT', 'TRC20', 'tron', 1, 1, 10),
  ('USDT', 'ERC20', 'ethereum', 2, 5, 20),
  ('BTC', 'BTC', 'bitcoin', 3, 0.0001, 0.0005),
  ('ETH', 'ERC20', 'ethereum', 4, 0.001, 0.01);
-- A fee of about 1 and 25 US dollars.
insert into withdrawal_network (currency, network, position, fee, min_amount)
select code, network, position, fee, least_amount from (values
  ('USD', 'BANK', 10, 1, 10), ('USD', 'SWIFT', 11, 25, 100),
  ('EUR', 'BANK', 12, 1, 10), ('EUR', 'SWIFT', 13, 25, 100),
  ('GBP', 'BANK', 14, 1, 10), ('GBP', 'SWIFT', 15, 20, 100),
  ('CNY', 'BANK', 16, 7, 70), ('CNY', 'SWIFT', 17, 180, 700),
  ('HKD', 'BANK', 18, 8, 80), ('HKD', 'SWIFT', 19, 200, 800),
  ('JPY', 'BANK', 20, 150, 1500), ('JPY', 'SWIFT', 21, 3500, 15000),
  ('AED', 'BANK', 22, 4, 40), ('AED', 'SWIFT', 23, 90, 400),
  ('THB', 'BANK', 24, 35, 350), ('THB', 'SWIFT', 25, 900, 3500),
  ('PHP', 'BANK', 26, 55, 550), ('PHP', 'SWIFT', 27, 1400, 5500),
  ('SGD', 'BANK', 28, 2, 20), ('SGD', 'SWIFT', 29, 35, 150),
  ('VND', 'BANK', 30, 25000, 250000), ('VND', 'SWIFT', 31, 600000, 2500000)
) as banks (code, network, position, fee, least_amount);

create table payee_address (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  currency text not null,
  network text not null,
  name text not null check (name <> ''),
  tag text check (tag <> ''),
  -- In its one form, see `readAddress`.
  address text not null,
  -- The picture that it was compared with.
  qrcode text references upload,
  created_at timestamptz not null,
  -- From when on the whitelist lets withdrawals go to it.
  usable_at timestamptz not null,
  deleted_at timestamptz,
  foreign key (currency, network) references withdrawal_network
);
create unique index payee_address_once on payee_address (user_id, currency, network, address) where deleted_at is null;
create index payee_address_qrcode on payee_address (qrcode) where qrcode is not null;

create table payee_card (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account,
  kind text not null check (kind in ('local', 'international')),
  real_name text not null,
  card_number text not null check (card_number ~ '^[A-Z0-9]{8,34}$'),
  bank_name text not null,
  province_city text not null,
  branch text not null,
  phone text not null,
  bank_network text,
  swift_code text,
  aba_number text check (aba_number ~ '^[0-9]{9}$'),
  cardholder_address text,
  created_at timestamptz not null,
  usable_at timestamptz not null,
  deleted_at timestamptz,
  check ((kind = 'international') = (swift_code is not null and bank_network is not null and cardholder_address is not null))
);
create index payee_card_of_user on payee_card (user_id) where deleted_at is null;

-- Users who withdraw to saved payees only; until `off_at` where they switched it off.
create table payee_whitelist (
  user_id bigint primary key references user_account,
  on_since timestamptz not null,
  off_at timestamptz
);
